#pragma once
// How the methods are told that were chosen on the way.

#include <span>
#include <string>

#include "base/bell.h"
#include "model/method_choice.h"
#include "result/result.h"

namespace bw::run {

// Their names, each once, in the order of their first use; empty: nothing was chosen.
std::string names_of(std::span<const model::MethodChoice> choices);

// Appends them to what the result tells, and rings where a run became stiff, or was it no
// longer.
void report_choices(std::span<const model::MethodChoice> choices, const std::string& component,
                    result::Outcome& outcome, Bells& bells);

}  // namespace bw::run
