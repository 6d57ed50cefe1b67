// Implicit trapezoid with holds: symmetric in both ends of a step. The signals y that come back
// into a loop at t + h solve
//
//   G(y) = S(y) - y = 0,   S(y): all components of the loop advance from t to t + h with inputs
//                          between y(t) and y, see holder.h: the mean, or two half steps for
//                          components with direct feedthrough
//
//   y <- extrapolated from the previous step
//   repeat  S(y);  r = max |S(y) - y| / size of the signal so far
//           until r <= 1e-13, or r <= 1e-9 and it stays there: that is noise of the components
//           r falls by less than 5: new J = 1 - dS/dy, by differences of 1e-7 (|y| + nominal)
//           J d = S(y) - y;  y <- y + d;  discrete signals <- those of S(y)
//
// J is kept from step to step as long as h is about the same. The user's tolerance is not used: a
// remaining iteration error has no expansion in powers of h, so none may remain.
// A step backward from t + h gives y(t) again, hence even powers only, with direct feedthrough and
// in algebraic loops, too. Components that drive themselves are solved as loops. Below the fallback
// step a loop is swept once, as by gauss-seidel.
//
// Source: E. Hairer, C. Lubich, G. Wanner, "Geometric Numerical Integration", II.1.5 and V
// (symmetric methods); docs/methods.md.

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "base/pack.h"
#include "cosim/coupling/coupling.h"
#include "cosim/coupling/loops.h"
#include "cosim/master/holder.h"
#include "cosim/master/loop_newton.h"
#include "cosim/master/master.h"
#include "model/signals.h"

namespace bw::cosim {

template <class Pack, Is<LoopNewton::Memory> M>
void fields(Pack& pack, M& memory) {
  pack(memory.scaled, memory.increments, memory.noise, memory.regular);
}

namespace {

constexpr double difference_increment = 1e-7;
constexpr double solved = 1e-13, component_noise = 1e-9;  // residuals, relative
constexpr double fast_reduction = 5, stalled = 2;         // least reduction by a correction
constexpr double about = 0.1;  // relative change of h that keeps the matrix

class Ith final : public Master {
 public:
  Ith(const Coupling& coupling, const MasterOptions& options)
      : options_(options),
        holder_(coupling, Hold::fitting),
        answer_(coupling.now()),
        moved_(answer_),
        sizes_(answer_.reals.size(), 0.0) {
    for (const Loop& loop : coupling.loops()) {
      Solver& solver = solvers_.emplace_back();
      if (loop.closed)
        solver.newton = std::make_unique<LoopNewton>(coupling, loop, options.tolerance,
                                                     difference_increment, &holder_);
    }
  }

  CommunicationStep step(Coupling& coupling, const Checkpoint& begin, double t, double h,
                         Signals& next) override {
    holder_.begin_step(coupling, t, h, next);
    for (std::size_t i = 0; i < sizes_.size(); ++i)
      sizes_[i] = std::max(sizes_[i], std::abs(coupling.now().reals[i]));
    CommunicationStep result;
    for (std::size_t k = 0; k < solvers_.size(); ++k) {
      const Loop& loop = coupling.loops()[k];
      if (!loop.closed)
        result.component = holder_.advance(coupling, loop.components.front(), t, h, next, next);
      else if (std::abs(h) < options_.fallback_step)
        solvers_[k].newton->sweep_once(coupling, k, t, h, next, result);
      else
        solve(coupling, begin_of(coupling, loop, begin), k, t, h, next, result);
      // A loop that did not converge may be accepted: later components must be at t + h then, too.
      if (result.component != ComponentStatus::ok) return result;
    }
    return result;
  }

  void forget() override { holder_.forget(); }
  void save(SignalHistory& into) const override { into = holder_.history(); }
  void restore(const SignalHistory& from) override { holder_.restore(from); }

  std::string memory() const override {
    Packer pack;
    pack(sizes_);
    for (const Solver& solver : solvers_) {
      pack(solver.matrix_step);
      if (solver.matrix_step != 0) pack(solver.newton->memory());
    }
    return pack.take();
  }
  void remember(const std::string& bytes) override {
    std::vector<double> sizes;
    Unpacker unpack(bytes);
    unpack(sizes);
    if (sizes.size() == sizes_.size()) sizes_ = sizes;
    for (Solver& solver : solvers_) {
      unpack(solver.matrix_step);
      if (solver.matrix_step == 0) continue;
      LoopNewton::Memory matrix;
      unpack(matrix);
      if (solver.newton != nullptr) solver.newton->remember(matrix);
    }
  }

