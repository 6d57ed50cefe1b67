#pragma once
// How a system is computed: in which order while time passes, at events and at the start. Refuses
// what cannot be: too many or too few equations, structures that are singular, higher index.

#include <deque>
#include <string>
#include <vector>

#include "equation/core/flat_model.h"
#include "equation/sort/causal.h"
#include "equation/sort/sort.h"
#include "equation/sort/system.h"

namespace bw::equation {

struct Plan {
  System system;
  Causal running;  // derivatives and algebraic unknowns; what is discrete is known
  Causal update;   // at events: what is discrete, too
  Causal initial;  // at the start: states and values before the first event, too
  // Nothing is asked of the start but values of states: it is `start_values`, then the update.
  bool has_simple_start = false;
  std::vector<Definition> start_values{};
  std::deque<Equation> starts;         // what is added for want of initial equations
  std::vector<std::uint32_t> started;  // states that take their start values for want of equations
};

// Throws InputError.
Plan make_plan(const FlatModel& model);

// The sentence about a sorting that is impossible.
std::string why_singular(const System& system, const Sorting& sorting);
std::string why_overdetermined_start(const System& system, const Sorting& sorting);

}  // namespace bw::equation
