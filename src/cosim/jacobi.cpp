// Gauss-Jacobi: every part reads the signals of time t. Parts do not see each other within a step.
// Source: A. Nicolai, MasterSim, "MathAlgorithms".

#include "cosim/master.h"

namespace bw::cosim {
namespace {

class Jacobi final : public Master {
 public:
  PartStatus step(Coupling& coupling, double t, double h, Signals& next) override {
    for (std::size_t part = 0; part < coupling.size(); ++part) {
      const PartStatus status = coupling.advance(part, coupling.now(), t, h, next);
      if (status != PartStatus::ok) return status;
    }
    return PartStatus::ok;
  }
};

}  // namespace

extern const MasterKind jacobi = {
    .name = "jacobi",
    .summary = "every part reads the signals of the step's begin; parts could run in parallel",
    .source = "A. Nicolai, MasterSim, MathAlgorithms: Gauss-Jacobi",
    .order = 1,
    .make = []() -> std::unique_ptr<Master> { return std::make_unique<Jacobi>(); }};

}  // namespace bw::cosim
