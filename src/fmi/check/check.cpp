#include "fmi/check/check.h"

#include <optional>
#include <string_view>

#include "base/archive/archive.h"
#include "base/bell.h"
#include "base/error.h"
#include "fmi/check/check_archive.h"
#include "fmi/check/check_description.h"
#include "fmi/check/check_load.h"
#include "fmi/check/check_process.h"
#include "fmi/check/check_run.h"
#include "fmi/description/description.h"
#include "fmi/description/rules.h"

namespace bw::fmi {
namespace {

struct OpenedArchive {
  Bells bells;
  std::optional<Archive> archive;
};

// The archive, if it is one that can be read.
void open_archive(OpenedArchive& opened, const std::filesystem::path& file,
                  const std::string& prefix, Report& report) {
  const Position place = place_of(file, prefix);
  try {
    opened.archive.emplace(file, opened.bells);
  } catch (const InputError& error) {
    const std::string begin = file.string() + ": ";  // the place says it
    std::string_view sentence = error.what();
    if (sentence.starts_with(begin)) sentence.remove_prefix(begin.size());
    add(report, Rule::archive, place, sentence);
    return;
  }
  for (const Bell& bell : opened.bells.rung())
    add(report, Rule::archive_doubtful, {}, bell.message);
  if (opened.archive->has(description_entry)) return;
  add(report, Rule::archive, place,
      std::string("there is no ") + description_entry + ", so it is not an FMU.");
  opened.archive.reset();
}

}  // namespace

void check_fmu(const std::filesystem::path& file, const CheckOptions& options, Report& report) {
  OpenedArchive opened;
  open_archive(opened, file, options.prefix, report);
  if (!opened.archive) return;
  const Description description = check_description(opened.archive->read(description_entry),
                                                    options.prefix + description_entry, report);
  if (report.has(Finding::Severity::error)) {
    if (options.run)
      add(report, Rule::run_skipped, {options.prefix + description_entry},
          "the FMU was not run, because its description has errors.");
    return;
  }
  check_entries(*opened.archive, description, options.prefix, report);
  check_terminals(*opened.archive, description, options.prefix, report);
  check_sources(*opened.archive, description, options.prefix, report);
  if (options.sandbox && (options.load || options.run))
    check_sandbox(sandbox_of(options, {}), report);
  if (options.load) check_libraries_load(*opened.archive, description, options, report);
  if (options.run) check_run(file, options, report);
}

}  // namespace bw::fmi
