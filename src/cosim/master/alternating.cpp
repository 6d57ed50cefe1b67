// Alternating Gauss-Seidel (Strang splitting): half a step in one order, half a step in the reverse
// one.
//
//   y* <- y(t)
//   over [t, t + h/2]:      for each component in order:          inputs from y*, advance,
//                                                                 outputs into y*
//   over [t + h/2, t + h]:  for each component in reverse order:  the same
//
// The second half is the adjoint of the first, so the whole is symmetric, and its error has even
// powers of h only: second order, as long as there is no direct feedthrough. No rollback.
//
// Source: G. Strang, "On the construction and comparison of difference schemes", SIAM J. Numer.
// Anal. 5 (1968); E. Hairer, C. Lubich, G. Wanner, "Geometric Numerical Integration", II.3 and
// II.5.

#include "cosim/coupling/coupling.h"
#include "cosim/master/master.h"
#include "model/signals.h"

namespace bw::cosim {
namespace {

class Alternating final : public Master {
 public:
  CommunicationStep step(Coupling& coupling, const Checkpoint& /*begin*/, double t, double h,
                         Signals& next) override {
    copy(coupling.now(), next);
    const double mid = t + h / 2;
    const std::vector<std::size_t>& order = coupling.order();
    for (const std::size_t component : order)
      if (const ComponentStatus status = coupling.advance(component, next, t, mid - t, next);
          status != ComponentStatus::ok) [[unlikely]]
        return {.component = status};
    for (std::size_t k = order.size(); k-- > 0;)
      if (const ComponentStatus status = coupling.advance(order[k], next, mid, (t + h) - mid, next);
          status != ComponentStatus::ok) [[unlikely]]
        return {.component = status};
    return {};
  }
};

}  // namespace

extern const MasterKind alternating = {
    .name = "alternating",
    .summary =
        "Strang splitting: gauss-seidel over half a step, then over the other half in reverse "
        "order; second order for components without direct feedthrough",
    .source = "G. Strang, SIAM J. Numer. Anal. 5 (1968): symmetric splitting",
    .textbook = "Strang splitting",
    .order = 2,
    .make = [](const Coupling&, const MasterOptions&) -> std::unique_ptr<Master> {
      return std::make_unique<Alternating>();
    },
    .expansion = [](const Structure& structure, Hold) -> Expansion {
      return structure.feed_through ? Expansion{1, 1} : Expansion{2, 2};
    },
    .substeps = 2};

}  // namespace bw::cosim
