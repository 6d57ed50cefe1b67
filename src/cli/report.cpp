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
  if (r.verdict == Verdict::refused) {
    if (r.exit_code == ExitCode::interrupted) return words + ": the run was interrupted";
    if (r.exit_code == ExitCode::stopped) return words + ": the run could not go on";
    return words + ": an alarm rang";
  }
  if (r.estimated_error)
    return words + fmt::format(": estimated error {:.2g} of the tolerance", *r.estimated_error);
  return words + ": the error of this result was not estimated";
}

std::string duration(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.0f} µs", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.1f} ms", seconds * 1e3);
  return fmt::format("{:.2f} s", seconds);
}

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
    line += fmt::format("\n          {} is of an earlier run", r.asked_output);
  return line + "\n";
}

std::string statistics(const RunResult& r) {
  const auto& s = r.statistics;
  std::string text =
      fmt::format("  steps   {} in {} (start-up {}, master and parts {}, output {})\n", s.steps,
                  duration(s.seconds.total), duration(s.seconds.startup),
                  duration(s.seconds.master), duration(s.seconds.output));
  std::size_t width = 4;
  for (const auto& part : s.parts) width = std::max(width, part.name.size());
  text += fmt::format("  {:<{}}  {:>10}  {:>10}  {:>10}  {:>10}\n", "part", width, "doStep",
                      "getState", "setState", "time");
  for (const auto& part : s.parts)
    text += fmt::format("  {:<{}}  {:>10}  {:>10}  {:>10}  {:>10}\n", part.name, width,
                        part.do_step, part.get_state, part.set_state, duration(part.seconds));
  return text;
}

}  // namespace

std::string report(const RunResult& r) {
  std::string text = verdict_sentence(r) + "\n" + bells(r);
  if (!r.why.empty()) text += "  method  " + r.why + "\n";
  return text + rows(r) + statistics(r);
}

}  // namespace bw::cli
