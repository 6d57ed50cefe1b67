#include "fmi/component/inspect.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/archive/archive.h"
#include "base/archive/archive_directory.h"
#include "fmi/instance/binary.h"

namespace bw::fmi {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view binaries = "binaries/";

std::vector<PackedFile> packed_files(const fs::path& file) {
  Bells reported_already;  // reported by Archive before
  const OpenZip zip = open_zip(file);
  std::vector<PackedFile> files;
  for (const ArchiveEntry& entry : read_directory(zip.get(), file, reported_already).files)
    files.push_back({entry.name, entry.size});
  return files;
}

std::set<std::string> library_names(const Description& description) {
  std::set<std::string> names;
  for (const auto& interface : description.interfaces)
    if (interface)
      for (const char* ending : {".so", ".dll", ".dylib"})
        names.insert(interface->model_identifier + ending);
  return names;
}

std::vector<Platform> find_platforms(const Inspection& fmu) {
  const std::set<std::string> wanted = library_names(fmu.description);
  std::map<std::string, std::set<std::string>> found;
  for (const PackedFile& file : fmu.files) {
    if (!file.name.starts_with(binaries)) continue;
    const std::string rest = file.name.substr(binaries.size());
    const std::size_t slash = rest.find('/');
    if (slash == std::string::npos) continue;
    std::set<std::string>& libraries = found[rest.substr(0, slash)];
    const std::string name = rest.substr(slash + 1);
    if (wanted.contains(name)) libraries.insert(name);
  }
  const std::vector<std::string>& ours = platform_folders();
  std::vector<Platform> platforms;
  for (const auto& [name, libraries] : found)
    platforms.push_back(
        {name, {libraries.begin(), libraries.end()}, std::ranges::find(ours, name) != ours.end()});
  return platforms;
}

// Further documents are read where they exist and are valid; an error in one of them is reported,
// but hides nothing else.
template <class Document>
std::optional<Document> read_further(const Archive& archive, const std::string& entry,
                                     Report& report) {
  if (!archive.has(entry)) return {};
  Report own;
  Document document =
      Document::parse(archive.read(entry), archive.file().string() + "/" + entry, own);
  for (const Finding& finding : own.findings())
    report.add(finding.rule, finding.severity, finding.place, finding.sentence);
  if (own.has(Finding::Severity::error)) return {};
  return document;
}

void report_bells(const Bells& bells, const fs::path& file, Report& report) {
  for (const Bell& bell : bells.rung())
    report.add(
        kind(bell.code).name,
        bell.severity == Severity::note ? Finding::Severity::note : Finding::Severity::warning,
        {file.string()}, bell.message);
}

}  // namespace

Inspection inspect(const fs::path& file) {
  Bells bells;
  const Archive archive(file, bells);
  const std::string entry = "modelDescription.xml";
  Inspection fmu;
  fmu.file = file;
  fmu.size = fs::file_size(file);
  fmu.files = packed_files(file);
  fmu.description =
      Description::parse(archive.read(entry), file.string() + "/" + entry, fmu.report);
  fmu.report.refuse();
  fmu.platforms = find_platforms(fmu);
  report_bells(bells, file, fmu.report);
  fmu.terminals = read_further<TerminalsAndIcons>(
      archive, "terminalsAndIcons/terminalsAndIcons.xml", fmu.report);
  fmu.build = read_further<BuildDescription>(archive, "sources/buildDescription.xml", fmu.report);
  return fmu;
}

}  // namespace bw::fmi
