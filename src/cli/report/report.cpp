#include "cli/report/report.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "cli/report/advice.h"
#include "cli/report/figures.h"
#include "cli/report/report_details.h"
#include "cli/report/standard_streams.h"
#include "inspect/text_table.h"
#include "result/summary/headline.h"

namespace bw::cli {
namespace {

using result::RunResult;
using result::Verdict;

constexpr std::size_t most_warnings = 8;

long count_severity(const RunResult& r, Severity severity) {
  return std::ranges::count_if(r.bells,
                               [&](const Bell& bell) { return bell.severity == severity; });
}

// ---- the first line ----

// Names and sentences come from foreign files; the first word alone is coloured, by us.
std::string coloured(const std::string& text, Verdict verdict, const Style& style) {
  std::string safe = with_short_words(escaped(text));
  if (!style.colour) return safe;
  const char* code = verdict == Verdict::trusted    ? "32"
                     : verdict == Verdict::rejected ? "31"
                                                    : "33";
  const std::size_t end = std::min(safe.find(' '), safe.size());
  return "\x1b[1;" + std::string(code) + "m" + safe.substr(0, end) + "\x1b[0m" + safe.substr(end);
}

std::string verdict_line(const RunResult& r, const Style& style) {
  std::string word(name(r.verdict));
  std::ranges::transform(word, word.begin(), [](char c) {
    return static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  });
  const std::string text = word + "  " + result::headline(r);
  const std::string code =
      r.exit_code == ExitCode::ok
          ? ""
          : "(exit code " + std::to_string(static_cast<int>(r.exit_code)) + ")";
  return unlabelled(text, style.width, code);
}

// ---- result and worst ----

std::string period(const RunResult& r) {
  if (r.statistics.rows == 0) return "no points";
  const std::string unit = r.time_unit.empty() ? "" : " " + r.time_unit;
  std::string text = count_of(r.statistics.rows, "point", "points") +
                     ", t = " + brief(r.start / r.seconds_in_unit) + " … " +
                     brief(r.statistics.last_row_time / r.seconds_in_unit) + unit;
  if (r.reached < r.stop) text += " (stop time " + time_in_rows(r, r.stop) + " not reached)";
  return text;
}

std::string place(const RunResult& r) {
  if (r.output == "-") return "standard output";
  return r.output.empty() ? "in memory" : r.output;
}

std::string result_line(const RunResult& r, const Style& style) {
  std::string text = place(r) + "   " + period(r);
  if (r.exit_code == ExitCode::rejected)
    text = r.output == "-" || r.output.empty() ? "none; rejected rows: " + period(r)
                                               : "none; rejected rows are in " + r.output;
  else if (r.exit_code != ExitCode::ok)
    text = "none; " + period(r) + (r.output.empty() ? "" : " in " + r.output);
  if (r.reader_left) text += "; standard output was closed before the last row";
  if (r.earlier_result && r.exit_code != ExitCode::ok)
    text += "; " + r.requested_output + " is of an earlier run";
  return labelled("result", text, style.width);
}

std::string package_line(const RunResult& r, const Style& style) {
  return r.package.empty() ? "" : labelled("package", r.package, style.width);
}

std::string page_line(const std::string& page, const Style& style) {
  return page.empty() ? "" : labelled("page", page, style.width);
}

std::string worst_line(const RunResult& r, const Style& style) {
  if (r.sensitivity && r.sensitivity->converges)
    return labelled("worst",
                    r.sensitivity->worst + " at t = " + time_in_rows(r, r.sensitivity->worst_time),
                    style.width);
  if (!r.certificate || r.certificate->worst.empty()) return "";
  const result::Certificate& c = *r.certificate;
  const std::string when = "t = " + time_in_rows(r, c.worst_time);
  std::string text = c.worst + " at " + when;
  if (c.beyond_from && *c.beyond_from < c.worst_time)
    text = c.worst + ", above the tolerance from t = " + time_in_rows(r, *c.beyond_from) +
           ", most at " + when;
  return labelled("worst", text, style.width);
}

// What was varied of a single co-simulation FMU, and how much the rows changed.
std::string varied_line(const RunResult& r, const Style& style) {
  if (!r.sensitivity || r.sensitivity->runs < 2) return "";
  const result::Sensitivity& s = *r.sensitivity;
  std::string text;
  if (s.shortest_step < s.longest_step)
    text = "step " + brief(s.longest_step) + " … " + brief(s.shortest_step) +
           (s.converges ? " (" + brief(100 * s.step, 2) + " %)" : "");
  add_to_list(text, "FMU tolerance " + tolerance_figure(s.largest_tolerance) + " … " +
                        tolerance_figure(s.smallest_tolerance) +
                        (!s.takes_tolerance ? " (without effect)"
                         : s.converges      ? " (" + brief(100 * s.tolerance, 2) + " %)"
                                            : ""));
  return labelled("varied", text, style.width);
}

std::string require_line(const RunResult& r, const Style& style) {
  if (!r.required || r.exit_code != ExitCode::rejected || r.verdict == Verdict::rejected) return "";
  return labelled("require", std::string(name(*r.required)) + " is required (--require)",
                  style.width);
}

// ---- diagnostics ----

std::string diagnostic_line(const Bell& bell, const Style& style) {
  std::string text = bell.message;
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::size_t stop = end > 0 && text[end - 1] == '.' ? 1 : 0;
  const std::string times = bell.count > 1 ? " (" + counted(bell.count) + " times)" : "";
  text.replace(end - stop, stop, times);
  const std::string_view label = bell.severity == Severity::error ? "reason" : name(bell.severity);
  return labelled(label, text, style.width, "[" + std::string(kind(bell.code).name) + "]");
}

std::string diagnostics(const RunResult& r, const Style& style) {
  std::string lines;
  std::size_t shown = 0, hidden = 0;
  for (const Severity severity : {Severity::error, Severity::warning})
    for (const Bell& bell : r.bells) {
      if (bell.severity != severity) continue;
      if (shown < most_warnings || style.verbose)
        lines += diagnostic_line(bell, style), ++shown;
      else
        ++hidden;
    }
  if (hidden > 0)
    lines += labelled("", std::to_string(hidden) + " more; --verbose shows them", style.width);
  return lines;
}

std::string notes(const RunResult& r, const Style& style) {
  const long count = count_severity(r, Severity::note);
  std::string lines;
  if (style.verbose) {
    for (const Bell& bell : r.bells)
      if (bell.severity == Severity::note) lines += diagnostic_line(bell, style);
    return lines;
  }
  if (count == 0) return "";
  const std::string text = count_of(count, "note", "notes") + "; --verbose shows " +
                           (count == 1 ? "it" : "them") +
                           (r.master.empty() ? ", the reasons and each integration"
                                             : ", the reasons and the time of each FMU");
  for (const std::string& line : inspect::wrapped(text, style.width - 2))
    lines += "  " + line + "\n";
  return lines;
}

// ---- method and cost ----

std::string method(const RunResult& r, const Style& style) {
  if (r.approach.name.empty()) return "";
  return labelled("method", method_line(r.approach), style.width);
}

std::string cost_words(const RunResult& r) {
  const result::Statistics& s = r.statistics;
  std::string words;
  const auto add = [&](long count, const char* one, const char* many) {
    if (count > 0) add_to_list(words, count_of(count, one, many));
  };
  if (r.master.empty()) {
    add(s.rhs_evaluations, "RHS evaluation", "RHS evaluations");
    add(s.jacobian_evaluations, "Jacobian", "Jacobians");
    add(s.events, "event", "events");
    add(s.rejected, "rejected step", "rejected steps");
    const auto runs = static_cast<long>(r.trace.integrations.size());
    if (runs > 1) words += " in " + count_of(runs, "integration", "integrations");
  } else {
    long do_steps = 0;
    for (const auto& component : s.components) do_steps += component.do_step;
    words = count_of(do_steps, "doStep", "doSteps");
    long runs = 0;
    for (const auto& tried : r.trace.base_methods) runs += tried.runs;
    if (r.sensitivity) runs += r.sensitivity->runs;
    if (runs > 0) words += " in " + count_of(runs, "run", "runs");
    add(s.events, "event", "events");
    add(s.error_test_failures, "failed error test", "failed error tests");
    add(s.convergence_failures, "step without convergence", "steps without convergence");
    add(s.iteration_limit_hits, "time at the iteration limit", "times at the iteration limit");
  }
  add_to_list(words, duration(s.seconds.total));
  return words;
}

// ---- what to try ----

std::string attempts(const RunResult& r, const Style& style) {
  const std::vector<std::string> found = proposals(r);
  if (found.empty()) return "";
  std::string text = found.front();
  if (found.size() > 1) text = "1. " + text;
  for (std::size_t k = 1; k < found.size(); ++k)
    text += "   " + std::to_string(k + 1) + ". " + found[k];
  return labelled("try", text, style.width);
}

}  // namespace

std::string failure(const RunResult& r, const Style& style) {
  return coloured(verdict_line(r, style) + require_line(r, style) + diagnostics(r, style),
                  r.verdict, style);
}

std::string report(const RunResult& r, const Style& style, const std::string& page) {
  std::string text = verdict_line(r, style) + result_line(r, style) + package_line(r, style) +
                     page_line(page, style) + require_line(r, style) + worst_line(r, style) +
                     varied_line(r, style) + diagnostics(r, style) + method(r, style);
  if (style.verbose) text += reasons(r, style);
  // What a rejected run cost and noted is for those who look closer.
  const bool brief_report = r.verdict == Verdict::rejected && !style.verbose;
  if (!brief_report) text += labelled("cost", cost_words(r), style.width);
  text += attempts(r, style);
  if (!brief_report) text += notes(r, style);
  if (style.verbose) text += details(r, style);
  return coloured(text, r.verdict, style);
}

}  // namespace bw::cli
