#include "run/publish/run_files.h"

#include <filesystem>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "base/value.h"
#include "result/checkpoint_file.h"
#include "result/destination.h"
#include "result/format.h"
#include "result/output_file.h"
#include "result/summary/summary.h"
#include "run/publish/package_result.h"
#include "system/table_file.h"

namespace bw::run {

namespace {

namespace fs = std::filesystem;

// A file that the run writes, with the names that its rows have before the verdict or without it.
struct Written {
  const char* what;     // "result"
  std::string name;     // as given
  std::string instead;  // an option with another name
  std::vector<std::string> names{};
};

std::vector<std::string> names_of_rows(const std::string& name) {
  return {name, result::partial_name(name), result::rejected_name(name),
          result::sealing_name(name)};
}

// In the same format, where the name has one.
std::string other_result(const std::string& name) {
  for (const result::Format& format : result::formats())
    if (system::has_ending(name, format.extension))
      return "-o other" + std::string(format.extension);
  return "-o other.csv";
}

std::vector<Written> written_files(const RunSpec& spec) {
  std::vector<Written> files;
  if (spec.output && *spec.output != "-") {
    files.push_back(
        {"result", *spec.output, other_result(*spec.output), names_of_rows(*spec.output)});
  } else if (spec.output) {  // rows that are not accepted become files, too
    const std::string name = fs::path(spec.target).stem().string() +
                             std::string(result::format_for(*spec.output).extension);
    files.push_back({"result",
                     name,
                     "-o other.csv",
                     {result::partial_name(name), result::rejected_name(name)}});
  }
  if (spec.output && *spec.output != "-" && spec.checkpoint) {
    const std::string name = result::checkpoint_name(*spec.output);
    files.push_back(
        {"checkpoint", name, other_result(*spec.output), {name, result::begun_checkpoint(name)}});
  }
  if (spec.summary && *spec.summary != "-")
    files.push_back({"summary",
                     *spec.summary,
                     "--summary other.json",
                     {*spec.summary, result::partial_name(*spec.summary)}});
  if (spec.later_output)
    files.push_back({"result",
                     *spec.later_output,
                     "output='other.csv'",
                     {*spec.later_output, result::rejected_name(*spec.later_output)}});
  if (spec.later_summary)
    files.push_back(
        {"summary", *spec.later_summary, "summary='other.json'", {*spec.later_summary}});
  if (spec.package_result)
    files.push_back({"package", *spec.package_result, "--package-result other.ssp",
                     names_of_package(*spec.package_result)});
  if (spec.steps)
    files.push_back({"step history", *spec.steps, "--steps other.csv", names_of_rows(*spec.steps)});
  if (spec.eigenvalues)
    files.push_back({"file of eigenvalues", *spec.eigenvalues, "--eigenvalues other.csv",
                     names_of_rows(*spec.eigenvalues)});
  return files;
}

void check_free(const Written& file, const std::vector<std::string>& taken, const char* use) {
  for (const std::string& name : file.names)
    for (const std::string& other : taken)
      if (result::is_same_file(name, other))
        throw UsageError("the " + std::string(file.what) + " '" + file.name +
                         "' would overwrite '" + other + "', which this run " + use +
                         "; choose another name, such as " + file.instead + ".");
}

}  // namespace

bool is_unpacked(const system::System& system, const fs::path& file) {
  for (const system::System::Unpacked& package : system.unpacked) {
    const fs::path rest = fs::absolute(file).lexically_relative(fs::absolute(package.folder));
    if (!rest.empty() && *rest.begin() != "..") return true;
  }
  return false;
}

std::vector<std::string> read_files(const RunSpec& spec, const system::System& system) {
  std::vector<std::string> files;
  // Of a model in C++ there is none.
  if (!spec.target.empty()) files.push_back(system::file_of(spec.target).string());
  if (spec.input && !is_unpacked(system, *spec.input)) files.push_back(*spec.input);
  std::unordered_set<std::string> seen;  // many components may be made of one file
  for (const system::ComponentEntry& component : system.components)
    if (!component.packed && seen.insert(component.file.string()).second)
      files.push_back(component.file.string());
  if (!spec.target.empty()) seen.insert(files.front());
  for (const fs::path& file : system.read_files)
    if (seen.insert(file.string()).second) files.push_back(file.string());
  return files;
}

void check_result_size(const RunSpec& spec, const Components& components, double rows) {
  if (!spec.output) return;
  const result::Format& format = result::format_for(*spec.output);
  if (format.most_bytes == 0) return;
  const bool errors = spec.error_columns.value_or(spec.errors_where_estimated);
  double values = 1;  // the time
  for (const Recorded& recorded : components.recorded) {
    const result::Column& column = recorded.column;
    if (!column.alias_of && (format.takes == nullptr || format.takes(column.type))) ++values;
    if (errors && is_real(column.type)) ++values;
  }
  const double bytes = rows * values * sizeof(double);
  constexpr double gigabyte = 1e9;
  if (bytes > static_cast<double>(format.most_bytes))
    throw UsageError("the result '" + *spec.output + "' would have " + rough(bytes / gigabyte) +
                     " GB, and " + std::string(format.extension) + " files end at " +
                     rough(static_cast<double>(format.most_bytes) / gigabyte) +
                     " GB; write .nc or .csv, or fewer rows or variables (--interval, --record).");
}

void check_own_files(const RunSpec& spec, const system::System& system) {
  for (const auto* summary : {&spec.summary, &spec.later_summary})
    if (*summary && **summary != "-") result::check_summary_path(**summary);
  if (spec.later_output) result::check_destination(*spec.later_output, "The result");
  std::vector<std::string> read = read_files(spec, system), written;
  read.insert(read.end(), spec.also_read.begin(), spec.also_read.end());
  for (const Written& file : written_files(spec)) {
    check_free(file, read, "reads");
    check_free(file, written, "writes, too");
    written.insert(written.end(), file.names.begin(), file.names.end());
  }
}

}  // namespace bw::run