 private:
  struct Solver {
    std::unique_ptr<LoopNewton> newton{};  // null: no loop
    double matrix_step = 0;                // h of its matrix; 0: none
  };

  // Callers provide checkpoints for loops of several components only.
  const Checkpoint& begin_of(Coupling& coupling, const Loop& loop, const Checkpoint& begin) {
    if (is_iterated(loop)) return begin;
    coupling.mark(loop.components, own_begin_);
    return own_begin_;
  }

  void solve(Coupling& coupling, const Checkpoint& begin, std::size_t k, double t, double h,
             Signals& next, CommunicationStep& result) {
    const Loop& loop = coupling.loops()[k];
    Solver& solver = solvers_[k];
    LoopNewton& newton = *solver.newton;
    if (!(std::abs(h - solver.matrix_step) <= about * solver.matrix_step)) solver.matrix_step = 0;
    double before = std::numeric_limits<double>::infinity();
    bool is_good = false;  // the matrix is of this step, or has reduced the residual in it
    for (int iteration = 1;; ++iteration) {
      if (iteration > 1) coupling.return_to(begin, loop.components);
      result.iterations = std::max(result.iterations, iteration);
      result.component = newton.evaluate(coupling, t, h, next, answer_);
      if (result.component != ComponentStatus::ok) break;
      const double r = residual(newton, next);
      const bool stays = !(stalled * r <= before), is_slow = !(fast_reduction * r <= before);
      is_good = is_good || (iteration > 1 && !is_slow);
      if (newton.signals().same_discretes(next, answer_) &&
          (r <= solved || (is_good && stays && is_noise(coupling, newton, next))))
        break;
      if (iteration >= options_.iterations) {
        if (result.converged) report(k, r, result);
        break;
      }
      if (solver.matrix_step == 0 || is_slow) {
        result.component = newton.differentiate(coupling, begin, t, h, next, answer_, moved_);
        if (result.component != ComponentStatus::ok) break;
        solver.matrix_step = h;
        is_good = true;
      }
      before = r;
      newton.correct(answer_, next);
      newton.signals().copy_discretes(answer_, next);
    }
    newton.signals().copy(answer_, next);  // the components' current outputs
  }

  static void report(std::size_t k, double r, CommunicationStep& result) {
    result.converged = false;
    result.loop = k;
    result.change = r / component_noise;
  }

  double residual(const LoopNewton& newton, const Signals& y) const {
    double worst = 0.0;
    for (const LoopNewton::Unknown& u : newton.unknowns()) {
      const double size = std::max(sizes_[u.real], std::abs(answer_.reals[u.real]));
      const double left = std::abs(answer_.reals[u.real] - y.reals[u.real]);
      if (left == 0.0) continue;
      if (!(left / size <= worst)) worst = left / size;  // also for NaN
    }
    return worst;
  }

  // A signal near zero may be the difference of large ones.
  bool is_noise(const Coupling& coupling, const LoopNewton& newton, const Signals& y) const {
    const auto& unknowns = newton.unknowns();
    return std::ranges::all_of(unknowns, [&](const LoopNewton::Unknown& u) {
      const double size = std::max(sizes_[u.real], std::abs(coupling.nominals()[u.real]));
      return std::abs(answer_.reals[u.real] - y.reals[u.real]) <= component_noise * size;
    });
  }

  MasterOptions options_;
  Holder holder_;
  std::vector<Solver> solvers_;  // of the loops
  Checkpoint own_begin_;
  Signals answer_, moved_;
  std::vector<double> sizes_;  // the largest values of the reals so far
};

}  // namespace

extern const MasterKind ith = {
    .name = "ith",
    .summary =
        "implicit trapezoid with iteration: solves each loop for the signals at both ends of the "
        "step; second order, also with direct feedthrough and in algebraic loops",
    .source = "docs/methods.md: implicit trapezoid with holds",
    .textbook = "implicit trapezoid with iteration",
    .order = 2,
    .least_iterations = 2,
    .usual_iterations = 30,
    .most_iterations = 1'000'000,
    .make = [](const Coupling& coupling, const MasterOptions& options) -> std::unique_ptr<Master> {
      return std::make_unique<Ith>(coupling, options);
    },
    .expansion =
        [](const Structure&, Hold) {
          return Expansion{2, 2};
        },
    .expands_iterated = true,
    .substeps = 2,
    .repeats_alone = true};

}  // namespace bw::cosim
