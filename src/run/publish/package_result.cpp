#include "run/publish/package_result.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "base/archive/archive.h"
#include "base/archive/archive_write.h"
#include "base/archive/sha256.h"
#include "base/archive/sha3.h"
#include "base/bell.h"
#include "base/error.h"
#include "base/read_file.h"
#include "base/xml.h"
#include "base/xml_writer.h"
#include "result/destination.h"
#include "result/output_file.h"
#include "result/summary/srmd.h"
#include "result/summary/summary.h"
#include "system/system.h"
#include "system/table_file.h"

namespace bw::run {
namespace {

namespace fs = std::filesystem;

// "x.ssp#Variant.ssd" has the description of a variant.
std::string description_of(const std::string& target) {
  const std::string file = system::file_of(target).string();
  return target.size() > file.size() ? target.substr(file.size() + 1) : "SystemStructure.ssd";
}

void check_spec(const RunSpec& spec) {
  const std::string& name = *spec.package_result;
  if (!system::has_ending(name, ".ssp"))
    throw UsageError("--package-result '" + name + "' must be the name of a package, such as " +
                     fs::path(name).stem().string() + ".ssp.");
  if (!system::has_ending(system::file_of(spec.target), ".ssp"))
    throw UsageError("--package-result applies to packages of SSP, and the target is '" +
                     spec.target + "'; `bellwether convert " + spec.target + " -o " +
                     fs::path(spec.target).stem().string() + ".ssp` makes a package of it.");
  if (!spec.output || *spec.output == "-")
    throw UsageError("--package-result needs the rows in a file; leave out -o -.");
}

}  // namespace

std::vector<std::string> names_of_package(const std::string& name) {
  return {name, result::rejected_name(name)};
}

ResultPackage::ResultPackage(const RunSpec& spec)
    : target_(spec.target),
      name_(spec.package_result.value()),
      description_(description_of(spec.target)) {
  check_spec(spec);
  result::check_destination(name_, "The package");
  Bells bells;  // said when the system was loaded
  archive_ = std::make_unique<Archive>(system::file_of(target_), bells);
  (void)with_metadata(archive_->read(description_), "x", description_);
}

ResultPackage::~ResultPackage() = default;

std::string ResultPackage::name_for(const result::RunResult& result) const {
  if (result.exit_code == ExitCode::ok) return name_;
  return result.exit_code == ExitCode::rejected ? result::rejected_name(name_) : "";
}

// Results of earlier runs stay: "resources/result-2".
std::string ResultPackage::folder_of_results() const {
  const std::vector<std::string> entries = archive_->entries();
  for (int number = 1;; ++number) {
    std::string folder = "resources/result-" + std::to_string(number) + "/";
    if (std::ranges::none_of(entries, [&](const std::string& e) { return e.starts_with(folder); }))
      return folder;
  }
}

void ResultPackage::write(const result::RunResult& result) const {
  const auto rows = read_file(result.output);
  if (!rows) throw Error(ExitCode::stopped, result.output + ": the rows cannot be read again.");
  if (sha256_of_file(system::file_of(target_)) != result.provenance.target_sha256)
    throw Error(ExitCode::stopped, "'" + system::file_of(target_).string() +
                                       "' was changed during the run, so that no package of it "
                                       "and the result is written.");
  const std::string folder = folder_of_results();
  const std::string extension = fs::path(result.requested_output).extension().string();
  std::vector<std::pair<std::string, std::string>> entries;
  for (const std::string& name : archive_->entries()) {
    std::string bytes = archive_->read(name);
    if (name == description_) bytes = with_metadata(bytes, folder + "rows.srmd", name);
    entries.emplace_back(name, std::move(bytes));
  }
  entries.emplace_back(folder + "rows" + extension, *rows);
  entries.emplace_back(folder + "summary.json", result::summary_json(result));
  entries.emplace_back(
      folder + "rows.srmd",
      result::srmd_text(result, {"rows" + extension, sha3_256(*rows), "summary.json"}));
  try {
    write_archive(name_for(result), entries);
  } catch (const InputError& error) {  // nothing is wrong with the input; the rows have their name
    throw Error(ExitCode::stopped, error.what());
  }
  std::error_code ignored;  // of an earlier run, not to be taken for this one's
  if (result.exit_code == ExitCode::ok) fs::remove(result::rejected_name(name_), ignored);
}

// Behind the experiment, before signatures and annotations (schema of SSP 2.0).
std::string with_metadata(const std::string& description, const std::string& source,
                          const std::string& file) {
  const XmlDocument document = XmlDocument::parse(description, file);
  const XmlElement root = document.root();
  if (root.attribute("version").value_or("").starts_with("1.")) return description;
  const std::string_view whole = root.source();
  const auto begin = description.find(whole);
  if (whole.empty() || begin == std::string::npos)
    throw InputError(file +
                     ": the description is not UTF-8, so that no reference to metadata can "
                     "be added to it.");
  std::size_t place = whole.rfind("</");
  for (auto child = root.first_child(); child; child = child->next())
    if (child->name() == "Signature" || child->name() == "Annotations") {
      place = static_cast<std::size_t>(child->source().data() - whole.data());
      break;
    }
  const std::string element =
      "<ssc:MetaData xmlns:ssc=\"http://ssp-standard.org/SSP1/SystemStructureCommon\" "
      "kind=\"quality\" type=\"" +
      std::string(result::srmd_mime_type) + "\" source=\"" + xml_escaped(source) + "\"/>\n";
  std::string made = description;
  return made.insert(begin + place, element);
}

}  // namespace bw::run
