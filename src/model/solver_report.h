#pragma once
// What a component's own solver did, for the end of a run.

#include <optional>
#include <string>
#include <vector>

#include "model/event_mark.h"
#include "model/method_choice.h"

namespace bw::model {

struct Work {
  long steps = 0, rejected = 0, events = 0, rhs_evaluations = 0, jacobian_evaluations = 0;
};

// Where the model may do something that no evaluation met.
struct Unresolved {
  double lo = 0, hi = 0;  // time
  std::string what{};     // "der(x)", "an event indicator"
};

// As far as the solver knows it: a black box reports nothing.
struct SolverReport {
  Work work{};                          // steps that were rolled back count, too
  std::vector<EventMark> events{};      // in the order of time
  std::vector<MethodChoice> methods{};  // that the solver chose by itself
  // The nearest of all events that did not happen, and of one that would happen where the component
  // stands: errors of that size decide whether there is one. Nothing: none was near.
  std::optional<NearEvent> near_event{};
  std::optional<Unresolved> unresolved{};  // the first one
  long bounded_intervals = 0;              // searched for what no evaluation met
  long hidden_features = 0;                // that were found there
  std::optional<VanishedEvent> vanished{};
  bool is_discrete = false;    // a model without continuous states: it has no error
  double rounding_factor = 1;  // above 1: a tighter tolerance hardly makes its errors smaller
};

// Whether report() may evaluate the component where it stands, for events that are near there. Not
// after a failure.
enum class Probing { allowed, forbidden };

}  // namespace bw::model
