#include "inspect/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <set>

#include "base/bell.h"
#include "base/error.h"
#include "base/nearest.h"
#include "fmi/check/check.h"
#include "fmi/check/check_process.h"
#include "fmi/description/rules.h"
#include "inspect/check/check_ssp.h"
#include "result/read_csv.h"
#include "run/open/open_file.h"
#include "run/open/open_system.h"
#include "system/load_ssp.h"
#include "system/package_names.h"
#include "system/ssp/check_ssp.h"
#include "system/system.h"
#include "system/table_file.h"

namespace bw::inspect {
namespace {

namespace fs = std::filesystem;

template <class Named = std::identity>
void take(const Report& report, CheckResult& result, const Named& named = {}) {
  for (const Finding& finding : report.findings()) {
    result.findings.push_back(named(finding));
    (finding.severity == Finding::Severity::error     ? result.errors
     : finding.severity == Finding::Severity::warning ? result.warnings
                                                      : result.notes) += finding.count;
  }
}

// A file that cannot be read is a finding.
template <class Read>
bool attempt(Report& report, const Read& read) {
  try {
    read();
    return true;
  } catch (const InputError& error) {
    add(report, fmi::Rule::system, {}, error.what());
    return false;
  }
}

void check_table(const fs::path& file, Report& report) {
  attempt(report, [&] { result::read_csv(file.string()); });
}

// Sorts and compiles the equations of a model, which finds all mistakes.
void check_file(const fs::path& file, const std::string& prefix, const CheckSpec& spec,
                Report& report) {
  Bells bells;
  if (run::is_equations(file))
    attempt(report, [&] { run::open_equations(file, bells); });
  else
    fmi::check_fmu(file, {spec.load, spec.run, spec.seconds, prefix, spec.sandbox, spec.allow},
                   report);
  for (const Bell& bell : bells.rung()) add(report, fmi::Rule::system_doubtful, {}, bell.message);
}

void check_together(const system::System& system, const fmi::AddFinding& add) {
  Bells bells;
  try {
    const Report report = run::examine_system(system, {}, bells);
    for (const Finding& finding : report.findings())
      if (finding.rule.empty())
        add(fmi::Rule::system,
            finding.place.file.empty() ? Position{system.file.filename().string()} : finding.place,
            finding.sentence);
      else
        add(finding);
  } catch (const Error& error) {
    for (const std::string& sentence : error.sentences())
      add(fmi::Rule::system, {system.file.filename().string()}, sentence);
  }
  for (const Bell& bell : bells.rung())
    if (bell.severity != Severity::note && bell.code != BellCode::fmu_description)
      add(fmi::Rule::system_doubtful, {system.file.filename().string()}, bell.message);
}

// Each file once, under the name that it has in a package.
void check_components(const system::System& system, const CheckSpec& spec, CheckResult& result) {
  const system::PackageNames names(system);
  std::set<fs::path> done;
  for (const system::ComponentEntry& component : system.components) {
    if (!done.insert(component.file).second) continue;
    Report report;
    if (system::is_table(component.file))
      check_table(component.file, report);
    else
      check_file(component.file, component.file.string() + "/", spec, report);
    take(report, result, names);
  }
}

void check_connections(const system::System& system, const CheckSpec& spec, CheckResult& result) {
  Report report;
  fmi::in_own_process(spec.seconds, {system.file.filename().string()}, report,
                      [&](const fmi::AddFinding& add) { check_together(system, add); });
  take(report, result);
}

void check_single(const CheckSpec& spec, CheckResult& result) {
  Report report;
  check_file(spec.target, "", spec, report);
  take(report, result);
}

// The components; then the connections, if all files could be opened.
void check_system(const CheckSpec& spec, CheckResult& result) {
  Report report;
  system::System system;
  if (!attempt(report, [&] { system = system::load(spec.target); })) return take(report, result);
  check_components(system, spec, result);
  if (result.errors == 0 && spec.load) check_connections(system, spec, result);
}

// What is wrong in the files is left out of the system, so that the rest can be checked further.
void check_ssp_target(const CheckSpec& spec, CheckResult& result) {
  const system::SspCheck found = system::check_ssp(spec.target);
  take(found.report, result);
  Report report;
  if (!spec.schemas.empty()) check_with_schemas(found, spec.schemas, report);
  const long before = result.errors;
  check_components(found.system, spec, result);
  const bool all_good = result.errors == before;
  check_claims(found, report);
  take(report, result);
  if (all_good && spec.load && !found.system.components.empty())
    check_connections(found.system, spec, result);
}

}  // namespace

CheckResult check(const CheckSpec& spec) {
  CheckResult result;
  result.target = spec.target;
  if (!fs::exists(system::file_of(spec.target)))
    throw InputError(spec.target + ": there is no such file." + did_you_mean_file(spec.target));
  system::refuse_part_of_ssp(spec.target);
  const fs::path file = system::file_of(spec.target);
  const bool is_ssp = system::has_ending(file, ".ssp") || system::has_ending(file, ".ssd");
  if (!spec.schemas.empty() && !is_ssp)
    throw UsageError("--xsd is for packages and descriptions of SSP (.ssp, .ssd); leave it out.");
  if (!spec.schemas.empty() && !fs::is_directory(spec.schemas))
    throw UsageError(
        "--xsd '" + spec.schemas +
        "': there is no such folder; give the one with the schemas of the SSP standard.");
  if (is_ssp)
    check_ssp_target(spec, result);
  else if (system::has_ending(file, ".toml") || system::has_ending(file, ".msim"))
    check_system(spec, result);
  else
    check_single(spec, result);
  std::ranges::stable_sort(
      result.findings, [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
  return result;
}

std::string check_text(const CheckResult& result) {
  std::string text;
  std::size_t width = 0;
  for (const Finding& finding : result.findings) width = std::max(width, finding.rule.size());
  for (const Finding& finding : result.findings) {
    const std::string place = finding.place.text();
    text += fmt::format(
        "{:<7}  {:<{}}  {}{}{}{}\n", name(finding.severity), finding.rule, width, place,
        place.empty() ? "" : ": ", finding.sentence,
        finding.count > 1 ? fmt::format(" (Also in {} more places.)", finding.count - 1) : "");
  }
  const auto many = [](long count, std::string_view word) {
    return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
  };
  return text + fmt::format("{}: {}, {}, {}: {}.\n", fs::path(result.target).filename().string(),
                            many(result.errors, "error"), many(result.warnings, "warning"),
                            many(result.notes, "note"),
                            result.is_good() ? "no rule is violated" : "rules are violated");
}

}  // namespace bw::inspect
