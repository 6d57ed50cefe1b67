#pragma once
// Finds out from ordinary steps whether the solution is nearly periodic: it returns to a section
// through one of its points (revolution.h) several times in a row, in the same time and with nearly
// the same change. Costs no evaluation of f but three at each return, for its time.
//
// Source: K. Gallivan, C. W. Gear 1982.

#include <cstddef>
#include <span>
#include <vector>

#include "ode/methods/multirev/revolution.h"

namespace bw::ode::multirevolution {

class ReturnWatch {
 public:
  // A state that stays below its nominal value counts as one of that size.
  void begin(std::span<const double> nominals);
  // After a step; true: the solution is nearly periodic. `relative` is the steps' tolerance.
  bool see(MicroSteps& step, double relative);

  double period() const { return period_; }
  double steps_of_period() const { return steps_of_period_; }
  std::span<const double> sizes() const { return sizes_; }  // of the states, over a revolution

 private:
  void take_reference(MicroSteps& step);
  double section(std::span<const double> x) const;
  double distance(std::span<const double> x, std::span<const double> from) const;
  double locate(const MicroSteps& step);
  bool judge(double time, double relative);

  std::vector<double> nominals_, peaks_, sizes_;
  std::vector<double> z_, normal_;  // of the reference
  std::vector<double> x_, last_;    // at this return and at the one before
  std::vector<double> change_, change_before_;
  double last_time_ = 0, far_ = 0, period_ = 0, steps_of_period_ = 0, section_before_ = 0;
  bool has_reference_ = false, was_behind_ = false;
  int returns_ = 0, vain_ = 0;
  long steps_ = 0, steps_at_last_ = 0;
};

}  // namespace bw::ode::multirevolution
