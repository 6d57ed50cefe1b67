#include "cli/report.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace bw::cli {
namespace {

using result::RunResult;
using result::Verdict;

std::string verdict_sentence(const RunResult& r) {
  std::string words(result::name(r.verdict));
  if (r.verdict == Verdict::rejected) {
    if (r.exit_code == ExitCode::interrupted) return words + ": the run was interrupted";
    if (r.exit_code == ExitCode::stopped) return words + ": the run could not go on";
    return words + ": an error was reported";
  }
  if (!r.estimated_error) return words + ": the error of this result was not estimated";
  if (r.coupling_only) words += ", coupling error only";
  words += fmt::format(": estimated error {:.2g} of the tolerance {}", *r.estimated_error,
                       shortest(r.tolerance));
  if (r.certificate && !r.certificate->worst.empty())
    words += fmt::format(", largest in {} at t = {}", r.certificate->worst,
                         shortest(r.certificate->worst_time));
  return words;
}

// The cost of the estimate and what limits its accuracy.
std::string certificate(const RunResult& r) {
  if (!r.certificate) return "";
  if (r.certificate->integrations > 0)
    return fmt::format("  error   {} runs, {} right-hand sides in all\n",
                       r.certificate->integrations, r.statistics.rhs_evaluations);
  long steps = 0;
  for (const auto& component : r.statistics.components) steps += component.do_step;
  std::string line =
      fmt::format("  error   {} runs, {} steps of parts in all", r.certificate->chains_run, steps);
  if (!r.certificate->limiting_connection.empty())
    line +=
        fmt::format("; of the wires {} has the largest error", r.certificate->limiting_connection);
  return line + "\n";
}

std::string duration(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.0f} µs", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.1f} ms", seconds * 1e3);
  return fmt::format("{:.2f} s", seconds);
}

std::string decisions(const RunResult& r) {
  std::string lines;
  for (const result::Decision& d : r.decisions)
    lines += fmt::format("  chosen  {} for {} at t = {}: {}\n", d.method, d.component,
                         shortest(d.time), d.why);
  return lines;
}

constexpr std::size_t most_components_shown = 20;

std::string bells(const RunResult& r) {
  std::string lines;
  for (const Bell& bell : r.bells)
    lines += fmt::format("  {} {}: {}{}\n", name(bell.severity), kind(bell.code).name, bell.message,
                         bell.count > 1 ? fmt::format(" ({} times)", bell.count) : "");
  return lines;
}

std::string range(const RunResult& r) {
  const double last = r.statistics.last_row_time;
  std::string words = "none";
  if (r.statistics.rows > 0)
    words =
        fmt::format("{} from t = {} to {}", r.statistics.rows, shortest(r.start), shortest(last));
  if (r.reached >= r.stop) return words;
  const bool further = r.statistics.rows > 0 && r.reached > last;
  return words + fmt::format(" ({}asked: {})",
                             further ? fmt::format("reached: {}, ", shortest(r.reached)) : "",
                             shortest(r.stop));
}

std::string rows(const RunResult& r) {
  std::string line = "  rows    " + range(r);
  if (r.output == "-") line += " on standard output";
  if (r.output != "-" && !r.output.empty()) line += " in " + r.output;
  if (r.reader_left) line += "\n          standard output was closed before it had all of them";
  if (r.earlier_result && r.exit_code != ExitCode::ok)
    line += fmt::format("\n          {} is of an earlier run", r.requested_output);
  return line + "\n";
}

// Only counts that are not zero, to keep the report short.
std::string troubles(const result::Statistics& s) {
  std::string words;
  const auto add = [&](long count, const std::string& what) {
    if (count > 0) words += fmt::format("{}{} {}", words.empty() ? "" : ", ", count, what);
  };
  add(s.error_test_failures,
      s.error_test_failures == 1 ? "failed error test" : "failed error tests");
  add(s.convergence_failures, "repeated because a loop did not converge");
  add(s.iteration_limit_hits,
      s.iteration_limit_hits == 1 ? "time at the iteration limit" : "times at the iteration limit");
  add(s.events, s.events == 1 ? "event" : "events");
  return words.empty() ? "" : "          " + words + "\n";
}

std::string statistics(const RunResult& r) {
  const auto& s = r.statistics;
  std::string text = fmt::format(
      "  steps   {} in {} (start-up {}, master and parts {}{}, output {})\n", s.steps,
      duration(s.seconds.total), duration(s.seconds.startup), duration(s.seconds.master),
      s.seconds.error_test > 0
          ? fmt::format(", error test {} of it", duration(s.seconds.error_test))
          : "",
      duration(s.seconds.output));
  text += troubles(s);
  std::size_t width = 4;
  for (const auto& component : s.components) width = std::max(width, component.name.size());
  text += fmt::format("  {:<{}}  {:>20}  {:>20}  {:>20}\n", "part", width, "doStep", "getState",
                      "setState");
  const auto cell = [](long count, double seconds) {
    return count == 0 ? "0" : fmt::format("{} ({})", count, duration(seconds));
  };
  // The summary lists all components, the report only the most expensive ones.
  std::vector<const result::ComponentStatistics*> shown;
  for (const auto& component : s.components) shown.push_back(&component);
  if (shown.size() > most_components_shown)
    std::ranges::stable_sort(
        shown, [](const auto* a, const auto* b) { return a->seconds() > b->seconds(); });
  for (std::size_t i = 0; i < std::min(shown.size(), most_components_shown); ++i)
    text += fmt::format("  {:<{}}  {:>20}  {:>20}  {:>20}\n", shown[i]->name, width,
                        cell(shown[i]->do_step, shown[i]->do_step_seconds),
                        cell(shown[i]->get_state, shown[i]->get_state_seconds),
                        cell(shown[i]->set_state, shown[i]->set_state_seconds));
  if (shown.size() > most_components_shown)
    text += fmt::format("  and {} more parts, all in the summary (--summary FILE)\n",
                        shown.size() - most_components_shown);
  return text;
}

}  // namespace

std::string report(const RunResult& r, bool with_decisions) {
  std::string text = verdict_sentence(r) + "\n" + bells(r);
  if (!r.why.empty()) text += "  method  " + r.why + "\n";
  if (with_decisions) text += decisions(r);
  return text + certificate(r) + rows(r) + statistics(r);
}

}  // namespace bw::cli
