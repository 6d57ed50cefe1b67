#pragma once
// What a solver inside a component remembers of an event, so that the events of two runs can be
// compared.

#include <cstddef>

namespace bw::model {

struct EventMark {
  enum class Kind {
    state,         // an indicator changed its side
    time,          // announced before by the model
    step,          // asked for when a step was completed
    input,         // an input jumped
    discontinuity  // of the right-hand side, not announced by anything
  };
  double time = 0;
  Kind kind = Kind::state;
  std::size_t indicator = 0;  // of the first one that changed its side; else 0
  bool rises = false;         // it came to the side z > 0
  bool moved_states = false;  // they have other values after it

  bool operator==(const EventMark&) const = default;
};

// A place where an indicator came near to zero and did not cross it.
struct NearEvent {
  double time = 0;
  double distance = 0;  // in tolerances of the states that the solver has
};

}  // namespace bw::model
