#pragma once
// Bells for the initialisation, the events and the end of a march.

#include "base/bell.h"
#include "base/tolerance.h"
#include "cosim/coupling/coupling.h"
#include "cosim/coupling/initial.h"
#include "cosim/march/march.h"
#include "result/result.h"
#include "run/execute/recorder.h"
#include "run/plan/period.h"

namespace bw::run {

class MarchBells {
 public:
  // `single`: names of variables do not contain the component. `bells` outlives it.
  MarchBells(Bells& bells, const Period& period, bool single, bool chooses_steps)
      : bells_(bells), period_(period), single_(single), chooses_steps_(chooses_steps) {}

  // Initialises the components with consistent values and starts them; false: the reason was
  // reported.
  bool initialise(cosim::Coupling& coupling, const Tolerance& tolerance);
  result::RunEnding conclude(const cosim::MarchEnd& end, cosim::Coupling& coupling,
                             const Recorder& recorder);
  // What happened during the march and did not end it.
  void report(const cosim::Tally& tally, const cosim::Coupling& coupling);

 private:
  void not_finite(const cosim::Coupling& coupling);
  void not_finite(const std::string& variable, double time);
  result::RunEnding discarded(const cosim::Trouble& trouble, const std::string& component,
                              double time);
  result::RunEnding interrupted(double time);
  void not_converged(const cosim::MarchEnd& end, const cosim::Coupling& coupling);
  void unreachable(const cosim::MarchEnd& end, const cosim::Coupling& coupling);

  Bells& bells_;
  Period period_;
  bool single_, chooses_steps_;
};

}  // namespace bw::run
