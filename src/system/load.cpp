#include <algorithm>

#include "base/error.h"
#include "base/position.h"
#include "base/read_file.h"
#include "system/load_msim.h"
#include "system/load_single.h"
#include "system/load_toml.h"
#include "system/system.h"

namespace bw::system {
namespace fs = std::filesystem;

System load(const fs::path& file) {
  std::error_code problem;
  if (!fs::exists(file, problem)) throw InputError(file.string() + ": there is no such file.");
  if (fs::is_directory(file, problem))
    throw InputError(file.string() +
                     " is a folder; name the .toml, .msim, .mo or .fmu file itself.");
  const std::string extension = file.extension().string();
  if (extension == ".fmu" || extension == ".mo") return load_single(file);
  if (extension != ".toml" && extension != ".msim")
    throw InputError(file.string() + ": the ending '" + extension +
                     "' is not known; a target is a system (.toml), a MasterSim project (.msim), "
                     "equations (.mo) or an FMU (.fmu).");
  const std::optional<std::string> text = read_file(file);
  if (!text) throw InputError(file.string() + ": cannot be read.");
  return extension == ".msim" ? load_msim(*text, file) : load_toml(*text, file);
}

Endpoint endpoint(const std::string& text, const Position& position) {
  const auto dot = text.find('.');
  if (dot == std::string::npos || dot == 0 || dot + 1 == text.size())
    throw InputError(position.text() + ": '" + text + "' does not read part.variable.");
  return {text.substr(0, dot), text.substr(dot + 1)};
}

}  // namespace bw::system
