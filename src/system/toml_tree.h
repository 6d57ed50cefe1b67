#pragma once
// A TOML file as a tree of values with their positions, for files other than systems.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/position.h"
#include "base/report.h"
#include "base/value.h"

namespace bw::system {

struct TomlTree {
  enum class Kind { value, list, table };
  Kind kind = Kind::table;
  std::string key{};  // of an element of a table
  Position position{};
  Value value{};                  // of Kind::value
  std::vector<TomlTree> items{};  // in the order of the file

  bool is_table() const { return kind == Kind::table; }
  const TomlTree* find(std::string_view name) const;  // null: there is none
};

// Mistakes of form become findings; what is left of the file is returned.
TomlTree read_toml_tree(std::string_view text, const std::filesystem::path& file, Report& findings);

}  // namespace bw::system
