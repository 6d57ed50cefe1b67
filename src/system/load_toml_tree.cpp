#include <algorithm>
#include <set>
#include <utility>

#include "base/position.h"
#include "base/report.h"
#include "system/load_toml_text.h"
#include "system/toml_tree.h"

namespace bw::system {
namespace {

Position place_of(const toml::source_region& region, const std::string& file) {
  return {file, static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
}

TomlTree tree_of(const toml::node& node, const std::string& file, Report& findings) {
  TomlTree tree;
  tree.position = place_of(node.source(), file);
  if (const auto* table = node.as_table()) {
    for (const auto& [key, inner] : *table) {
      tree.items.push_back(tree_of(inner, file, findings));
      tree.items.back().key = key.str();
      tree.items.back().position = place_of(key.source(), file);
    }
    // toml++ sorts by key.
    std::ranges::sort(tree.items, {}, [](const TomlTree& item) {
      return std::pair(item.position.line, item.position.column);
    });
    return tree;
  }
  if (const auto* list = node.as_array()) {
    tree.kind = TomlTree::Kind::list;
    for (const toml::node& item : *list) tree.items.push_back(tree_of(item, file, findings));
    return tree;
  }
  tree.kind = TomlTree::Kind::value;
  if (const auto* boolean = node.as_boolean())
    tree.value = boolean->get();
  else if (const auto* integer = node.as_integer())
    tree.value = integer->get();
  else if (const auto* real = node.as_floating_point())
    tree.value = real->get();
  else if (const auto* text = node.as_string())
    tree.value = text->get();
  else
    findings.add(tree.position, "a value must be a number, a string or true/false.");
  return tree;
}

}  // namespace

const TomlTree* TomlTree::find(std::string_view name) const {
  const auto found = std::ranges::find(items, name, &TomlTree::key);
  return found == items.end() ? nullptr : &*found;
}

TomlTree read_toml_tree(std::string_view text, const std::filesystem::path& file,
                        Report& findings) {
  std::set<std::string> lost;
  const auto root = parse_toml(std::string(text), file.string(), findings, lost);
  return root ? tree_of(*root, file.string(), findings) : TomlTree{};
}

}  // namespace bw::system
