#include "run/spec/own_places.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <variant>
#include <vector>

#include "base/error.h"
#include "result/destination.h"
#include "run/spec/options.h"

namespace bw::run {
namespace {

namespace fs = std::filesystem;

// Where the file really is or will be, without links and "..".
fs::path real_place(const fs::path& name) {
  std::error_code problem;
  const fs::path whole = fs::absolute(result::without_link(name.string()), problem);
  const fs::path place = fs::weakly_canonical(whole, problem);
  return problem ? whole.lexically_normal() : place;
}

// The rest of the path within the folder; nothing: it is somewhere else.
std::optional<fs::path> within(const fs::path& place, const fs::path& folder) {
  const fs::path base = real_place(folder / "x").parent_path();
  const fs::path rest = place.lexically_relative(base);
  if (rest.empty() || *rest.begin() == "..") return {};
  // Below the root is everything.
  if (base == base.root_path() && rest.has_parent_path()) return {};
  return rest;
}

bool is_hidden(const fs::path& rest) {
  return std::ranges::any_of(rest, [](const fs::path& name) {
    const std::string text = name.string();
    return text.starts_with('.') && text != ".";
  });
}

// Empty: nothing.
std::string wrong_place(const std::string& file, const fs::path& project) {
  const fs::path place = real_place(file);
  const fs::path folder = project.parent_path().empty() ? "." : project.parent_path();
  bool is_inside = false;
  for (const fs::path& allowed : {folder, fs::path(".")})
    if (const auto rest = within(place, allowed)) {
      if (!is_hidden(*rest)) return "";
      is_inside = true;
    }
  return is_inside ? "is a hidden file or in a hidden folder"
                   : "is outside of the project's folder and of the current folder";
}

std::string where_is(const system::System& system, std::string_view key) {
  for (const system::Setting& setting : system.settings)
    if (setting.key == key) return setting.position.text();
  return system.file.string();
}

}  // namespace

void check_places(const RunSpec& given, const RunSpec& written, const system::System& system) {
  std::vector<std::string> wrong;
  for (const Option& option : options()) {
    const auto* member = std::get_if<std::optional<std::string> RunSpec::*>(&option.member);
    if (option.rule != Option::Rule::file || option.key == "input" || member == nullptr) continue;
    const std::optional<std::string>& file = written.**member;
    if ((given.**member).has_value() || !file || *file == "-" || file->empty()) continue;
    if (const std::string why = wrong_place(*file, system.file); !why.empty())
      wrong.push_back(where_is(system, option.key) + ": " + std::string(option.key) + " '" + *file +
                      "' " + why + ", where a project file may not write; give it with --" +
                      std::string(option.key) + " on the command line.");
  }
  if (!wrong.empty()) throw InputError(std::move(wrong));
}

}  // namespace bw::run
