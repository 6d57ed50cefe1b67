#pragma once
// What a solver noticed that the user must know, as diagnostics.

#include <optional>
#include <string>

#include "base/bell.h"
#include "model/event_mark.h"
#include "model/solver_report.h"

namespace bw::model {

// Something that may have happened between the evaluations of a step.
void ring_unresolved(const std::optional<Unresolved>& unresolved, const std::string& component,
                     Bells& bells);

// Events that were seen once and not found again.
void ring_vanished(const std::optional<VanishedEvent>& vanished, const std::string& component,
                   Bells& bells);

}  // namespace bw::model
