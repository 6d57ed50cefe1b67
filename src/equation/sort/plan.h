#pragma once
// The order of evaluation of a system in continuous time, at events and at the start, after index
// reduction where it is needed. Rejects too many or too few equations and singular structures.

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
  Causal running;  // derivatives and algebraic unknowns; discrete ones are known
  Causal update;   // at events: discrete unknowns, too
  Causal initial;  // at the start: states and pre values, too
  // The start needs only values of states: `start_values`, then the update.
  bool has_simple_start = false;
  std::vector<Definition> start_values{};
  std::deque<Equation> starts;         // added in place of missing initial equations
  std::vector<std::uint32_t> started;  // states that take their start values for lack of equations
};

// Throws InputError.
Plan make_plan(const FlatModel& model);

// Whether derivatives of its equations would make the model regular.
bool is_higher_index(System& system, const Sorting& sorting);
// The message about an impossible sorting.
std::string why_singular(System& system, const Sorting& sorting);
std::string why_overdetermined_start(const System& system, const Sorting& sorting);

}  // namespace bw::equation
