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
// The last component in order makes both halves one after the other, with the same inputs unless it
// drives itself: that is one step of h.
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
  explicit Alternating(const Coupling& coupling) : joined_(can_join(coupling) ? 1 : 0) {}

  CommunicationStep step(Coupling& coupling, const Checkpoint& /*begin*/, double t, double h,
                         Signals& next) override {
    copy(coupling.now(), next);
    const double mid = t + h / 2;
    const std::vector<std::size_t>& order = coupling.order();
    const std::size_t apart = order.size() - joined_;
    for (std::size_t k = 0; k < apart; ++k)
      if (const ComponentStatus status = coupling.advance(order[k], next, t, mid - t, next);
          status != ComponentStatus::ok) [[unlikely]]
        return {.component = status};
    if (joined_ > 0)
      if (const ComponentStatus status = coupling.advance(order.back(), next, t, h, next);
          status != ComponentStatus::ok) [[unlikely]]
        return {.component = status};
    for (std::size_t k = apart; k-- > 0;)
      if (const ComponentStatus status = coupling.advance(order[k], next, mid, (t + h) - mid, next);
          status != ComponentStatus::ok) [[unlikely]]
        return {.component = status};
    return {};
  }

 private:
  static bool can_join(const Coupling& coupling) {
    return !coupling.order().empty() && !coupling.drives_itself(coupling.order().back());
  }

  std::size_t joined_;  // components that make one step: the last one, or none
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
    .make = [](const Coupling& coupling, const MasterOptions&) -> std::unique_ptr<Master> {
      return std::make_unique<Alternating>(coupling);
    },
    .expansion = [](const Structure& structure, Hold) -> Expansion {
      return structure.feed_through ? Expansion{1, 1} : Expansion{2, 2};
    },
    .substeps = 2};

}  // namespace bw::cosim
