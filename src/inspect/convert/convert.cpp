#include "inspect/convert/convert.h"

#include <filesystem>
#include <utility>

#include "base/error.h"
#include "base/read_file.h"
#include "inspect/convert/draft_ssp.h"
#include "inspect/convert/plain_system.h"
#include "inspect/convert/settled.h"
#include "result/destination.h"
#include "system/save_toml.h"
#include "system/ssp/ssp_draft.h"
#include "system/ssp/ssp_files.h"
#include "system/system.h"
#include "system/table_file.h"

namespace bw::inspect {
namespace {

namespace fs = std::filesystem;

bool is_package(const std::string& file) { return system::has_ending(file, ".ssp"); }

void check_target(const std::string& source, const std::string& target) {
  const std::string extension = fs::path(target).extension().string();
  if (!system::has_ending(target, ".toml") && !is_package(target))
    throw UsageError("'" + target + "': " + (extension.empty() ? "that" : extension) +
                     " cannot be written; write .toml or .ssp.");
  std::error_code problem;
  if (fs::is_directory(target, problem))
    throw UsageError("'" + target + "' is a folder; name the file itself.");
  const std::string file = system::file_of(source).string();
  if (result::is_same_file(file, target) || result::is_same_file(file, target + ".partial"))
    throw UsageError("'" + target +
                     "' would overwrite the file that is converted; choose another name.");
}

// What the source names is input, too.
void check_inputs(const system::System& system, const std::string& target) {
  std::vector<fs::path> read = system.read_files;
  for (const system::ComponentEntry& entry : system.components)
    if (!entry.packed) read.push_back(entry.file);
  for (const system::System::Unpacked& package : system.unpacked) read.push_back(package.file);
  for (const fs::path& file : read)
    if (result::is_same_file(file.string(), target))
      throw UsageError("'" + target + "' would overwrite '" + file.string() +
                       "', which the source names; choose another name.");
}

void add_remarks(const std::vector<system::Remark>& remarks, Converted& converted) {
  for (const system::Remark& remark : remarks)
    converted.remarks.push_back(remark.position.text() + ": " + remark.sentence);
}

Converted to_package(system::System system, const std::string& target, const std::string& version) {
  const Settled settled(std::move(system));
  PlacedFiles files("resources");
  const system::SspDraft draft =
      draft_ssp(settled, fs::path(target).stem().string(), version, files);
  Converted converted;
  converted.text = system::write_ssd(draft);
  if (!draft.values.empty()) converted.values = system::write_ssv(draft);
  converted.files = files.all();
  add_remarks(settled.remarks(), converted);
  return converted;
}

// A description as it is, with all files that it reads, which are beside it or below.
Converted packed(const system::System& system) {
  Converted converted;
  auto text = read_file(system.file);
  if (!text) throw InputError(system.file.string() + ": cannot be read.");
  converted.text = std::move(*text);
  const fs::path folder = system.file.parent_path();
  for (const fs::path& file : system.read_files) {
    const std::string name = file.lexically_relative(folder).generic_string();
    if (file == system.file) continue;
    if (name == system::default_ssd)
      throw InputError(system.file.string() + ": it reads another description of the name '" +
                       name + "', which only one file of a package can have; rename that one.");
    converted.files.push_back({file, name});
  }
  add_remarks(system.remarks, converted);
  return converted;
}

// From SSP. Without a target nothing can be unpacked.
Converted unpacked_to_toml(system::System system, const std::string& source,
                           const std::string& target) {
  if (target.empty())
    for (const system::ComponentEntry& entry : system.components)
      if (entry.packed)
        throw UsageError("'" + source + "' is a package, whose files are unpacked beside the new " +
                         "file; name that with -o, such as -o system.toml.");
  const Settled settled(std::move(system));
  const fs::path file = target.empty() ? fs::path(source) : fs::path(target);
  PlacedFiles files(file.stem().string());
  const system::System plain = plain_system(settled, file, files);
  Converted converted;
  converted.text = system::save_toml(plain, file);
  for (const system::System::Unpacked& package : settled.system().unpacked)
    converted.unpacked.push_back(package.owner);
  converted.files = files.all();
  add_remarks(plain.remarks, converted);
  return converted;
}

}  // namespace

Converted convert(const std::string& source, const std::string& target,
                  const std::string& ssp_version) {
  if (!target.empty()) check_target(source, target);
  if (!ssp_version.empty() && !is_package(target))
    throw UsageError("--ssp-version applies to packages; write one with -o system.ssp.");
  if (!ssp_version.empty() && ssp_version != "1.0" && ssp_version != newest_ssp)
    throw UsageError("--ssp-version is 1.0 or 2.0, not '" + ssp_version + "'.");
  system::System system = system::load(source);
  check_inputs(system, target);
  const bool is_ssp = is_package(system.file.string()) || system::has_ending(system.file, ".ssd");
  if (is_package(target)) {
    if (is_ssp && !ssp_version.empty())
      throw UsageError("--ssp-version applies to systems that are not of SSP; '" + source +
                       "' is packed as it is.");
    if (is_package(system.file.string()))
      throw UsageError("'" + source + "' is a package already; it can be converted to .toml.");
    if (is_ssp) return packed(system);
    return to_package(std::move(system), target, ssp_version.empty() ? newest_ssp : ssp_version);
  }
  if (is_ssp) return unpacked_to_toml(std::move(system), source, target);
  Converted converted;
  converted.text = system::save_toml(system, target.empty() ? fs::path(source) : fs::path(target));
  add_remarks(system.remarks, converted);
  return converted;
}

}  // namespace bw::inspect
