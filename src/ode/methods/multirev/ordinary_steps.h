#pragma once
// Steps of dop853 beside long steps. They are tighter than the tolerance of the integration where
// many revolutions follow, which amplify their errors: in the first part of the time after a
// restart, while it is not known yet whether the solution oscillates, and beside long steps.

#include <optional>
#include <span>
#include <vector>

#include "ode/kernel/integrator.h"
#include "ode/methods/multirev/revolution.h"

namespace bw::ode::multirevolution {

class OrdinarySteps {
 public:
  OrdinarySteps(Equations& equations, const Setup& setup);

  void restart(double t, std::span<const double> x, std::span<const double> nominals);
  void refresh() { current().refresh(); }
  void propose(double h);
  Trouble step(double limit);

  // From the end of a long step, tightly until tighten_until() says otherwise.
  void continue_from(double t, std::span<const double> x, double h);
  void tighten_until(double t) { tight_until_ = t; }

  const MicroSteps& current() const { return is_tight_ ? *tight_ : plain_; }
  MicroSteps& current() { return is_tight_ ? *tight_ : plain_; }
  long count() const { return count_; }  // of all steps
  // Accepted and rejected ones since the last call.
  Counts take_counts();

  void assign(const OrdinarySteps& other);

 private:
  void make_tight();
  void change(bool tight);

  Equations& equations_;
  Setup setup_;
  MicroSteps plain_;
  std::optional<MicroSteps> tight_;
  bool is_tight_ = false;
  bool is_first_ = false;   // no step since the restart
  double tight_until_ = 0;  // time
  double proposed_ = 0;
  long restarts_ = 0, count_ = 0;
  Counts counted_;
  std::vector<double> nominals_;
};

}  // namespace bw::ode::multirevolution
