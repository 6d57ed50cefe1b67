// A model of reduced index in a run: the states among variables that constraints tie to each other
// (state_selection.h).

#include <fmt/format.h>

#include "base/text.h"
#include "equation/live/run_state.h"
#include "equation/live/state_selection.h"
#include "equation/sort/system.h"

namespace bw::equation {

// Start values of the candidates that are states now.
void RunState::take_set_starts() {
  const System& system = machine_.system();
  for (const StateSet& set : system.sets)
    for (std::size_t i = 0; i < set.states.size(); ++i) {
      double value = 0;
      for (std::size_t j = 0; j < set.candidates.size(); ++j) {
        const auto at = static_cast<std::uint32_t>(i * set.candidates.size() + j);
        value += memory(set.first_memory + at) * memory(system.start_memory[set.candidates[j]]);
      }
      memory(system.start_memory[set.states[i]]) = value;
      x_[system.state_of[set.states[i]]] = value;
    }
}

void RunState::find_matrices(double t, std::span<const double> x) {
  if (selection_.is_idle()) return;
  call(machine_.functions().selections, t, const_cast<double*>(x.data()),
       selection_.matrices().data());
}

// The matrices belong to the solution, and the solution to the choice that they lead to: repeated
// from the values that the last one led to.
void RunState::solve_start_of_sets() {
  constexpr int most_choices = 5;
  for (int round = 0; round < most_choices; ++round) {
    bool changed = false;
    const Settled settled = try_to_settle(machine_.functions().initial, start_, x_, true, changed);
    find_matrices(start_, x_);
    if (!selection_.choose_for_start(w_).changed && settled == Settled::yes) return;
    take_set_starts();
  }
}

bool RunState::choose_states(double t, std::span<double> x, bool all, const std::string& name) {
  if (selection_.is_idle()) return false;
  const System& system = machine_.system();
  find_matrices(t, x);
  const StateSelection::Chosen chosen = selection_.choose_again(w_, all);
  if (chosen.singular != unmatched)
    fail(
        t, name,
        fmt::format("the constraints between {} are singular: some of them say the same there, and "
                    "the movement that follows is not determined. Remove constraints that repeat "
                    "each other, or start beside this position",
                    listed(system.sets[chosen.singular].candidates,
                           [&](std::uint32_t i) { return system.variables[i].name; },
                           {.most = most_names})));
  if (!chosen.changed) return false;
  for (const StateSet& set : system.sets)
    for (std::size_t i = 0; i < set.states.size(); ++i)
      for (std::size_t j = 0; j < set.candidates.size(); ++j) {
        const auto at = static_cast<std::uint32_t>(i * set.candidates.size() + j);
        if (memory(set.first_memory + at) != 0)
          x[system.state_of[set.states[i]]] = value(set.candidates[j], x);
      }
  return true;
}

bool RunState::needs_other_states(double t, std::span<const double> x) {
  if (selection_.is_idle()) return false;
  find_matrices(t, x);
  return selection_.needs_choice(w_);
}

}  // namespace bw::equation
