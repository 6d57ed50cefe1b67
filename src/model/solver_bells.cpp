#include "model/solver_bells.h"

#include <string>

#include "base/bell.h"
#include "base/text.h"
#include "model/solver_report.h"

namespace bw::model {

void ring_unresolved(const std::optional<Unresolved>& unresolved, const std::string& component,
                     Bells& bells) {
  if (!unresolved) return;
  const std::string lo = brief(unresolved->lo), hi = brief(unresolved->hi);
  const std::string place = lo == hi ? "close to t = " + lo : "between t = " + lo + " and " + hi;
  bells.ring(BellCode::unresolved_feature, unresolved->lo, component,
             component + ": " + place + " " + unresolved->what +
                 " may change for a time that is shorter than the steps, and was not resolved; "
                 "the result may lack its effect.");
}

void ring_vanished(const std::optional<VanishedEvent>& vanished, const std::string& component,
                   Bells& bells) {
  if (!vanished) return;
  bells.ring(BellCode::event_not_reproduced, vanished->time, component,
             "event indicator " + std::to_string(vanished->indicator + 1) +
                 " changes its sign at t = " + brief(vanished->time) + " (to " +
                 rough(vanished->value) + ") and does not when the step is repeated, " +
                 (vanished->count == 1 ? std::string("once")
                                       : grouped(vanished->count) + " times in the run") +
                 "; it depends on more than the time and the states.",
             static_cast<double>(vanished->count), 0);
}

}  // namespace bw::model
