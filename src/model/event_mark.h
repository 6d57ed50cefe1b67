#pragma once
// What a solver inside a component records of an event, so that the events of two runs can be
// compared.

#include <cstddef>

namespace bw::model {

struct EventMark {
  enum class Kind {
    state,         // an indicator changed its sign
    time,          // a time event, announced by the model
    step,          // requested by completed_step()
    input,         // an input has a discontinuity
    discontinuity  // of the derivatives, not announced by the model
  };
  double time = 0;
  Kind kind = Kind::state;
  std::size_t indicator = 0;  // the first one that changed its sign; else 0
  bool rises = false;         // to z > 0
  bool moved_states = false;  // the event changed the values of states

  bool operator==(const EventMark&) const = default;
};

// A point where an indicator came near to zero without crossing it.
struct NearEvent {
  double time = 0;
  double distance = 0;  // in tolerances of the solver's states
};

// A change of sign that did not occur when the same step was repeated, and is no rounding noise.
struct VanishedEvent {
  double time = 0;            // of the first one
  std::size_t indicator = 0;  // likewise
  double value = 0;           // of the indicator where it had changed its sign
  long count = 0;
};

}  // namespace bw::model
