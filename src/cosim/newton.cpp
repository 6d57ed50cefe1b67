// Newton, loop by loop: the signals y that the parts of a loop exchange at t + h solve
//
//   G(y) = y - S(y) = 0,   S(y): all parts of the loop advance from t to t + h with inputs from y
//
//   y <- y(t)
//   repeat  S(y);  once: J = I - dS/dy by differences of increment R |y_i| + 0.01 A, factorised
//           J d = S(y) - y;  y <- y + d;  discrete signals <- those of S(y)
//   until WRMS(d) < 1 and the discrete signals stayed as they were
//   S(y) once more, so that the parts stand at the inputs that were found, not at perturbed ones
//
// A column of J needs only the parts that read its signal. Where J is singular, as it may be on a
// discontinuity, d is the plain correction S(y) - y. Loops of one part are stepped once. Below the
// fallback step a loop is swept once, as by gauss-seidel.
//
// Source: A. Nicolai, MasterSim, "MathAlgorithms": Newton.

#include <algorithm>
#include <cmath>
#include <limits>

#include "cosim/loop_signals.h"
#include "cosim/master.h"
#include "math/linear.h"

namespace bw::cosim {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

// The unknowns of one loop and what is needed to solve for them.
class LoopNewton {
 public:
  LoopNewton(const Coupling& coupling, const Loop& loop, const MasterOptions& options)
      : loop_(loop),
        signals_(coupling, loop, options.tolerance),
        unknowns_(find(coupling)),
        jacobian_(unknowns_.size()),
        change_(unknowns_.size()) {}

  const LoopSignals& signals() const { return signals_; }

  PartStatus evaluate(Coupling& coupling, double t, double h, const Signals& y, Signals& answer) {
    for (const std::size_t part : loop_.parts)
      if (const PartStatus status = coupling.advance(part, y, t, h, answer);
          status != PartStatus::ok)
        return status;
    return PartStatus::ok;
  }

  // `y` is moved and put back; the parts are left anywhere.
  PartStatus differentiate(Coupling& coupling, const Checkpoint& begin, double t, double h,
                           Signals& y, const Signals& answer, Signals& moved) {
    double noise = 0.0;  // of the differences, by rounding
    for (Unknown& u : unknowns_) {
      u.increment = signals_.relative() * std::abs(y.reals[u.real]) + 0.01 * u.absolute;
      noise = std::max(noise, 4.0 * epsilon * std::abs(answer.reals[u.real]) / u.increment);
    }
    for (std::size_t c = 0; c < unknowns_.size(); ++c) {
      const Unknown& u = unknowns_[c];
      const double old = y.reals[u.real];
      y.reals[u.real] = old + u.increment;
      coupling.return_to(begin, u.readers);
      for (std::size_t r = 0; r < unknowns_.size(); ++r) jacobian_.at(r, c) = r == c ? 1.0 : 0.0;
      for (const std::size_t part : u.readers) {
        const PartStatus status = coupling.advance(part, y, t, h, moved);
        if (status != PartStatus::ok) return y.reals[u.real] = old, status;
        add_column(coupling, part, c, answer, moved);
      }
      y.reals[u.real] = old;
    }
    regular_ = factors_.compute(scaled(), noise);
    return PartStatus::ok;
  }

  // The change d, by which y moves; its size in units of the tolerance comes back.
  double correct(const Signals& answer, Signals& y) {
    const std::size_t n = unknowns_.size();
    for (std::size_t i = 0; i < n; ++i)
      change_[i] =
          (answer.reals[unknowns_[i].real] - y.reals[unknowns_[i].real]) / unknowns_[i].increment;
    plain_ = change_;
    if (!regular_ || !factors_.solve(change_)) change_ = plain_;
    double sum = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      const Unknown& u = unknowns_[i];
      double& value = y.reals[u.real];
      const double weight = signals_.relative() * std::abs(value) + u.absolute;
      const double change = change_[i] * u.increment;
      value += change;
      sum += change / weight * (change / weight);
    }
    return n == 0 ? 0.0 : std::sqrt(sum / static_cast<double>(n));
  }

 private:
  struct Unknown {
    std::size_t real;                    // position in Signals
    double absolute;                     // tolerance
    std::vector<std::size_t> readers{};  // parts of the loop, in its order
    double increment = 1;
  };

  // Outputs of the loop that come back into it.
  std::vector<Unknown> find(const Coupling& coupling) {
    std::vector<Unknown> unknowns;
    row_.assign(coupling.now().reals.size(), none);
    for (std::size_t i = 0; i < signals_.reals().size(); ++i) {
      Unknown unknown{signals_.reals()[i], signals_.absolute(i)};
      for (const std::size_t part : loop_.parts) {
        const auto sources = coupling.real_sources(part);
        if (std::binary_search(sources.begin(), sources.end(), unknown.real))
          unknown.readers.push_back(part);
      }
      if (unknown.readers.empty()) continue;
      row_[unknown.real] = unknowns.size();
      unknowns.push_back(unknown);
    }
    return unknowns;
  }

