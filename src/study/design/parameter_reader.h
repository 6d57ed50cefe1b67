#pragma once
// Reads [study.parameters] and lists of runs.

#include <string>
#include <vector>

#include "base/report.h"
#include "study/design/points.h"
#include "system/toml_tree.h"

namespace bw::study {

// `is_grid`: each parameter must be a list of values.
std::vector<Parameter> read_parameters(const system::TomlTree& table, bool is_grid,
                                       Report& findings);

// A CSV file with a column per parameter and a row per run. The table may have units of these
// parameters, nothing else. Throws InputError.
std::vector<Parameter> read_list_file(const std::string& file, const system::TomlTree& table);

}  // namespace bw::study
