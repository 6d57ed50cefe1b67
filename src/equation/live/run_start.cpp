// The start of a model: the continuation of homotopy(), and solutions of its loops that nothing but
// the first guess excludes.
//
//   probe: a loop that is not linear, from the guesses -z, 0 and +-1, 10, 100 nominal values of the
//   tears without a given start value. Another solution counts if the whole start system has it,
//   all values are finite and within min and max, and assertions hold. Start values of the loop's
//   unknowns decide for the solution that is closer to them.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "base/bell.h"
#include "base/error.h"
#include "base/text.h"
#include "equation/code/homotopy.h"
#include "equation/code/machine.h"
#include "equation/core/flat_model.h"
#include "equation/live/run_state.h"
#include "equation/sort/parameter_values.h"
#include "equation/sort/system.h"
#include "math/finite.h"

namespace bw::equation {
namespace {

constexpr std::size_t most_probed = 100;  // unknowns of a loop
constexpr double distinct = 1e-3, small_of_nominal = 1e-6;
constexpr std::array guess_sizes = {1.0, 10.0, 100.0};  // of guesses, in nominal values

}  // namespace

void RunState::take_limits(const Settings& settings, ParameterValues& known) {
  constexpr double none = std::numeric_limits<double>::infinity();
  const System& system = machine_.system();
  bounds_.clear();
  hints_.assign(system.variables.size(), std::nan(""));
  for (std::uint32_t i = 0; i < system.own_variables; ++i) {
    const FlatVariable& v = system.variables[i];
    if (system.is_known(i)) continue;
    if (v.min != no_node || v.max != no_node)
      bounds_.push_back({i, v.min != no_node ? known.of(v.min) : -none,
                         v.max != no_node ? known.of(v.max) : none});
    if (v.start != no_node || settings.starts.contains(i))
      hints_[i] = w_[machine_.layout().variable(i)];
  }
}

// ---- homotopy ----

class RunState::Continuation : public Homotopy {
 public:
  explicit Continuation(RunState& of) : Homotopy{}, state_(of) {
    solve = [](Homotopy* self, double lambda) {
      return static_cast<Continuation*>(self)->solve_for(lambda);
    };
    save = [](Homotopy* self) {
      auto& it = *static_cast<Continuation*>(self);
      it.w_ = it.state_.w_, it.d_ = it.state_.d_, it.x_ = it.state_.x_;
    };
    restore = [](Homotopy* self) {
      auto& it = *static_cast<Continuation*>(self);
      it.state_.w_ = it.w_, it.state_.d_ = it.d_, it.state_.x_ = it.x_;
    };
  }

  // The first one is solved like any start.
  int solve_for(double lambda) {
    bool switched = false;
    state_.memory(*state_.machine_.system().homotopy_memory) = 1 - lambda;
    state_.loops_.set_trial(lambda > 0);
    why = state_.try_to_settle(state_.machine_.functions().initial, state_.start_, state_.x_, true,
                               switched);
    const std::optional<std::size_t> strayed = state_.loops_.take_trial_stray();
    state_.loops_.set_trial(false);
    if (strayed || why == Settled::not_solved)
      blamed = strayed.value_or(state_.loops_.failed().value_or(blamed));
    return why != Settled::yes ? homotopy_not_solved
           : !strayed          ? homotopy_solved
           : switched          ? homotopy_switched
                               : homotopy_strayed;
  }

  Settled why = Settled::yes;
  std::size_t blamed = 0;  // the last loop that was not solved, or not straight

 private:
  RunState& state_;
  std::vector<double> w_, d_, x_;
};

// Where the path ends the actual equations are solved from the start values, as without homotopy().
void RunState::follow_homotopy(const std::string& name) {
  for (std::size_t k = 0; k < machine_.loops.size(); ++k)
    loops_.take_starts(k, x_.data(), w_.data(), d_.data());
  const Saved first{w_, d_, {}};
  const std::vector<double> first_x = x_;
  Continuation continuation(*this);
  homotopy_end_.clear();
  if (bw_follow_homotopy(&continuation) != 0) return;
  const bool is_loop = continuation.why != Settled::endless && !machine_.loops.empty();
  homotopy_end_ = fmt::format(
      "{}: at t = {} the continuation of homotopy() ends {}: {}", name, brief(start_),
      continuation.reached < 0
          ? "at its simplified expressions"
          : "at lambda = " + brief(continuation.reached) + " (0: simplified, 1: actual)",
      is_loop ? "no solution is found near the last one of the equations for " +
                    machine_.loops[continuation.blamed].names
              : "no consistent values of the model's relations were found");
  w_ = first.memory, d_ = first.derivatives, x_ = first_x;
  memory(*machine_.system().homotopy_memory) = 0;
  bool changed = false;
  if (try_to_settle(machine_.functions().initial, start_, x_, true, changed) != Settled::yes)
    throw ComponentFailure(name, BellCode::not_converged, name, start_,
                           homotopy_end_ +
                               ". The actual equations are not solved from the start values "
                               "either. Simplify less, or give start values.");
}

// ---- other solutions ----

class RunState::Probe {
 public:
  explicit Probe(RunState& of) : state_(of), w_(of.w_), d_(of.d_), x_(of.x_) {
    state_.loops_.set_trial(true);
  }
  ~Probe() {
    go_back();
    state_.loops_.set_trial(false);
  }
  Probe(const Probe&) = delete;
  Probe& operator=(const Probe&) = delete;

