#include "base/run_control.h"

namespace bw {

void control::end_job() {
  std::string sentence = ended_by();
  if (*current.phase != '\0') sentence += std::string(" while ") + current.phase;
  throw Interrupted(sentence + "; no row was computed.");
}

void enter_phase(Phase phase) {
  control::current.phase = phase;
  control::last_phase = phase;
  throw_if_interrupted();
  const RunControl* control = control::current.control;
  if (control != nullptr && control->on_phase) control->on_phase(phase);
}

std::string ended_by() {
  const RunControl* control = control::current.control;
  return control != nullptr && control->ended_by ? control->ended_by() : "ended by the user";
}

}  // namespace bw
