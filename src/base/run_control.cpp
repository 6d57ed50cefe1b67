#include "base/run_control.h"

namespace bw {

void control::end_job() {
  std::string sentence = ended_by();
  if (*current.phase != '\0') sentence += std::string(" while ") + current.phase;
  throw Interrupted(sentence + ", before the first row of this run.");
}

void control::repeat_phase() {
  if (current.control != nullptr && current.control->on_phase)
    current.control->on_phase(current.phase);
}

void note_phase(Phase phase) noexcept {
  control::current.phase = phase;
  control::last_phase = phase;
}

void enter_phase(Phase phase) {
  note_phase(phase);
  throw_if_interrupted();
  control::repeat_phase();
}

void announce(const std::string& sentence) {
  const RunControl* control = control::current.control;
  if (control != nullptr && control->on_announcement) control->on_announcement(sentence);
}

std::string ended_by() {
  const RunControl* control = control::current.control;
  return control != nullptr && control->ended_by ? control->ended_by() : "ended by the user";
}

}  // namespace bw
