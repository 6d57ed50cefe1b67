// The table of all system formats.

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <utility>

#include "base/error.h"
#include "base/nearest.h"
#include "base/position.h"
#include "base/read_file.h"
#include "base/text.h"
#include "system/load_msim.h"
#include "system/load_ssp.h"
#include "system/load_toml.h"
#include "system/system.h"
#include "system/table_file.h"

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

// Line and column of a sentence that begins with "file:line:column"; those without come last.
std::pair<long, long> place_in(const std::string& sentence, const std::string& file) {
  constexpr long none = std::numeric_limits<long>::max();
  if (!sentence.starts_with(file + ":")) return {none, none};
  const char* text = sentence.c_str() + file.size() + 1;
  char* end = nullptr;
  const long line = std::strtol(text, &end, 10);
  if (end == text) return {none, none};
  const long column = *end == ':' ? std::strtol(end + 1, nullptr, 10) : 0;
  return {line, column};
}

constexpr std::array known_formats = {
    Format{".toml", "a system", load_file<read_toml>},
    Format{".msim", "a MasterSim project", load_file<load_msim>},
    Format{".ssp", "an SSP package", load_ssp},
    Format{".ssd", "a system structure description", load_ssd},
    Format{".mo", "a Modelica model", load_single},
    Format{".bmo", "a model of Base Modelica", load_single},
    Format{".fmu", "an FMU", load_single},
};

}  // namespace

std::span<const Format> formats() { return known_formats; }

System load(const fs::path& file, std::span<const Format> known) {
  System system = load_partly(file, known);
  refuse_mistakes(system);
  return system;
}

fs::path file_of(const fs::path& target) {
  const std::string text = target.string();
  const auto hash = lowercase(text).rfind(".ssp#");
  std::error_code problem;
  if (hash == std::string::npos || fs::exists(target, problem)) return target;
  return text.substr(0, text.find('#', hash));
}

System load_partly(const fs::path& target, std::span<const Format> known) {
  const fs::path file = file_of(target);
  std::error_code problem;
  if (!fs::exists(file, problem))
    throw InputError(file.string() + ": there is no such file." + did_you_mean_file(file.string()));
  if (fs::is_directory(file, problem))
    throw InputError(file.string() + " is a folder; name the " +
                     listed(known, [](const Format& f) { return f.extension; }, {.last = " or "}) +
                     " file itself.");
  const std::string extension = file.extension().string();
  for (const Format& format : known)
    if (has_ending(file, format.extension)) return format.load(target);
  refuse_part_of_ssp(file);
  throw InputError(file.string() + ": the extension '" + extension +
                   "' is not known; a target is " +
                   listed(known,
                          [](const Format& f) {
                            return std::string(f.name) + " (" + std::string(f.extension) + ")";
                          },
                          {.last = " or "}) +
                   ".");
}

void refuse_mistakes(const System& system, std::vector<std::string> further) {
  std::vector<std::string> all = system.mistakes;
  std::ranges::move(further, std::back_inserter(all));
  if (all.empty()) return;
  const std::string file = system.file.string();
  std::ranges::stable_sort(all, [&](const std::string& a, const std::string& b) {
    return place_in(a, file) < place_in(b, file);
  });
  throw InputError(std::move(all));
}

Endpoint endpoint(const std::string& text, const Position& position) {
  const auto dot = text.find('.');
  if (dot == std::string::npos || dot == 0 || dot + 1 == text.size())
    throw InputError(position.text() + ": '" + text + "' is not of the form component.variable.");
  return {text.substr(0, dot), text.substr(dot + 1)};
}

}  // namespace bw::system