  void add_column(const Coupling& coupling, std::size_t part, std::size_t c, const Signals& answer,
                  const Signals& moved) {
    const Coupling::Place& place = coupling.place(part);
    for (std::size_t real = place.real; real < place.real + place.reals; ++real) {
      const std::size_t r = row_[real];
      if (r == none) continue;
      const double increment = unknowns_[c].increment;
      jacobian_.at(r, c) -= (moved.reals[real] - answer.reals[real]) / increment;
    }
  }

  // In units of the increments: a loop of pascals and cubic metres a second would look singular
  // otherwise.
  const math::Matrix& scaled() {
    for (std::size_t c = 0; c < unknowns_.size(); ++c)
      for (std::size_t r = 0; r < unknowns_.size(); ++r)
        jacobian_.at(r, c) *= unknowns_[c].increment / unknowns_[r].increment;
    return jacobian_;
  }

  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  const Loop& loop_;
  LoopSignals signals_;
  std::vector<std::size_t> row_;  // of a real signal among the unknowns
  std::vector<Unknown> unknowns_;
  math::Matrix jacobian_;
  math::Factors factors_;
  bool regular_ = true;
  std::vector<double> change_, plain_;
};

class Newton final : public Master {
 public:
  Newton(const Coupling& coupling, const MasterOptions& options)
      : options_(options), y_(coupling.now()), answer_(y_), moved_(y_) {
    for (const Loop& loop : coupling.loops()) solvers_.emplace_back(coupling, loop, options);
  }

  MacroStep step(Coupling& coupling, const Checkpoint& begin, double t, double h,
                 Signals& next) override {
    copy(coupling.now(), next);
    MacroStep result;
    for (std::size_t k = 0; k < solvers_.size(); ++k) {
      const Loop& loop = coupling.loops()[k];
      if (is_iterated(loop) && h >= options_.fallback_step)
        iterate(coupling, begin, k, t, h, next, result);
      else
        sweep_once(coupling, k, t, h, next, result);
      if (result.part != PartStatus::ok || !result.converged) return result;
    }
    return result;
  }

 private:
  void sweep_once(Coupling& coupling, std::size_t k, double t, double h, Signals& next,
                  MacroStep& result) {
    const Loop& loop = coupling.loops()[k];
    const LoopSignals& signals = solvers_[k].signals();
    if (is_iterated(loop)) signals.copy(next, y_);
    result.part = sweep(coupling, loop, t, h, next);
    if (result.part == PartStatus::ok && is_iterated(loop) &&
        !(signals.distance(y_, next) <= 1.0 && signals.same_discretes(y_, next)))
      result.fell_back = true;
  }

  void iterate(Coupling& coupling, const Checkpoint& begin, std::size_t k, double t, double h,
               Signals& next, MacroStep& result) {
    const Loop& loop = coupling.loops()[k];
    LoopNewton& solver = solvers_[k];
    copy(next, y_);  // also what other loops have written: it is read, too
    for (int iteration = 1; iteration <= options_.iterations; ++iteration) {
      if (iteration > 1) coupling.return_to(begin, loop.parts);
      result.iterations = std::max(result.iterations, iteration);
      result.part = solver.evaluate(coupling, t, h, y_, answer_);
      if (result.part == PartStatus::ok && iteration == 1)
        result.part = solver.differentiate(coupling, begin, t, h, y_, answer_, moved_);
      if (result.part != PartStatus::ok) return;
      const bool same = solver.signals().same_discretes(y_, answer_);
      result.change = solver.correct(answer_, y_);
      take_discretes(coupling, loop);
      if (!(result.change < 1.0) || !same) continue;
      coupling.return_to(begin, loop.parts);
      result.part = solver.evaluate(coupling, t, h, y_, next);
      return;
    }
    solver.signals().copy(answer_, next);
    result.converged = false;
    result.loop = k;
  }

  void take_discretes(const Coupling& coupling, const Loop& loop) {
    for (const std::size_t part : loop.parts) {
      const Coupling::Place& place = coupling.place(part);
      for (std::size_t i = place.discrete; i < place.discrete + place.discretes; ++i)
        y_.discretes[i] = answer_.discretes[i];
    }
  }

  MasterOptions options_;
  std::vector<LoopNewton> solvers_;
  Signals y_, answer_, moved_;
};

}  // namespace

extern const MasterKind newton = {
    .name = "newton",
    .summary =
        "solves each loop for the signals at the end of the step by a modified Newton method",
    .source = "A. Nicolai, MasterSim, MathAlgorithms: Newton",
    .order = 1,
    .least_iterations = 2,
    .usual_iterations = 10,
    .most_iterations = 1'000'000,
    .make = [](const Coupling& coupling, const MasterOptions& options) -> std::unique_ptr<Master> {
      return std::make_unique<Newton>(coupling, options);
    }};

}  // namespace bw::cosim
