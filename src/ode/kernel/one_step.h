#pragma once
// Common base of one-step methods with step control: they provide one attempted step and its error,
// this class the loop around it.
//
//   step(limit):  f at the begin, if it is not known from the previous step
//                 the first size of all: by a short explicit Euler step (first_step), divided as
//                 the longest step of finer integrations: at rest an error estimate may be blind,
//                 and two integrations that are compared must not begin with the same error. Not
//                 where events are so frequent that it would cost attempt, judge; smaller until the
//                 error is within the tolerance 20000 rejections within 1e-3 of the simulated time,
//                 and at most five steps per rejection: f is chattering, the run would not end
//   weights       w_i = R max(|x_i|, |x_{n+1,i}|) + A_i,  norm: root mean square of e_i / w_i
//
// Source: E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I, II.4.

#include "math/finite.h"
#include "math/step_controller.h"
#include "ode/kernel/integrator.h"

namespace bw::ode {

class OneStep : public Integrator {
 public:
  void restart(double t, std::span<const double> x, std::span<const double> nominals) override;
  void refresh() override;
  Trouble step(double limit) override;
  Trouble shorten(double t) override;

  double time() const override { return t_; }
  double previous_time() const override { return t_before_; }
  double step_error() const override { return error_; }
  std::span<const double> state() const override { return x_; }
  const Counts& counts() const override { return counts_; }
  void propose(double h) override { h_ = h; }

 protected:
  OneStep(Equations& equations, const Setup& setup, int error_order, const math::StepLaw& law = {});

  // A step from (t_before_, x_before_), where f is dx_before_, to `end`; leaves the solution in x_.
  // Returns its error in units of the tolerance. NaN: it failed; then bad_ has what was not finite,
  // if anything. A method that knows f at the end leaves it in dx_ and sets knows_slope_.
  virtual double attempt(double end) = 0;
  // True: accept the step. `h` becomes the size to try next.
  virtual bool judge(double error, double& h) { return controller_.judge(error, h); }
  virtual void forget() {}  // the history of previous steps: restart() and refresh()

  // The root mean square of error[i] / weight_i; shares_ gets the terms.
  double measure(std::span<const double> error);
  double weight(std::size_t i, double size) const {
    return setup_.tolerance.relative * size + absolute_[i];
  }
  // f at (t, x) into dx; false, and bad_: something is not finite, or was not before.
  bool evaluate_f(double t, std::span<const double> x, std::span<double> dx);
  // Of a time within the last step; its end is exactly 1.
  double share_of_step(double t) const {
    return t == t_ || t_ == t_before_ ? 1.0 : (t - t_before_) / (t_ - t_before_);
  }
  // False: they are in bad_.
  bool finite(std::span<const double> values) {
    if (math::all_finite(values)) [[likely]]
      return true;
    bad_.assign(values.begin(), values.end());
    return false;
  }
  // The last state becomes that of the begin, with f there.
  Trouble begin_step();
  // Everything that a clone shares; the counts stay, because the work was done.
  void assign_common(const OneStep& other);

  Equations& equations_;
  Setup setup_;
  math::StepController controller_;
  int error_order_;
  double t_ = 0, t_before_ = 0;
  double error_ = 0;  // of the last step, see step_error()
  double h_ = 0;      // to be tried next; 0: not known
  // f at (t_, x_) is in dx_. Dense output may compute it too, hence mutable.
  mutable bool knows_slope_ = false;
  mutable std::vector<double> dx_;
  std::vector<double> x_, x_before_, dx_before_, nominals_;
  std::vector<double> bad_;     // of the last attempt: values that are not finite; empty: all were
  std::vector<double> shares_;  // of the last attempt: error of each state in its weight
  Counts counts_;

 private:
  double first_step(double limit);
  double first_guess(double limit);
  double step_end(double limit) const;
  double norm(std::span<const double> of, double scale) const;
  Trouble failure() const;
  bool creeps();
  void report_rejection(double error);

  struct {
    double time = 0;
    long steps = 0, rejected = 0;
  } mark_;  // where the counting of rejections began
  long restarts_ = 0;
  std::vector<double> absolute_;  // tolerance of each state
  std::vector<double> scratch_;
};

}  // namespace bw::ode
