#pragma once
// The chapters of what `bellwether info` tells a person. For info_text*.cpp.

#include <string>

#include "base/report.h"
#include "inspect/info.h"
#include "model/blueprint.h"

namespace bw::inspect {

constexpr std::size_t most_rows = 40, most_names = 8, widest_text = 100;

std::string variables_text(const FmuInfo& info, bool all);
std::string structure_text(const FmuInfo& info, bool all);  // feed-through and terminals
std::string system_text(const SystemInfo& info, bool all);
std::string equations_text(const EquationsInfo& info, bool all);
std::string experiment_text(const model::Experiment& experiment);

// "  … and 12 more (--variables all)\n"; empty when nothing was left out.
std::string rest_text(std::size_t count);
// The last line: how many warnings `check` would show.
std::string findings_text(const Report& report, const std::string& target);

}  // namespace bw::inspect
