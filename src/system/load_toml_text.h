#pragma once
// The text of a TOML file with all mistakes of form in one reading.

#include <toml++/toml.h>

#include <optional>
#include <set>
#include <string>

#include "base/report.h"

namespace bw::system {

// `lost`: names on lines that could not be read. Nothing: the rest cannot be read either.
std::optional<toml::table> parse_toml(std::string text, const std::string& file, Report& findings,
                                      std::set<std::string>& lost);

}  // namespace bw::system
