#include "study/work/runner.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <limits>
#include <memory>

#include "base/error.h"
#include "base/report.h"
#include "result/result.h"
#include "run/open/opened_files.h"
#include "run/run.h"

namespace bw::study {
namespace {

const double unknown = std::numeric_limits<double>::quiet_NaN();

RowVerdict ending_of(const result::RunResult& result) {
  if (result.exit_code == ExitCode::stopped) return RowVerdict::failed;
  switch (result.verdict) {
    case result::Verdict::trusted: return RowVerdict::trusted;
    case result::Verdict::unverified: return RowVerdict::unverified;
    case result::Verdict::doubtful: return RowVerdict::doubtful;
    case result::Verdict::rejected: break;
  }
  return RowVerdict::rejected;
}

// As the headline of the run says it.
Scope scope_of(const result::RunResult& result) {
  const bool is_estimated =
      result.verdict == result::Verdict::trusted || result.verdict == result::Verdict::doubtful;
  if (!is_estimated) return Scope::whole;
  if (result.coupling_only) return Scope::coupling;
  return result.sensitivity ? Scope::sensitivity : Scope::whole;
}

// Of warnings and errors, each once.
std::string codes_of(const std::vector<Bell>& bells) {
  std::vector<std::string> codes;
  for (const Bell& bell : bells)
    if (bell.severity != Severity::note) codes.emplace_back(kind(bell.code).name);
  std::ranges::sort(codes);
  codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
  std::string all;
  for (const std::string& code : codes) all += (all.empty() ? "" : " ") + code;
  return all;
}

std::string first_error(const std::vector<Bell>& bells) {
  for (const Bell& bell : bells)
    if (bell.severity == Severity::error) return bell.message;
  return "";
}

// The doSteps of a model on its own are its rows, which cost nothing beside its evaluations.
std::uint64_t cost_of(const result::RunResult& result) {
  auto cost = static_cast<std::uint64_t>(result.statistics.rhs_evaluations);
  if (result.master.empty()) return cost;
  for (const auto& component : result.statistics.components)
    cost += static_cast<std::uint64_t>(component.do_step);
  return cost;
}

// How the cost grows as the tolerance shrinks, by two integrations of this run. Of extrapolated
// coupled runs it is unknown: their order changes with the tolerance.
double cost_exponent(const result::RunResult& result) {
  const auto& all = result.trace.integrations;
  if (all.size() >= 2 && all.back().tolerance > 0) {
    const auto &coarse = all[all.size() - 2], &fine = all.back();
    const double tolerances = coarse.tolerance / fine.tolerance;
    const double work = static_cast<double>(fine.rhs_evaluations) /
                        static_cast<double>(std::max(coarse.rhs_evaluations, 1L));
    if (tolerances > 1 && work >= 1) return std::log(work) / std::log(tolerances);
  }
  return unknown;
}

// As the study names things: the settings of a point are no options.
std::string in_study(std::string sentence) {
  for (const std::string_view option : {"--set ", "--record "})
    for (auto at = sentence.find(option); at != sentence.npos; at = sentence.find(option))
      sentence.erase(at, option.size());
  return sentence;
}

}  // namespace

Runner::Runner(const Study& study, const std::atomic<bool>& interrupt)
    : study_(study), points_(study.design, study.parameters), spec_(study.run) {
  spec_.opened_files = std::make_shared<run::OpenedFiles>();
  spec_.writes_nothing = true;
  spec_.errors_where_estimated = spec_.events_where_located = true;
  spec_.interrupt = &interrupt;
  spec_.call_timeout = study.call_timeout;
  if (!spec_.threads) spec_.threads = 1;  // every core has a worker
  run::RunSpec first = spec_;
  first.set = points_.settings(0);
  std::vector<result::Column> columns;
  try {
    columns = run::recordable(first);
  } catch (const UsageError& error) {
    std::vector<std::string> sentences;
    for (const std::string& sentence : error.sentences())
      sentences.push_back(study.file + ": run 0: " + in_study(sentence));
    throw InputError(std::move(sentences));
  }
  std::vector<std::string> names;
  for (const Parameter& parameter : study.parameters) names.push_back(parameter.name);
  Report findings;
  for (const ResultText& text : study.results)
    findings.attempt([&] {
      expressions_.emplace_back(text.expression,
                                text.position.text() + ": the result '" + text.name + "'", columns,
                                names);
    });
  findings.refuse();
  for (const Expression& expression : expressions_)
    for (const std::string& variable : expression.variables())
      if (std::ranges::find(spec_.record, variable) == spec_.record.end())
        spec_.record.push_back(variable);
  if (spec_.record.empty() && !columns.empty()) spec_.record = {columns.front().name};
}

Record Runner::record_of(std::uint64_t number, const result::RunResult& result) const {
  Record record;
  record.run = number;
  record.ending = ending_of(result);
  record.scope = scope_of(result);
  record.codes = codes_of(result.bells);
  record.cost = cost_of(result);
  record.estimate = result.estimated_error.value_or(unknown);
  record.tolerance = result.tolerance;
  record.cost_exponent = cost_exponent(result);
  if (!is_accepted(record.ending)) record.message = first_error(result.bells);
  std::vector<double> parameters;
  for (std::size_t j = 0; j < study_.parameters.size(); ++j)
    parameters.push_back(points_.number(number, j));
  for (const Expression& expression : expressions_) {
    const Estimate found =
        is_accepted(record.ending) ? expression(result, parameters) : Estimate{unknown, unknown};
    record.values.push_back(found.value);
    record.errors.push_back(found.error);
    record.spacings.push_back(found.spacing);
  }
  return record;
}

std::optional<Record> Runner::run(std::uint64_t number) {
  const auto begin = std::chrono::steady_clock::now();
  spec_.set = points_.settings(number);
  Record record;
  const auto fail = [&](const char* code, const char* sentence) {
    record = {};
    record.run = number;
    record.codes = code;
    record.message = in_study(sentence);
    record.values.assign(expressions_.size(), unknown);
    record.errors = record.values;
  };
  try {
    const result::RunResult result = run::run(spec_);
    if (result.exit_code == ExitCode::interrupted) return {};
    record = record_of(number, result);
  } catch (const Error& error) {
    if (spec_.interrupt->load()) return {};
    fail("run-refused", error.what());
  } catch (const std::exception& error) {  // such as a lack of memory
    if (spec_.interrupt->load()) return {};
    fail("run-failed", error.what());
  }
  record.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return record;
}

}  // namespace bw::study
