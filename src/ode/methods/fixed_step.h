#pragma once
// Common base of fixed-step methods: the grid  t_n = t_0 + n h  from the last restart. A limit off
// the grid cuts a step in two; the grid stays. The error is not estimated.

#include "math/decimal_grid.h"
#include "ode/kernel/integrator.h"

namespace bw::ode {

class FixedStep : public Integrator {
 public:
  void restart(double t, std::span<const double> x, std::span<const double> nominals) override;
  void refresh() override;
  Trouble step(double limit) override;
  Trouble shorten(double t) override;
  void interpolate(double t,
                   std::span<double> x) const override;  // linear, unless overridden

  double time() const override { return t_; }
  double previous_time() const override { return t_before_; }
  std::span<const double> state() const override { return x_; }
  const Counts& counts() const override { return counts_; }

 protected:
  FixedStep(Equations& equations, const Setup& setup);

  // A step from (t_before_, x_before_) to `end`; leaves the solution in x_. Also called to repeat
  // the last step with another end.
  virtual Trouble advance_to(double end) = 0;
  virtual void forget() {}  // the history of previous steps: restart() and refresh()

  // f at (t_before_, x_before_) into dx_before_, unless it is known.
  Trouble evaluate_at_begin();
  // f at (t_, x_) into dx_, unless it is known: the next step begins with it. False: not finite.
  bool evaluate_at_end() const;
  // Everything that a clone shares; the counts stay, because the work was done.
  void assign_common(const FixedStep& other);

  Equations& equations_;
  double t_ = 0, t_before_ = 0;
  std::vector<double> x_, x_before_, dx_before_, nominals_;
  mutable std::vector<double> dx_;
  Counts counts_;

 private:
  double grid(long n) const { return grid_.at(n); }
  Trouble move_to(double end);

  double step_;
  math::DecimalGrid grid_;  // from the last restart
  long taken_ = 0;          // whole steps since the restart
  bool knows_begin_ = false;
  mutable bool knows_end_ = false;
};

}  // namespace bw::ode
