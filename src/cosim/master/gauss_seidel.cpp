// Gauss-Seidel: loop by loop in topological order, each component reads what its predecessors have
// just written for t + h, and the signals of time t from the others.
//
//   y* <- y(t);  for each component in order: inputs from y*, advance, outputs into y*
//
// Iterated, a loop is rolled back and swept again with the last y*, until
//
//   WRMS(y*_old - y*_new) <= 1, weights of the old one, and discrete signals are equal
//
// or the iterations are used up. Below the fallback step there is one sweep only: a loop over a
// discontinuity may have no solution to converge to, however short the step.
//
// With another hold than a constant one (holder.h), a component reads y(t) and y(t + h), which is
// known or extrapolated. `mixed` is that with the hold that fits each component.
//
// Source: A. Nicolai, MasterSim, "MathAlgorithms".

#include "cosim/coupling/coupling.h"
#include "cosim/coupling/loop_signals.h"
#include "cosim/coupling/loops.h"
#include "cosim/master/holder.h"
#include "cosim/master/master.h"
#include "model/signals.h"

namespace bw::cosim {
namespace {

class GaussSeidel final : public Master {
 public:
  CommunicationStep step(Coupling& coupling, const Checkpoint& /*begin*/, double t, double h,
                         Signals& next) override {
    return {.component = coupling.sweep(t, h, next)};
  }
};

class HoldingGaussSeidel final : public Master {
 public:
  HoldingGaussSeidel(const Coupling& coupling, Hold hold) : holder_(coupling, hold) {}

  CommunicationStep step(Coupling& coupling, const Checkpoint& /*begin*/, double t, double h,
                         Signals& next) override {
    holder_.begin_step(coupling, t, h, next);
    for (const std::size_t component : coupling.order())
      if (const ComponentStatus status = holder_.advance(coupling, component, t, h, next, next);
          status != ComponentStatus::ok) [[unlikely]]
        return {.component = status};
    return {};
  }
  void forget() override { holder_.forget(); }
  void save(SignalHistory& into) const override { into = holder_.history(); }
  void restore(const SignalHistory& from) override { holder_.restore(from); }

 private:
  Holder holder_;
};

class IteratedGaussSeidel final : public Master {
 public:
  IteratedGaussSeidel(const Coupling& coupling, const MasterOptions& options)
      : options_(options),
        signals_(signals_of_loops(coupling, options.tolerance)),
        old_(coupling.now()) {}

  CommunicationStep step(Coupling& coupling, const Checkpoint& begin, double t, double h,
                         Signals& next) override {
    copy(coupling.now(), next);
    CommunicationStep result;
    for (std::size_t k = 0; k < signals_.size(); ++k) {
      const Loop& loop = coupling.loops()[k];
      if (is_iterated(loop))
        iterate(coupling, begin, k, t, h, next, result);
      else
        result.component = sweep(coupling, loop, t, h, next);
      if (result.component != ComponentStatus::ok || !result.converged) return result;
    }
    return result;
  }

 private:
  void iterate(Coupling& coupling, const Checkpoint& begin, std::size_t k, double t, double h,
               Signals& next, CommunicationStep& result) {
    const Loop& loop = coupling.loops()[k];
    for (int iteration = 1; iteration <= options_.iterations; ++iteration) {
      if (iteration > 1) coupling.return_to(begin, loop.components);
      result.iterations = std::max(result.iterations, iteration);
      signals_[k].copy(next, old_);
      result.component = sweep(coupling, loop, t, h, next);
      if (result.component != ComponentStatus::ok || settled(k, next, result)) return;
      if (h < options_.fallback_step) {
        result.fell_back = true;
        result.loop = k;
        return;
      }
    }
    result.converged = false;
    result.loop = k;
  }

  bool settled(std::size_t k, const Signals& next, CommunicationStep& result) const {
    result.change = signals_[k].distance(old_, next);
    return result.change <= 1.0 && signals_[k].same_discretes(old_, next);
  }

  MasterOptions options_;
  std::vector<LoopSignals> signals_;
  Signals old_;
};

// Without a loop both end values are always known: symmetric, hence even powers only.
Expansion expansion_of(const Structure& structure, Hold hold) {
  const bool second = hold == Hold::trapezoid || hold == Hold::fitting ||
                      (hold == Hold::mean && !structure.feed_through);
  if (!second) return {1, 1};
  return {2, structure.loop ? 1 : 2};
}

}  // namespace

extern const MasterKind gauss_seidel = {
    .name = "gauss-seidel",
    .summary =
        "components step one after the other, each with the newest outputs of those before it; "
        "loops are iterated with --iterations",
    .source = "A. Nicolai, MasterSim, MathAlgorithms: Gauss-Seidel",
    .order = 1,
    .most_iterations = 1'000'000,
    .make = [](const Coupling& coupling, const MasterOptions& options) -> std::unique_ptr<Master> {
      if (options.iterations > 1) return std::make_unique<IteratedGaussSeidel>(coupling, options);
      if (options.hold != Hold::constant)
        return std::make_unique<HoldingGaussSeidel>(coupling, options.hold);
      return std::make_unique<GaussSeidel>();
    },
    .expansion = expansion_of,
    .takes_hold = true};

extern const MasterKind mixed = {
    .name = "mixed",
    .summary =
        "midpoint with extrapolation: gauss-seidel with inputs at the middle of a step; two half "
        "steps for components with direct feedthrough; second order",
    .source = "docs/methods.md: mean-hold and trapezoid-hold",
    .textbook = "midpoint with extrapolation",
    .order = 2,
    .make = [](const Coupling& coupling, const MasterOptions&) -> std::unique_ptr<Master> {
      return std::make_unique<HoldingGaussSeidel>(coupling, Hold::fitting);
    },
    .expansion = [](const Structure& structure,
                    Hold) { return expansion_of(structure, Hold::fitting); },
    .is_two_step = true,
    .substeps = 2};

}  // namespace bw::cosim
