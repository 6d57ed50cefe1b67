#include "cli/report/study_report.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/text.h"
#include "cli/report/figures.h"

namespace bw::cli {
namespace {

using study::Summary;

constexpr int digits = 5;

std::string verdicts_of(const Summary& summary) {
  std::vector<std::string> counts;
  for (std::size_t k = 0; k < study::ending_count; ++k)
    if (summary.endings[k] > 0)
      counts.push_back(counted(summary.endings[k]) + " " +
                       std::string(study::name(static_cast<study::RowVerdict>(k))));
  return listed(counts);
}

std::string headline(const Summary& summary) {
  std::string text = count_of(static_cast<long>(summary.runs), "run", "runs");
  if (summary.recorded < summary.runs)
    text = counted(summary.recorded) + " of " + text + " (" +
           brief(std::floor(100.0 * static_cast<double>(summary.recorded) /
                            static_cast<double>(summary.runs))) +
           " %)";
  const std::string verdicts = verdicts_of(summary);
  if (!verdicts.empty()) text += ": " + verdicts;
  const std::string limits = study::limits_of(summary);
  return limits.empty() ? text : text + "  (" + limits + ")";
}

std::string error_figure(double error) { return std::isnan(error) ? "unknown" : brief(error, 2); }

std::string results_table(const Summary& summary) {
  const bool is_sample = std::ranges::any_of(
      summary.results, [](const auto& result) { return std::isfinite(result.sampling_error); });
  std::vector<std::string> head = {"result", "mean"};
  if (is_sample) head.emplace_back("± sampling");
  head.insert(head.end(), {"± numerical", "5 %", "median", "95 %"});
  std::vector<std::vector<std::string>> rows = {head};
  for (const study::ResultSummary& result : summary.results) {
    if (result.count == 0) continue;
    std::vector<std::string> row = {result.name, brief(result.mean, digits)};
    if (is_sample) row.push_back(error_figure(result.sampling_error));
    row.push_back(error_figure(result.numerical_error));
    for (const double quantile : {result.low, result.median, result.high})
      row.push_back(brief(quantile, digits));
    rows.push_back(std::move(row));
  }
  return rows.size() > 1 ? table_of(rows) : "";
}

std::string interval(const study::ResultSummary& result, const study::Interval& index) {
  constexpr int index_digits = 2;
  if (!std::isfinite(index.value)) return result.least == result.most ? "does not vary" : "unknown";
  return brief(index.value, index_digits) + " (" + brief(index.low, index_digits) + " … " +
         brief(index.high, index_digits) + ")";
}

std::string indices_table(const study::Study& study, const Summary& summary) {
  std::vector<std::vector<std::string>> rows = {
      {"Sobol indices", "first order (95 %)", "total (95 %)"}};
  for (const study::ResultSummary& result : summary.results)
    for (std::size_t i = 0; i < result.indices.first.size(); ++i)
      rows.push_back({result.name + " by " + study.parameters[i].name,
                      interval(result, result.indices.first[i]),
                      interval(result, result.indices.total[i])});
  return rows.size() > 1 ? table_of(rows) : "";
}

std::string missing_lines(const Summary& summary, std::size_t width) {
  std::string text;
  const auto accepted = summary.accepted();
  if (accepted > 0 && accepted < summary.recorded)
    text += labelled("note",
                     "mean of " + counted(accepted) + " of " +
                         count_of(static_cast<long>(summary.recorded), "run", "runs") +
                         "; rejected and failed runs are left out",
                     width);
  for (const study::ResultSummary& result : summary.results)
    if (result.missing > 0)
      text += labelled("note",
                       result.name + " does not occur, is not defined or is infinite in " +
                           count_of(static_cast<long>(result.missing), "run", "runs") +
                           (result.count == 0 ? ", which are all of them" : ""),
                       width);
  return text;
}

std::string code_lines(const Summary& summary, std::size_t width) {
  std::string text;
  for (const auto& [code, found] : summary.codes)
    text += labelled("code",
                     count_of(static_cast<long>(found.count), "run", "runs") + ", first run " +
                         std::to_string(found.first_run) +
                         (found.message.empty() ? "" : ": " + found.message),
                     width, "[" + code + "]");
  return text;
}

std::string advice_line(const Summary& summary, std::size_t width) {
  const auto advice = study::advise(summary);
  if (!advice) return "";
  using Kind = study::Advice::Kind;
  const std::string errors = "the sampling error of " + advice->result + " is " +
                             brief(advice->sampling, 2) + ", its numerical error " +
                             brief(advice->numerical, 2);
  std::string text = errors + ": both are in balance, more runs help";
  if (advice->kind == Kind::tolerance_tighter)
    text = errors + ": more runs are useless; tolerance = " + tolerance_figure(advice->tolerance) +
           " in [run] is needed first";
  if (advice->kind == Kind::interval_shorter)
    text = errors +
           ", most of it from the distance of the rows: more runs are useless; a shorter "
           "interval in [run] is needed first";
  if (advice->kind == Kind::tolerance_looser)
    text = errors + ": tolerance = " + tolerance_figure(advice->tolerance) + " in [run] would do" +
           (std::isfinite(advice->faster) ? ", up to " + brief(advice->faster, 2) + " times faster"
                                          : "");
  return labelled("advice", text, width);
}

std::string worst_line(const Summary& summary, const StudyPlace& place, std::size_t width) {
  if (!summary.worst_run) return "";
  return labelled("worst",
                  "run " + std::to_string(*summary.worst_run) + ", error ≈ " +
                      rough(100 * summary.worst_estimate) + " % of the tolerance " +
                      tolerance_figure(summary.tolerance) + "; repeat it by bellwether study " +
                      place.command + " --only " + std::to_string(*summary.worst_run),
                  width);
}

}  // namespace

std::string study_report(const study::Study& study, const Summary& summary, const StudyPlace& place,
                         const Style& style) {
  std::string text = unlabelled(headline(summary), style.width);
  if (!place.table.empty())
    text += labelled("table",
                     place.table + "   " +
                         count_of(static_cast<long>(summary.recorded), "row", "rows") +
                         ", design " + std::string(study::name(study.design.kind)),
                     style.width);
  if (summary.recorded < summary.runs)
    text += labelled("try",
                     "the same command continues: bellwether study " + place.command +
                         (place.table.empty() ? "; study collect writes the rows so far" : ""),
                     style.width);
  if (!place.is_status) {
    text += results_table(summary) + indices_table(study, summary);
    text += missing_lines(summary, style.width);
  }
  text += code_lines(summary, style.width);
  if (summary.different > 0)
    text += labelled("warning",
                     count_of(static_cast<long>(summary.different), "run", "runs") +
                         " gave different records when computed again: the target depends on "
                         "something else than its parameters",
                     style.width);
  if (!place.is_status)
    text += worst_line(summary, place, style.width) + advice_line(summary, style.width);
  return text + labelled("cost",
                         rough(summary.cost) + " evaluations and steps, " +
                             duration(summary.seconds) + " of all workers",
                         style.width);
}

}  // namespace bw::cli
