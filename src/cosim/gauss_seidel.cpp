// Gauss-Seidel: loop by loop in topological order, each part reads what its predecessors have just
// written for t + h, and the signals of time t from the others.
//
//   y* <- y(t);  for each part in order: inputs from y*, advance, outputs into y*
//
// Source: A. Nicolai, MasterSim, "MathAlgorithms".

#include "cosim/master.h"

namespace bw::cosim {
namespace {

class GaussSeidel final : public Master {
 public:
  PartStatus step(Coupling& coupling, double t, double h, Signals& next) override {
    copy(coupling.now(), next);
    for (const std::size_t part : coupling.order()) {
      const PartStatus status = coupling.advance(part, next, t, h, next);
      if (status != PartStatus::ok) return status;
    }
    return PartStatus::ok;
  }
};

}  // namespace

extern const MasterKind gauss_seidel = {
    .name = "gauss-seidel",
    .summary = "parts run one after the other, each reads what those before it have just computed",
    .source = "A. Nicolai, MasterSim, MathAlgorithms: Gauss-Seidel",
    .order = 1,
    .make = []() -> std::unique_ptr<Master> { return std::make_unique<GaussSeidel>(); }};

}  // namespace bw::cosim
