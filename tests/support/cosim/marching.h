#pragma once
// Short forms of marches and single communication steps.

#include <gtest/gtest.h>

#include <algorithm>

#include "cosim/march/march.h"

namespace bw::test {

// With the usual number of iterations of the master, or the given one.
inline cosim::MasterOptions options_for(const cosim::MasterKind& kind, int iterations = 0) {
  cosim::MasterOptions options;
  options.iterations = iterations > 0 ? iterations : kind.usual_iterations;
  options.tolerance.relative = 1e-7;
  return options;
}

// A master and the state of its components: step by step from now().
class Marcher {
 public:
  Marcher(cosim::Coupling& coupling, const cosim::MasterKind& kind,
          const cosim::MasterOptions& options)
      : coupling_(coupling), master_(kind.make(coupling, options)), next_(coupling.now()) {}
  Marcher(cosim::Coupling& coupling, const cosim::MasterKind& kind)
      : Marcher(coupling, kind, options_for(kind)) {}

  cosim::CommunicationStep step(double t, double h) {
    coupling_.mark(coupling_.order(), begin_);
    return master_->step(coupling_, begin_, t, h, next_);
  }
  cosim::ComponentStatus go(double t, double h) {
    const cosim::CommunicationStep made = step(t, h);
    if (made.component == cosim::ComponentStatus::ok) coupling_.accept(next_);
    return made.component;
  }
  const model::Signals& next() const { return next_; }

 private:
  cosim::Coupling& coupling_;
  std::unique_ptr<cosim::Master> master_;
  cosim::Checkpoint begin_;
  model::Signals next_;
};

inline cosim::MarchPlan plan_for(const cosim::MasterKind& kind, const cosim::Grid& grid) {
  cosim::MarchPlan plan;
  plan.grid = grid;
  plan.master = options_for(kind);
  return plan;
}

struct MarchedSteps {
  cosim::MarchEnd end;
  cosim::Tally tally;
};

inline MarchedSteps march(cosim::Coupling& coupling, const cosim::MasterKind& kind,
                          const cosim::MarchPlan& plan, cosim::MarchObserver& observer) {
  MarchedSteps result;
  result.end = cosim::march(coupling, kind, plan, observer, result.tally);
  return result;
}

inline MarchedSteps march(cosim::Coupling& coupling, const char* master,
                          const cosim::MarchPlan& plan, cosim::MarchObserver& observer) {
  return march(coupling, *cosim::find_master(master), plan, observer);
}

inline MarchedSteps march(cosim::Coupling& coupling, const cosim::MasterKind& kind,
                          const cosim::Grid& grid, cosim::MarchObserver& observer) {
  return march(coupling, kind, plan_for(kind, grid), observer);
}

}  // namespace bw::test
