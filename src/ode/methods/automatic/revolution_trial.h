#pragma once
// Whether a method that passes over revolutions pays: time advanced in periods, beside the
// revolutions that were made for it.
//
//   over the first 100 revolutions made, and over each 200 later: at least one period for each
//   never 64 periods in a row by steps that are shorter than one: then it follows, as others do
//
// The first long steps cost about as many revolutions as they advance. One period is enough,
// because the steps of these revolutions are as accurate as other methods would need them for the
// same error at the end.

#include <algorithm>

#include "math/pattern.h"
#include "ode/kernel/integrator.h"

namespace bw::ode {

// Equations that count their evaluations.
class CountedEquations final : public Equations {
 public:
  explicit CountedEquations(Equations& of) : of_(of) {}
  std::size_t size() const override { return of_.size(); }
  void derivatives(double t, std::span<const double> x, std::span<double> dx) override {
    ++evaluations;
    of_.derivatives(t, x, dx);
  }
  const math::Pattern* sparsity() const override { return of_.sparsity(); }
  bool has_jacobian() const override { return of_.has_jacobian(); }
  void jacobian(double t, std::span<const double> x, std::span<double> j) override {
    of_.jacobian(t, x, j);
  }

  long evaluations = 0;

 private:
  Equations& of_;
};

class RevolutionTrial {
 public:
  // `each`: RHS evaluations of a revolution.
  void begin(double t, double period, double each) {
    *this = {};
    t_ = last_long_ = t;
    period_ = period;
    each_ = each;
  }
  // After each step, which ended at t and was of length h; `evaluations` since the begin. False:
  // leave the method.
  bool pays(double t, double h, long evaluations) {
    if (h > period_) last_long_ = t;
    const double made = static_cast<double>(evaluations) / each_ - made_;
    advanced_ = (t - t_) / period_;
    gain_ = advanced_ / std::max(made, 1.0);
    lost_ = std::max(0.0, made - advanced_);
    if (t - last_long_ > most_followed * period_) return false;
    if (made < (is_trial_ ? trial_revolutions : later_revolutions)) return true;
    if (gain_ < least_gain) return false;
    is_trial_ = false;
    made_ += made;
    t_ = t;
    return true;
  }
  double gain() const { return gain_; }  // periods per revolution made
  double lost() const { return lost_; }  // revolutions made in vain

 private:
  static constexpr double trial_revolutions = 100, later_revolutions = 200;
  static constexpr double least_gain = 0.3, most_followed = 64;

  double t_ = 0, period_ = 1, each_ = 1;
  double made_ = 0;       // revolutions before t_
  double last_long_ = 0;  // end of the last step that was longer than a period
  double advanced_ = 0, gain_ = 0, lost_ = 0;
  bool is_trial_ = true;
};

}  // namespace bw::ode
