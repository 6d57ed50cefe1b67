#include "inspect/convert.h"

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "result/destination.h"
#include "system/save_toml.h"
#include "system/system.h"

namespace bw::inspect {
namespace {

namespace fs = std::filesystem;

void check_target(const std::string& source, const std::string& target) {
  const std::string extension = fs::path(target).extension().string();
  if (extension != ".toml")
    throw UsageError("'" + target + "': " + (extension.empty() ? "that" : extension) +
                     " cannot be written; write .toml.");
  std::error_code problem;
  if (fs::is_directory(target, problem))
    throw UsageError("'" + target + "' is a folder; name the file itself.");
  if (result::is_same_file(source, target) || result::is_same_file(source, target + ".partial"))
    throw UsageError("'" + target +
                     "' would overwrite the file that is converted; choose another name.");
}

}  // namespace

Converted convert(const std::string& source, const std::string& target) {
  if (!target.empty()) check_target(source, target);
  const system::System system = system::load(source);
  const std::string extension = system.file.extension().string();
  if (extension == ".ssp" || extension == ".ssd")
    throw UsageError("'" + source + "': systems of SSP cannot be converted yet; `bellwether info " +
                     source + "` lists components, connections and parameters.");
  Converted converted;
  converted.text = system::save_toml(system, target.empty() ? fs::path(source) : fs::path(target));
  for (const system::Remark& remark : system.remarks)
    converted.remarks.push_back(remark.position.text() + ": " + remark.sentence);
  return converted;
}

void write_converted(const Converted& converted, const std::string& target) {
  const std::string partial = target + ".partial";
  std::ofstream file(partial, std::ios::binary | std::ios::trunc);
  file << converted.text;
  file.close();
  std::error_code problem;
  if (file) fs::rename(partial, target, problem);
  if (!file || problem) {
    std::error_code ignored;
    fs::remove(partial, ignored);
    throw InputError(target + ": cannot be written.");
  }
}

}  // namespace bw::inspect