  std::optional<OtherSolution> look(const MachineLoop& loop) {
    const bool is_followed = loop.has_homotopy && state_.homotopy_end_.empty();
    if (loop.is_linear || is_followed || loop.tears.size() > most_probed) return {};
    bool is_open = false;
    for (std::size_t i = 0; i < loop.tears.size(); ++i)
      is_open = is_open || std::isnan(hint(loop.unknowns[i]));
    if (!is_open) return {};
    if (leads_elsewhere(loop, guess_of(loop, -1, 0)) || leads_elsewhere(loop, guess_of(loop, 0, 0)))
      return difference(loop);
    for (const double size : guess_sizes) {
      if (loop.is_periodic && size > 1) break;  // solutions without number
      for (const double sign : {1.0, -1.0})
        if (leads_elsewhere(loop, guess_of(loop, 0, sign * size))) return difference(loop);
    }
    return {};
  }

 private:
  // Weights of the solution and of the nominal values; given start values stay.
  std::vector<double> guess_of(const MachineLoop& loop, double of_used, double of_nominal) const {
    std::vector<double> guess(loop.tears.size());
    for (std::size_t i = 0; i < guess.size(); ++i) {
      const double given = hint(loop.unknowns[i]);
      guess[i] = std::isnan(given)
                     ? of_used * used(loop.unknowns[i]) + of_nominal * loop.nominals[i]
                     : given;
    }
    return guess;
  }
  void go_back() { state_.w_ = w_, state_.d_ = d_, state_.x_ = x_; }

  double hint(const LoopUnknown& unknown) const {
    return unknown.is_derivative ? std::nan("") : state_.hints_[unknown.variable];
  }
  static double at(const LoopPlace& place, const std::vector<double>& x,
                   const std::vector<double>& w, const std::vector<double>& d) {
    return (place.array == LoopPlace::Array::states   ? x
            : place.array == LoopPlace::Array::memory ? w
                                                      : d)[place.index];
  }
  double used(const LoopUnknown& unknown) const { return at(unknown.place, x_, w_, d_); }
  double other(const LoopUnknown& unknown) const {
    return at(unknown.place, state_.x_, state_.w_, state_.d_);
  }

  bool leads_elsewhere(const MachineLoop& loop, const std::vector<double>& guess) {
    go_back();
    double *const x = state_.x_.data(), *const w = state_.w_.data(), *const d = state_.d_.data();
    if (!state_.loops_.solve_from(loop.number, guess, state_.start_, x, w, d)) return false;
    bool changed = false;
    return differs(loop) &&
           state_.try_to_settle(state_.machine_.functions().initial, state_.start_, state_.x_, true,
                                changed) == Settled::yes &&
           differs(loop) && is_allowed() && !is_decided(loop);
  }

  // Relative to the unknown, and to its nominal value where both are nearly 0.
  double share(const MachineLoop& loop, std::size_t i) const {
    const double a = used(loop.unknowns[i]), b = other(loop.unknowns[i]);
    const double size = std::max(std::abs(a), std::abs(b));
    return std::abs(a - b) > small_of_nominal * loop.nominals[i] ? std::abs(a - b) / size : 0;
  }
  bool differs(const MachineLoop& loop) const {
    for (std::size_t i = 0; i < loop.tears.size(); ++i)
      if (share(loop, i) > distinct) return true;
    return false;
  }

  bool is_allowed() {
    if (!math::all_finite(state_.w_) || !math::all_finite(state_.x_) ||
        !math::all_finite(state_.d_))
      return false;
    for (const Bound& bound : state_.bounds_) {
      const double value = state_.value(bound.variable, state_.x_);
      if (!(value >= bound.min && value <= bound.max)) return false;
    }
    std::vector<Said> said;
    state_.check_assertions(state_.start_, state_.x_, said);
    return said.empty();
  }

  bool is_decided(const MachineLoop& loop) const {
    constexpr double nearer = 0.999;
    double to_used = 0, to_other = 0;
    for (const LoopUnknown& unknown : loop.unknowns) {
      const double given = hint(unknown), a = used(unknown), b = other(unknown);
      const double size = std::max(std::abs(a), std::abs(b));
      if (std::isnan(given) || !(size > 0)) continue;
      to_used += std::abs(a - given) / size;
      to_other += std::abs(b - given) / size;
    }
    return to_used < nearer * to_other;
  }

  // Of the tear without a start value that differs most.
  OtherSolution difference(const MachineLoop& loop) const {
    std::size_t most = 0;
    double largest = -1;
    for (std::size_t i = 0; i < loop.tears.size(); ++i)
      if (const double own = share(loop, i);
          own > largest && (largest < 0 || std::isnan(hint(loop.unknowns[i])))) {
        most = i;
        largest = own;
      }
    const LoopUnknown& unknown = loop.unknowns[most];
    const std::string& name = state_.machine_.system().variables[unknown.variable].name;
    return {unknown.is_derivative ? "der(" + name + ")" : name, used(unknown), other(unknown)};
  }

  RunState& state_;
  const std::vector<double> w_, d_, x_;  // the solution that is used
};

void RunState::look_for_other_solutions() {
  other_solutions_.clear();
  const std::size_t first = machine_.first_start_loop, end = first + machine_.start_loops;
  const auto is_probed = [](const MachineLoop& loop) { return !loop.is_linear; };
  const auto begin = machine_.loops.begin();
  if (std::none_of(begin + static_cast<std::ptrdiff_t>(first),
                   begin + static_cast<std::ptrdiff_t>(end), is_probed))
    return;
  Probe probe(*this);
  for (std::size_t k = first; k < end; ++k)
    if (const auto found = probe.look(machine_.loops[k])) other_solutions_.push_back(*found);
}

}  // namespace bw::equation
