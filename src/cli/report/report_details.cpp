#include "cli/report/report_details.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "cli/report/figures.h"

namespace bw::cli {
namespace {

using result::RunResult;
using result::Trace;
using Table = std::vector<std::vector<std::string>>;

constexpr std::size_t most_components_shown = 20;

std::string below(std::string_view heading, const std::string& table, const Style& style) {
  return "\n" + unlabelled(heading, style.width) + table;
}

std::string error_words(const std::optional<double>& error) {
  return error ? brief(*error, 2) : "none";
}

std::string base_methods(const RunResult& r, const Style& style) {
  if (r.trace.base_methods.empty()) return "";
  Table table = {{"method", "runs", "doSteps"}};
  std::string left;
  for (const Trace::BaseMethod& tried : r.trace.base_methods) {
    table.push_back({tried.name, counted(tried.runs), counted(tried.do_steps)});
    if (!tried.left.empty()) left += labelled("left", tried.name + " " + tried.left, style.width);
  }
  return below("base methods, in the fallback order", table_of(table) + left, style);
}

std::string levels(const RunResult& r, const Style& style) {
  if (r.trace.levels.empty()) return "";
  Table table = {{"method", "steps", "step sizes", "error", "order"}};
  std::string failed;
  for (const Trace::Level& level : r.trace.levels) {
    table.push_back({level.method, std::to_string(level.steps), std::to_string(level.step_sizes),
                     error_words(level.error), level.error ? brief(level.order, 3) : ""});
    if (!level.failed.empty())
      failed += labelled(
          "check",
          level.method + ", " + count_of(level.steps, "step", "steps") + ": " + level.failed,
          style.width);
  }
  return below(
      "estimates; steps of the coarsest run between two synchronisation points, "
      "error in units of the tolerance",
      table_of(table) + failed, style);
}

std::string integrations(const RunResult& r, const Style& style) {
  if (r.trace.integrations.empty()) return "";
  Table table = {{"integration", "tolerance", "steps", "RHS evaluations", "difference"}};
  std::string failed;
  for (std::size_t k = 0; k < r.trace.integrations.size(); ++k) {
    const Trace::Integration& one = r.trace.integrations[k];
    table.push_back({std::to_string(k + 1), tolerance_figure(one.tolerance), counted(one.steps),
                     counted(one.rhs_evaluations),
                     one.difference ? brief(*one.difference, 2) : ""});
    if (!one.failed.empty())
      failed += labelled("failed", std::to_string(k + 1) + ": " + one.failed, style.width);
  }
  return below("integrations; difference in units of the tolerance", table_of(table) + failed,
               style);
}

// The lines sum to the total: what was not measured by itself is the last one. Rows that are
// written while the run goes on are timed by samples.
std::string times(const RunResult& r, const Style& style) {
  const auto& s = r.statistics.seconds;
  const bool sampled = r.trace.levels.empty() && r.trace.integrations.empty();
  const std::string about = sampled ? "≈ " : "";
  const double rest = std::max(0.0, s.total - s.startup - s.master - s.output);
  return below("time",
               table_of({{"start-up", duration(s.startup)},
                         {"simulation", about + duration(s.master)},
                         {"output", about + duration(s.output)},
                         {"files and verdict", duration(rest)},
                         {"total", duration(s.total)}}),
               style);
}

std::string cell(long count, double seconds) {
  return count == 0 ? "0" : counted(count) + " (≈ " + duration(seconds) + ")";
}

// The summary lists all components, the report only the most expensive ones.
std::string components(const RunResult& r, const Style& style) {
  if (r.master.empty()) return "";
  std::vector<const result::ComponentStatistics*> shown;
  for (const auto& component : r.statistics.components) shown.push_back(&component);
  if (shown.size() > most_components_shown)
    std::ranges::stable_sort(
        shown, [](const auto* a, const auto* b) { return a->seconds() > b->seconds(); });
  Table table = {{"component", "doStep", "getState", "setState"}};
  for (std::size_t i = 0; i < std::min(shown.size(), most_components_shown); ++i)
    table.push_back({shown[i]->name, cell(shown[i]->do_step, shown[i]->do_step_seconds),
                     cell(shown[i]->get_state, shown[i]->get_state_seconds),
                     cell(shown[i]->set_state, shown[i]->set_state_seconds)});
  std::string text = table_of(table);
  if (shown.size() > most_components_shown)
    text += "  and " + std::to_string(shown.size() - most_components_shown) +
            " more components, all in the summary (--summary FILE)\n";
  return below("calls and time inside each component, of all runs and processes", text, style);
}

}  // namespace

std::string reasons(const RunResult& r, const Style& style) {
  std::string lines;
  if (!r.approach.reason.empty() && r.decisions.empty())
    lines += labelled("because", r.approach.reason, style.width);
  for (const result::Decision& d : r.decisions)
    lines += labelled(
        "choice",
        d.method + " for " + d.component + " at t = " + time_in_rows(r, d.time) + ": " + d.why,
        style.width);
  if (r.certificate && !r.certificate->limiting_connection.empty())
    lines += labelled(
        "limit",
        "of the connections, " + r.certificate->limiting_connection + " has the largest error",
        style.width);
  return lines;
}

std::string details(const RunResult& r, const Style& style) {
  return base_methods(r, style) + levels(r, style) + integrations(r, style) + times(r, style) +
         components(r, style);
}

}  // namespace bw::cli
