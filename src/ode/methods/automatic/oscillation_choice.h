#pragma once
// The side of the automatic choice that is about oscillations: what finds them out while another
// method follows each of them, and whether a method that passes over them pays.
//
//   one fast oscillation     ode/methods/automatic/oscillation_watch; on trial,
//   ode/methods/automatic/revolution_trial linear and oscillating
//   ode/methods/automatic/linear_watch; left when that method says that it is not

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ode/kernel/integrator.h"
#include "ode/methods/automatic/linear_watch.h"
#include "ode/methods/automatic/oscillation_watch.h"
#include "ode/methods/automatic/revolution_trial.h"
#include "ode/methods/choose.h"

namespace bw::ode {

class OscillationChoice {
 public:
  OscillationChoice(Equations& equations, const Setup& setup);

  // At the start, at an event, and where an input moves.
  void restart(std::span<const double> x, std::span<const double> nominals, Features& features);
  void started() {  // another method, within a run
    linear_.started(false);
    period_.interrupt();
  }

  // After each step of a method that follows every oscillation. True: the features are now such
  // that choose() takes a method that passes over them.
  bool watch(const Integrator& method, double limit, Features& features);
  // After the first step since a restart: whether a method for linear models is worth it from the
  // begin of that step on, whatever steps will follow; likewise with the features. `stability`: of
  // the method that made it.
  struct Begin {
    double t;
    std::span<const double> x;
    double h;
  };
  bool is_linear_from(const Begin& begin, double stability, double limit, Features& features);
  // Errors of the first revolutions are amplified by all that follow: while it is not known whether
  // they will be passed over, they are followed with this share of the tolerance; 1: the tolerance.
  double tightness() const { return period_.is_first_search() ? tight_share_ : 1; }
  // The first step is made again from x, with that share.
  void repeat(std::span<const double> x) { period_.repeat(x); }
  // What limits the steps is an oscillation, not stability.
  bool returns() const { return period_.returns(); }
  // What is fast in a long run decays, as far as that was examined.
  bool decays() const { return decays_; }
  // Such a method is not taken: the step was shortened.
  static void forget(Features& features) {
    features.periods_left = 0;
    features.linear = false;
  }

  // ---- while such a method is used ----
  // Before it is made: the equations for it. `h`: the last step of the other method.
  Equations& begin(double t, double h, const Features& features);
  // After each step. False: it does not pay.
  bool pays(const Integrator& method);
  double steps_of(const Integrator& method) const;  // of the other method, as long as the last step
  // Takes the oscillation out of the features; says why it was left.
  std::string leave(const MethodKind& kind, const Trouble& trouble, Features& features);
  double short_step() const { return short_step_; }

 private:
  bool watch_period(const Integrator& method, double limit, Features& features);
  bool skips_first_search(const Integrator& method, double limit, const Features& features);
  bool watch_linearity(const Integrator& method, double limit, Features& features);
  bool may_be_linear(const Features& features) const {  // without formulas no test proves it
    return !features.has_indicators && !features.shown && setup_.has_formulas;
  }
  bool are_modes_worth_it(const Begin& begin, double limit, Features& guess);
  bool take_linear(const Begin& begin, double limit, Features& guess, Features& features);

  Equations* equations_;
  Setup setup_;
  double tight_share_;
  std::vector<double> nominals_;
  OscillationWatch period_;
  LinearWatch linear_;
  RevolutionTrial trial_;
  std::shared_ptr<CountedEquations> counted_;
  double short_step_ = 0;
  bool is_examined_ = false, decays_ = false;  // since the last event
};

}  // namespace bw::ode
