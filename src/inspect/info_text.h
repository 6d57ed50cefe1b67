#pragma once
// The chapters of the text of `bellwether info`, each rendered from its branch of the facts
// (info_facts.h). For info_text*.cpp.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "inspect/info.h"
#include "inspect/text_table.h"

namespace bw::inspect {

constexpr std::size_t most_rows = 40, most_names = 8, widest_text = 100;

std::string fmu_text(const Json& fmu, bool all);
std::string variables_text(const Json& fmu, bool all);
std::string structure_text(const Json& fmu, bool all);  // direct feedthrough and terminals
std::string equations_text(const Json& model, bool all);
std::string system_text(const Json& system, bool all);

// Name and description.
std::string title_text(const Json& facts);
std::string experiment_text(const Json& experiment);
// "  … and 12 more (--variables all)\n"; empty when nothing was left out.
std::string rest_text(std::size_t count);
// The last line: how many warnings `check` would show.
std::string findings_text(const Json& facts);

bool is_fmi1(const Json& fmu);
const std::string& written(const Json& facts, const char* key);   // unchanged
std::string words(const Json& facts, const char* key);            // on one line
std::string shortened_words(const Json& facts, const char* key);  // and not too long
std::string names_text(const Json& names, bool all);              // "a, b … and 12 more"
std::string value_text(const Json& value);                        // as the user would type it
std::string range_text(const Json& variable);                     // "0..1", "≥ 0"

// A heading and a table, to which `add(item, table)` adds each item; empty without items.
template <class List, class Add>
std::string chapter_text(const std::string& heading, std::vector<std::string> heads,
                         const List& list, bool all, const Add& add) {
  if (list.empty()) return "";
  TextTable table(std::move(heads));
  const std::size_t shown = all ? list.size() : std::min(list.size(), most_rows);
  for (std::size_t i = 0; i < shown; ++i) add(list[i], table);
  return "\n" + heading + "\n" + table.text("  ") + rest_text(list.size() - shown);
}

inline std::string with_count(std::string_view words, std::size_t count) {
  return fmt::format("{} ({})", words, count);
}

}  // namespace bw::inspect
