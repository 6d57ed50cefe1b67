#include "cli/supervise/obituary.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "base/error.h"
#include "base/text.h"
#include "cli/report/layout.h"
#include "cli/report/page.h"
#include "cli/report/progress.h"
#include "cli/report/report.h"
#include "cli/report/standard_streams.h"
#include "result/checkpoint_file.h"
#include "result/output_file.h"
#include "result/summary/summary.h"

namespace bw::cli {
namespace {

void clear_line() {
  if (isatty(STDERR_FILENO) == 1) std::fputs("\r\x1b[K", stderr);
}

// What to do about it is in the advice; here is what is known.
std::string words_about(const Death& death, double call_timeout) {
  const heartbeat::Whereabouts& at = death.position;
  std::string text = sentence(death);
  if (death.kind == Death::Kind::hung && !at.component.empty())
    text = "component '" + at.component + "' did not return from " + at.call +
           " at t = " + brief(at.time) + " within " + brief(call_timeout) +
           " s (--call-timeout) and was ended.";
  return text + " The run cannot go on.";
}

}  // namespace

void Obituary::know(result::Briefing briefing) {
  known_ = std::move(briefing);
  std::error_code ignored;
  known_.result.earlier_result = !known_.result.requested_output.empty() &&
                                 std::filesystem::exists(known_.result.requested_output, ignored);
}

void Obituary::rescue(result::SharedRows& rows, const result::KeptRows& kept, bool were_written) {
  result::RunResult& result = known_.result;
  were_written_ = were_written;
  const std::string name = rows.requested_name();
  const auto rescued = rows.rescue();
  result.statistics.last_row_time = result.start;
  if (kept.rows() > 0 && !name.empty()) return write_kept(kept, name);
  if (rescued) take(*rescued);
}

void Obituary::rescue_file(result::SharedRows& rows) {
  known_.result.statistics.last_row_time = known_.result.start;
  if (const auto rescued = rows.rescue_file(result::partial_name(known_.result.requested_output)))
    take(*rescued);
}

void Obituary::take(const result::SharedRows::Rescued& rescued) {
  result::RunResult& result = known_.result;
  result.output = rescued.file;
  result.statistics.rows = rescued.rows;
  is_readable_ = rescued.is_readable;
  const std::string& line = rescued.last_row;
  const auto time =
      rescued.last_time ? rescued.last_time : to_number(line.substr(0, line.find_first_of(",\t")));
  if (time) result.statistics.last_row_time = *time * result.seconds_in_unit;
  complete_rows();
}

// Rows that a checkpoint refers to stay as they are.
void Obituary::complete_rows() const {
  const result::RunResult& result = known_.result;
  if (!is_readable_ || !were_written_ || result.output.empty() ||
      result::is_checkpoint_file(result.checkpoint))
    return;
  try {
    result::complete_partial(result.output);
  } catch (const Error& error) {
    say("bellwether: " + std::string(error.what()) + "\n");
  }
}

std::string Obituary::suspects() const {
  if (known_.components.empty()) return "a component";
  std::vector<std::string> names;
  for (const std::string& name : known_.components) names.push_back("'" + name + "'");
  return "component " + listed(names, {.last = " or "});
}

void Obituary::write_kept(const result::KeptRows& kept, const std::string& file) {
  result::RunResult& result = known_.result;
  try {
    const auto output = result::open_output_file(file);
    kept.replay(output->writer());
    result.output = output->keep_partial();
    result.statistics.rows = kept.rows();
    result.statistics.last_row_time = kept.last_time() * result.seconds_in_unit;
  } catch (const Error& error) {
    if (were_written_) say("bellwether: " + std::string(error.what()) + "\n");
  }
}

int Obituary::tell(const Bell& bell, ExitCode code, double reached) {
  result::RunResult& result = known_.result;
  if (!result::is_checkpoint_file(result.checkpoint)) result.checkpoint.clear();
  result.bells = {bell};
  if (!is_readable_) result.bells.front().message += " The file cannot be read without its end.";
  result.exit_code = code;
  result.verdict = result::Verdict::rejected;
  result.ending = code == ExitCode::interrupted ? result::RunEnding::interrupted
                                                : result::RunEnding::could_not_go_on;
  result.reached = std::clamp(std::max(reached, result.statistics.last_row_time), result.start,
                              std::max(result.start, result.stop));
  clear_line();
  if (const auto display = make_progress(progress_, quiet_);
      display != nullptr && known_.is_planned) {
    display->show({.fraction = fraction_, .phase = "ended"});
    display->finish(false, result.reached);
  }
  const Style style = style_of_errors(verbose_);
  std::fputs((quiet_ ? failure(result, style) : report(result, style, page_.file)).c_str(), stderr);
  if (!known_.summary.empty()) result::write_summary(result, known_.summary, STDOUT_FILENO);
  if (page_.is_wanted()) write_page(result, page_);
  return static_cast<int>(code);
}

// Before there is a plan there is nothing else to report.
int Obituary::say_before_plan(BellCode code, const std::string& words) {
  clear_line();
  say("bellwether: " + words + " [" + std::string(kind(code).name) + "]\n");
  return static_cast<int>(ExitCode::stopped);
}

int Obituary::died(const Death& death, double call_timeout) {
  const heartbeat::Whereabouts& at = death.position;
  std::string words = words_about(death, call_timeout);
  if (at.component.empty() && !known_.components.empty())
    words += " What " + suspects() + " did to the process before may have caused it.";
  if (!known_.is_planned) return say_before_plan(bell_code(death.kind), words);
  return tell({.code = bell_code(death.kind),
               .severity = Severity::error,
               .time = at.time,
               .subject = at.component.empty() ? "run" : at.component,
               .measured = static_cast<double>(death.number),
               .message = words},
              ExitCode::stopped, at.time);
}

std::string Obituary::words_of_damage() const {
  return suspects() + " wrote over the memory that the processes of a run share.";
}

int Obituary::overwrote() {
  const std::string words = words_of_damage() + " The run cannot go on.";
  if (!known_.is_planned) return say_before_plan(BellCode::component_crashed, words);
  return tell({.code = BellCode::component_crashed,
               .severity = Severity::error,
               .time = known_.result.statistics.last_row_time,
               .subject = "run",
               .message = words},
              ExitCode::stopped, known_.result.start);
}

// By the run; this process may have written them.
int Obituary::not_written(const result::RowsNotWritten& problem) {
  if (!problem.is_by_component) {
    say("bellwether: " + std::string(problem.what()) + "\n");
    return static_cast<int>(ExitCode::stopped);
  }
  return tell({.code = BellCode::fmu_error,
               .severity = Severity::error,
               .time = known_.result.statistics.last_row_time,
               .subject = "run",
               .message = problem.what() + (" That was done by " + suspects()) +
                          ". With --isolate each has a process of its own."},
              ExitCode::stopped, known_.result.start);
}

int Obituary::interrupted(const std::string& by, const heartbeat::Whereabouts& position,
                          const std::string& phase) {
  std::string where = phase.empty() ? "" : " while " + phase;
  if (!position.component.empty())
    where = "; component '" + position.component + "' did not return from " + position.call +
            " at t = " + brief(position.time);
  if (!known_.is_planned) {
    clear_line();
    say("bellwether: " + by + where + ", before the first row of this run.\n");
    return static_cast<int>(ExitCode::interrupted);
  }
  return tell({.code = BellCode::interrupted,
               .severity = Severity::error,
               .time = position.time,
               .subject = position.component.empty() ? "run" : position.component,
               .measured = position.time,
               .limit = known_.result.stop,
               .message = by + where + "."},
              ExitCode::interrupted, position.time);
}

// A run that was interrupted, rejected or could not go on has delivered what it had until then.
int Obituary::after_delivery(const std::string& what, int exit_code) const {
  clear_line();
  const bool is_whole = exit_code == static_cast<int>(ExitCode::ok);
  if (!quiet_)
    say(labelled("warning",
                 what + (is_whole ? " The result is complete and not affected."
                                  : " The rows until then and the report are not affected."),
                 style_of_errors(verbose_).width, "[fmu-end-failed]"));
  return exit_code;
}

}  // namespace bw::cli
