#pragma once
// Finds out whether a model is linear with constant coefficients and oscillates, when that would
// matter: after a few steps of a method, with a Jacobian that costs at most ten RHS evaluations.
//
//   linear    ode/methods/linearity
//   swings    sum of lambda^2 = trace of (df/dx)^2 < 0: among the fast modes those that turn
//             outweigh those that decay. Else, by eigenvalues of up to 100 states: a mode turns
//             more than it decays; then the steps that it needs count, not those that stability
//             needs
//   long step h such that 0.05 h |Delta^7 f| is within the tolerance, for f at eight equidistant
//             times from t to t + h with the same states: what the force on the model allows
//
// A model that is not linear is not tested again before an event, and at fewer and fewer of them.

#include <optional>
#include <span>

#include "base/tolerance.h"
#include "ode/kernel/integrator.h"

namespace bw::ode {

class LinearWatch {
 public:
  // A method started: at the start of the run, at an event or by a change.
  void started(bool at_event);
  // After each step. True: look whether a linear model would be worth a test now.
  bool is_due() { return ++steps_ == due_ && next(); }
  // True: linear, and swings() is known; false: not linear, or not to be tested.
  bool test(Equations& equations, double t, std::span<const double> x,
            std::span<const double> nominals);
  bool has_cheap_jacobian(const Equations& equations);
  void refute();  // the method for linear models says that this one is none
  bool is_refuted() const { return is_refuted_; }
  bool swings() const { return swings_; }
  // The fastest of the modes that turn is at least as fast, where there are such.
  double least_rate() const { return least_rate_; }
  // Those that decay are faster than those that turn.
  bool is_mixed() const { return is_mixed_; }

 private:
  bool next();
  void look_at_modes(std::span<const double> matrix, std::size_t n);

  long steps_ = 0, due_ = 0;
  int silent_ = 0, wait_ = 1;  // events until the next test
  bool is_refuted_ = false, swings_ = false, is_mixed_ = false;
  double least_rate_ = 0;
  std::optional<bool> is_cheap_;
};

// The long step from (t, x), at most `longest`; by 8 RHS evaluations for each attempt.
double long_step(Equations& equations, const Tolerance& tolerance, double t,
                 std::span<const double> x, std::span<const double> nominals, double longest);

}  // namespace bw::ode
