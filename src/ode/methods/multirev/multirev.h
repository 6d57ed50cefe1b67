#pragma once
// Multirevolution collocation: for solutions that oscillate with one fast frequency and change
// slowly otherwise. A long step passes over many revolutions and integrates few of them.
//
//   ordinary steps of dop853 until the solution has returned several times (return_watch)
//   long step:  lead one revolution with error control, collocation over N revolutions
//                (long_step), accept if its error is within the tolerance; N follows the error
//   N too small, no convergence, no return: ordinary steps for a while, ever longer
//
// Where event indicators are searched within steps, or few revolutions are left, all steps are
// ordinary: then this method is dop853.
//
//   tolerance of the steps within a revolution:  0.3 R / (revolutions left), as every error there
//   is multiplied by their number. Below 1e-14 rounding would choose the step sizes; they are then
//   made shorter as the method's order says, so that the errors of two integrations with different
//   tolerances still differ.
//
// Source: L. R. Petzold 1981; C. W. Gear 1980; M. Calvo, L. O. Jay, J. I. Montijano, L. Randez
// 2004.

#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "ode/kernel/integrator.h"
#include "ode/methods/multirev/long_step.h"
#include "ode/methods/multirev/ordinary_steps.h"
#include "ode/methods/multirev/return_watch.h"
#include "ode/methods/multirev/revolution.h"

namespace bw::ode::multirevolution {

class Multirev final : public Integrator {
 public:
  Multirev(Equations& equations, const Setup& setup);
  Multirev(const Multirev&) = delete;
  Multirev& operator=(const Multirev&) = delete;

  void restart(double t, std::span<const double> x, std::span<const double> nominals) override;
  void refresh() override;
  Trouble step(double limit) override;
  Trouble shorten(double t) override;
  void interpolate(double t, std::span<double> x) const override;
  void propose(double h) override { ordinary_.propose(h); }

  double time() const override { return now_.is_long ? now_.end : ordinary_.current().time(); }
  double previous_time() const override {
    return now_.is_long ? now_.begin : ordinary_.current().previous_time();
  }
  std::span<const double> state() const override {
    return now_.is_long ? std::span<const double>(now_.x) : ordinary_.current().state();
  }
  const Counts& counts() const override { return counts_; }
  double rounding_factor() const override { return now_.rounding_factor; }
  bool sees_both_halves() const override { return true; }
  double step_error() const override {
    return now_.is_long ? std::numeric_limits<double>::quiet_NaN()
                        : ordinary_.current().step_error();
  }
  FastestMode fastest() override {
    return now_.is_long ? FastestMode{} : ordinary_.current().fastest();
  }

  std::unique_ptr<Integrator> clone() const override;
  void assign(const Integrator& from) override;

 private:
  Trouble ordinary_step(double limit);
  void leave_long_step();
  void count();

  // multirev_pass.cpp
  void begin_passing();
  void make_revolution();
  void end_passing();
  bool may_pass(double limit) const;
  bool pass(double limit);
  bool lead();
  void fill_weights();
  LongStepEnd attempt(double end);
  void look_between(LongStepEnd& found);
  bool accept(const LongStepEnd& found);
  void move_to_end();
  bool take_smaller(const LongStepEnd& found);
  long least_revolutions() const { return 2 * static_cast<long>(nodes_); }
  bool follow_to(double t, std::span<double> x) const;

  // What a rollback restores, beside the objects below.
  struct Standing {
    // The last step, if it was a long step.
    bool is_long = false;
    double begin = 0, end = 0;
    std::vector<double> x;
    double latest = 0;  // f is not evaluated behind it
    // Whether long steps are made or tried, and how.
    bool passes = false;
    bool is_vain = false;         // they do not pay
    bool has_passed = false;      // one was accepted
    bool has_polynomial = false;  // step_ ends where the next one begins
    double period = 0;
    double micro_relative = 0;    // tolerance of the steps within a revolution
    double clip = 1;              // divisor of their sizes, where rounding would choose them
    double rounding_factor = 1;   // see Integrator
    double finer = 1;             // divisor of their sizes, as they change within a long step
    long wanted = 0;              // revolutions of the next long step
    std::vector<double> sizes;    // of the states, over a revolution
    double passed = 0, made = 0;  // revolutions
    int failures = 0;
    double ordinary_until = 0;  // time: no attempt before
    long wait_until = 0;        // likewise, number of ordinary steps
  };

  Equations& equations_;
  Setup setup_;
  std::size_t nodes_;
  OrdinarySteps ordinary_;
  std::vector<double> nominals_;
  ReturnWatch watch_;
  Standing now_;
  mutable LongStep step_;  // the last one; dense output is made when it is needed
  LongStep next_;
  mutable std::unique_ptr<Revolution> revolution_;
  std::vector<double> weights_;
  Counts counts_;
  long micro_counted_ = 0;
};

}  // namespace bw::ode::multirevolution
