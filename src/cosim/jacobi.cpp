// Gauss-Jacobi: every part reads the signals of time t. Parts do not see each other within a step.
// Two iterations would be two steps of half the size, and those are better: it does not iterate.
// Source: A. Nicolai, MasterSim, "MathAlgorithms".

#include "cosim/master.h"

namespace bw::cosim {
namespace {

class Jacobi final : public Master {
 public:
  MacroStep step(Coupling& coupling, const Checkpoint& /*begin*/, double t, double h,
                 Signals& next) override {
    for (std::size_t part = 0; part < coupling.size(); ++part)
      if (const PartStatus status = coupling.advance(part, coupling.now(), t, h, next);
          status != PartStatus::ok) [[unlikely]]
        return {.part = status};
    return {};
  }
};

}  // namespace

extern const MasterKind jacobi = {
    .name = "jacobi",
    .summary = "every part reads the signals of the step's begin; parts could run in parallel",
    .source = "A. Nicolai, MasterSim, MathAlgorithms: Gauss-Jacobi",
    .order = 1,
    .make = [](const Coupling& /*coupling*/, const MasterOptions& /*options*/)
        -> std::unique_ptr<Master> { return std::make_unique<Jacobi>(); }};

}  // namespace bw::cosim
