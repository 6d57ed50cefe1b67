#include "fmi/check/check_archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "fmi/compile/compile.h"
#include "fmi/description/rules.h"
#include "fmi/instance/binary.h"

namespace bw::fmi {
namespace {

constexpr std::array known_folders = {"binaries",          "documentation", "resources", "sources",
                                      "terminalsAndIcons", "extra",         "licenses"};
constexpr std::array platforms_until_2 = {"win32",   "win64",    "linux32",
                                          "linux64", "darwin32", "darwin64"};

std::set<std::string> folders_in(const Archive& archive, const std::string& folder) {
  std::set<std::string> found;
  for (const std::string& entry : archive.entries()) {
    if (!entry.starts_with(folder)) continue;
    const auto end = entry.find('/', folder.size());
    if (end != std::string::npos) found.insert(entry.substr(folder.size(), end - folder.size()));
  }
  return found;
}

// "x86_64-linux", "aarch64-darwin", with an optional ABI behind.
bool is_tuple(const std::string& name) {
  constexpr std::array architectures = {"aarch32", "aarch64", "riscv32", "riscv64",
                                        "x86",     "x86_64",  "ppc32",   "ppc64"};
  constexpr std::array systems = {"darwin", "linux", "windows"};
  const auto dash = name.find('-');
  if (dash == std::string::npos) return false;
  const std::string architecture = name.substr(0, dash), rest = name.substr(dash + 1);
  const std::string system = rest.substr(0, rest.find('-'));
  return std::ranges::find(architectures, architecture) != architectures.end() &&
         std::ranges::find(systems, system) != systems.end();
}

void check_platforms(const Archive& archive, Version version, const Position& place,
                     Report& report) {
  const bool is_3 = version == Version::fmi3;
  for (const std::string& platform : folders_in(archive, "binaries/")) {
    const bool is_old = std::ranges::find(platforms_until_2, platform) != platforms_until_2.end();
    if (is_3 ? !is_tuple(platform) : is_tuple(platform) && !is_old)
      add(report, Rule::platform_name, place,
          fmt::format("the folder binaries/{} is not named after a platform of this FMI version; "
                      "expected a name like {}.",
                      platform, is_3 ? "x86_64-linux" : "linux64"));
  }
}

void check_folders(const Archive& archive, const Position& place, Report& report) {
  std::set<std::string> reported;
  for (const std::string& entry : archive.entries()) {
    const std::string top = entry.substr(0, entry.find('/'));
    const bool is_file = top.size() == entry.size();
    const bool is_known = is_file ? top == "modelDescription.xml" || top == "model.png"
                                  : std::ranges::find(known_folders, top) != known_folders.end();
    if (!is_known && reported.insert(top).second)
      add(report, Rule::archive_entry_unknown, place,
          fmt::format("the archive contains {}{}, which the standard does not define.", top,
                      is_file ? "" : "/"));
  }
}

void check_libraries(const Archive& archive, const Description& d, const Position& place,
                     Report& report) {
  std::set<std::string> reported;
  for (const Interface interface :
       {Interface::model_exchange, Interface::co_simulation, Interface::scheduled_execution}) {
    if (!d.at(interface)) continue;
    const std::string& identifier = d.at(interface)->model_identifier;
    if (!library_entry(archive, identifier).empty() || !reported.insert(identifier).second)
      continue;
    bool is_anywhere = false;
    for (const std::string& entry : archive.entries())
      is_anywhere = is_anywhere || (entry.starts_with("binaries/") &&
                                    entry.find("/" + identifier + ".") != std::string::npos);
    const std::string library = library_name(identifier);
    if (has_sources(archive, d, interface))
      add(report, Rule::library_from_sources, place,
          fmt::format("there is no library '{}' for this machine, but its sources.", library));
    else if (is_anywhere)
      add(report, Rule::library_missing, place,
          fmt::format("there is no library '{}' for this machine, only for others; its functions "
                      "were not checked.",
                      library));
    else
      add(report, Rule::library_nowhere, place,
          fmt::format("there is neither a library '{}' for {} nor its sources.", identifier,
                      model::name(interface)));
  }
}

}  // namespace

Position place_of(const std::filesystem::path& archive, const std::string& prefix) {
  return {prefix.empty() ? archive.filename().string() : prefix.substr(0, prefix.size() - 1)};
}

std::string library_entry(const Archive& archive, const std::string& identifier) {
  for (const std::string& platform : platform_folders()) {
    std::string entry = "binaries/" + platform + "/" + library_name(identifier);
    if (archive.has(entry)) return entry;
  }
  return {};
}

void check_entries(const Archive& archive, const Description& description,
                   const std::string& prefix, Report& report) {
  const Position place = place_of(archive.file(), prefix);
  check_folders(archive, place, report);
  const char* first = description.version == Version::fmi1 ? "documentation/_main.html"
                                                           : "documentation/index.html";
  const std::vector<std::string> entries = archive.entries();
  const bool has_documentation = std::ranges::any_of(entries, [](const std::string& entry) {
    return entry.starts_with("documentation/") && !entry.starts_with("documentation/licenses/");
  });
  if (has_documentation && !archive.has(first))
    add(report, Rule::documentation_missing, place,
        fmt::format("there is no {}, the first page of the documentation.", first));
  check_platforms(archive, description.version, place, report);
  check_libraries(archive, description, place, report);
}

}  // namespace bw::fmi
