// The finished integrations of a single model in its checkpoints.

#include "base/archive/sha256.h"
#include "base/pack.h"
#include "run/execute/integrated.h"

namespace bw::run {

// What an integration of this model depends on.
std::string Reintegration::key_of(const How& how) const {
  Packer pack;
  pack(how.relative, how.event_delay, how.finer, how.accuracy, reads_events_, every_chosen_step_,
       full_.times);
  Sha256 sum;
  sum.add(pack.take());
  return sum.hex();
}

// Who watches wants to see the steps, not the rows: that integration is computed in any case.
Reintegration::Made Reintegration::make(const How& how) {
  const bool keeps = kept_.is_on() && how.watcher == nullptr;
  const std::string key = keeps ? key_of(how) : "";
  if (const std::string* bytes = keeps ? kept_.find(key) : nullptr; bytes != nullptr)
    if (auto made = made_integration_from(*bytes);
        made && made->solution.reals.size() == made->rows * columns_.reals() &&
        made->solution.discretes.size() == made->rows * columns_.discretes()) {
      work_done_ += work_of(how.relative);
      return std::move(*made);
    }
  Made made = compute(how);
  if (keeps && made.usable()) kept_.keep(key, to_bytes(made));
  return made;
}

void Reintegration::poll(const How& how, double time) {
  show_progress(how, time);
  kept_.poll();
}

}  // namespace bw::run
