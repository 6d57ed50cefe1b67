#pragma once
// Reports the methods that were chosen during the run.

#include <span>
#include <string>

#include "base/bell.h"
#include "model/method_choice.h"
#include "result/result.h"

namespace bw::run {

// Their names, each once, in the order of their first use; empty: nothing was chosen.
std::string names_of(std::span<const model::MethodChoice> choices);

// Appends them to outcome.decisions, and reports where the run became stiff or ceased to be,
// and where a method took over that passes over oscillations.
void report_choices(std::span<const model::MethodChoice> choices, const std::string& component,
                    result::Outcome& outcome, Bells& bells);

}  // namespace bw::run
