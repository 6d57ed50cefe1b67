// The table of all system formats.

#include <algorithm>
#include <array>

#include "base/error.h"
#include "base/nearest.h"
#include "base/position.h"
#include "base/read_file.h"
#include "base/text.h"
#include "system/load_msim.h"
#include "system/load_toml.h"
#include "system/system.h"

namespace bw::system {
namespace {
namespace fs = std::filesystem;

template <System (*load_text)(std::string_view text, const fs::path& file)>
System load_file(const fs::path& file) {
  const std::optional<std::string> text = read_file(file);
  if (!text) throw InputError(file.string() + ": cannot be read.");
  return load_text(*text, file);
}

// A system of one component, named after the file. A dot separates component and variable, so the
// component's name has none.
System load_single(const fs::path& file) {
  std::string name = file.stem().string();
  std::ranges::replace(name, '.', '_');
  System system;
  system.file = file;
  system.single = true;
  system.components.push_back({name, file, {file.string()}});
  return system;
}

constexpr std::array known_formats = {
    Format{".toml", "a system", load_file<load_toml>},
    Format{".msim", "a MasterSim project", load_file<load_msim>},
    Format{".mo", "equations", load_single},
    Format{".fmu", "an FMU", load_single},
};

}  // namespace

std::span<const Format> formats() { return known_formats; }

System load(const fs::path& file, std::span<const Format> known) {
  std::error_code problem;
  if (!fs::exists(file, problem))
    throw InputError(file.string() + ": there is no such file." + did_you_mean_file(file.string()));
  if (fs::is_directory(file, problem))
    throw InputError(file.string() + " is a folder; name the " +
                     listed(known, [](const Format& f) { return f.extension; }, {.last = " or "}) +
                     " file itself.");
  const std::string extension = file.extension().string();
  for (const Format& format : known)
    if (format.extension == extension) return format.load(file);
  throw InputError(file.string() + ": the extension '" + extension +
                   "' is not known; a target is " +
                   listed(known,
                          [](const Format& f) {
                            return std::string(f.name) + " (" + std::string(f.extension) + ")";
                          },
                          {.last = " or "}) +
                   ".");
}

Endpoint endpoint(const std::string& text, const Position& position) {
  const auto dot = text.find('.');
  if (dot == std::string::npos || dot == 0 || dot + 1 == text.size())
    throw InputError(position.text() + ": '" + text + "' is not of the form component.variable.");
  return {text.substr(0, dot), text.substr(dot + 1)};
}

}  // namespace bw::system
