// Explicit Euler with a fixed step:  x_{n+1} = x_n + h f(t_n, x_n),  t_n = t_0 + n h.
// Between the steps x is linear, which is as good as the method itself. For comparison with results
// of other programs; nothing watches its error.
// Source: L. Euler 1768; E. Hairer, S. P. Norsett, G. Wanner, Solving ODEs I, I.7.

#include <cmath>

#include "math/finite.h"
#include "ode/blame.h"
#include "ode/integrator.h"

namespace bw::ode {
namespace {

constexpr double smallest_rest = 1e-6;  // of a step: what is left before a limit joins it

class Euler final : public Integrator {
 public:
  Euler(Equations& equations, const Setup& setup)
      : equations_(equations),
        step_(setup.step),
        x_(equations.size()),
        x_before_(equations.size()),
        dx_(equations.size()) {}

  void restart(double t, std::span<const double> x, std::span<const double>) override {
    anchor_ = t_ = t_before_ = t;
    taken_ = 0;
    x_.assign(x.begin(), x.end());
    x_before_ = x_;
  }
  void refresh() override {}

  Trouble step(double limit) override {
    x_before_ = x_;
    t_before_ = t_;
    // A limit off the grid of steps cuts a step in two; the grid stays where it was.
    double end = anchor_ + static_cast<double>(taken_ + 1) * step_;
    if (end <= t_) end = anchor_ + static_cast<double>(++taken_ + 1) * step_;
    if (limit - end > smallest_rest * step_)
      ++taken_;
    else
      end = limit;
    equations_.derivatives(t_, x_before_, dx_);
    if (!math::all_finite(dx_)) return not_finite(t_, end - t_, dx_);
    return move_to(end);
  }

  Trouble shorten(double t) override { return move_to(t); }

  void interpolate(double t, std::span<double> x) const override {
    const double share = t_ > t_before_ ? (t - t_before_) / (t_ - t_before_) : 1.0;
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] = share == 1.0 ? x_[i] : x_before_[i] + share * (x_[i] - x_before_[i]);
  }

  double time() const override { return t_; }
  double previous_time() const override { return t_before_; }
  std::span<const double> state() const override { return x_; }
  const Counts& counts() const override { return counts_; }

  std::unique_ptr<Integrator> clone() const override { return std::make_unique<Euler>(*this); }
  void assign(const Integrator& from) override {
    const auto& other = dynamic_cast<const Euler&>(from);
    const Counts counts = counts_;
    step_ = other.step_;
    anchor_ = other.anchor_;
    taken_ = other.taken_;
    t_ = other.t_;
    t_before_ = other.t_before_;
    x_ = other.x_;
    x_before_ = other.x_before_;
    dx_ = other.dx_;
    counts_ = counts;  // work that was done stays done
  }

 private:
  Trouble move_to(double end) {
    const double h = end - t_before_;
    for (std::size_t i = 0; i < x_.size(); ++i) x_[i] = x_before_[i] + h * dx_[i];
    if (!math::all_finite(x_)) return not_finite(t_before_, h, x_);
    t_ = end;
    ++counts_.steps;
    return {};
  }

  Equations& equations_;
  double step_, anchor_ = 0;
  long taken_ = 0;  // whole steps since the restart
  double t_ = 0, t_before_ = 0;
  std::vector<double> x_, x_before_, dx_;
  Counts counts_;
};

}  // namespace

extern const MethodKind euler = {
    .name = "euler",
    .summary = "explicit Euler with a fixed step (--step, else a thousandth of the run)",
    .source = "L. Euler 1768; Hairer, Norsett, Wanner, Solving ODEs I, I.7",
    .order = 1,
    .fixed_step = true,
    .make = [](Equations& equations, const Setup& setup) -> std::unique_ptr<Integrator> {
      return std::make_unique<Euler>(equations, setup);
    }};

}  // namespace bw::ode
