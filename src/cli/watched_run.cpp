#include "cli/watched_run.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <functional>
#include <mutex>

#include "base/error.h"
#include "base/text.h"
#include "cli/report/layout.h"
#include "cli/report/page.h"
#include "cli/report/progress.h"
#include "cli/report/report.h"
#include "cli/report/standard_streams.h"
#include "cli/supervise/guard.h"
#include "cli/supervise/supervise.h"
#include "result/briefing.h"
#include "result/destination.h"
#include "result/format.h"
#include "result/result.h"
#include "run/run.h"
#include "run/spec/times.h"

namespace bw::cli {
namespace {

Supervision supervision_of(const Watching& watching) {
  Supervision how{.time_limit = watching.time_limit,
                  .quiet = watching.quiet,
                  .verbose = watching.verbose,
                  .progress = watching.progress,
                  .page = watching.page};
  if (watching.call_timeout) how.call_timeout = *watching.call_timeout;
  return how;
}

void listen_to(const Guard& guard, run::RunSpec& spec) {
  spec.interrupt = &guard.interrupt();
  spec.ended_by = [&guard] { return guard.ended_by(); };
}

bool is_whole(const result::RunResult& result) {
  return result.exit_code == ExitCode::ok || result.exit_code == ExitCode::rejected;
}

// Lines that stay; a bar gives way to them.
std::function<void(const std::string&)> announcer(ProgressDisplay* display) {
  return [display](const std::string& sentence) {
    if (display != nullptr) display->give_way();
    say(labelled("note", sentence, style_of_errors(false).width));
  };
}

// The report, before components are ended whose libraries may crash then. It names the page where
// there is one.
void tell(const result::RunResult& result, const Watching& watching, const std::string& page,
          ProgressDisplay* display) {
  if (display != nullptr) display->finish(is_whole(result), result.reached);
  const Style style = style_of_errors(watching.verbose);
  if (!watching.quiet)
    std::fputs(report(result, style, page).c_str(), stderr);
  else if (result.exit_code != ExitCode::ok)
    std::fputs(failure(result, style).c_str(), stderr);
}

// The problem, if it cannot be written: the report comes first.
std::exception_ptr try_page(const result::RunResult& result, const PageOrder& page) {
  try {
    if (page.is_wanted()) write_page(result, page);
    return {};
  } catch (const Error&) {
    return std::current_exception();
  }
}

int run_here(run::RunSpec spec, const Watching& watching, const Guard& guard, Line& line) {
  listen_to(guard, spec);
  spec.call_timeout = watching.call_timeout;
  spec.standard_output = guard.results();
  std::mutex log_mutex;
  if (watching.verbose)
    spec.log = [&log_mutex](std::string_view text) {
      const std::scoped_lock lock(log_mutex);
      say(std::string(text) + "\n");
    };
  const auto display = make_progress(watching.progress, watching.quiet);
  if (display != nullptr)
    spec.on_progress = [&](const run::Progress& progress) {
      line.progressed(progress.fraction);
      display->show(progress);
    };
  if (!watching.quiet) spec.on_announcement = announcer(display.get());
  spec.on_components = [&](const std::vector<std::string>& names) {
    line.brief({.components = names});
  };
  spec.on_start = [&](const result::Briefing& briefing) {
    std::error_code ignored;  // an earlier page must not be taken for that of this run
    if (watching.page.is_wanted()) std::filesystem::remove(watching.page.file, ignored);
    line.brief(briefing);
  };
  spec.on_result = [&](const result::RunResult& result, bool whole) {
    const std::exception_ptr no_page = try_page(result, watching.page);
    tell(result, watching, no_page ? "" : watching.page.file, display.get());
    line.delivered(static_cast<int>(whole && !no_page ? result.exit_code : ExitCode::stopped));
    if (no_page) std::rethrow_exception(no_page);
  };
  return static_cast<int>(run::run(spec).exit_code);
}

void prepare_page(run::RunSpec& spec, const PageOrder& page) {
  if (!page.is_wanted())
    throw UsageError(
        "--compare draws another result into the page of the run; give --report FILE.html, too.");
  check_page(page.file);
  if (spec.output == "-")
    throw UsageError("--report draws the rows of a file; give -o FILE instead of -o -.");
  for (const auto& other : {spec.summary, spec.steps, spec.eigenvalues, spec.input})
    if (other && result::is_same_file(*other, page.file))
      throw UsageError("the page '" + page.file +
                       "' would overwrite another file of this run; choose another name, such as "
                       "--report other.html.");
  if (!page.other.empty()) {
    (void)result::read_table(page.other);  // refused before the run, not behind it
    spec.also_read.push_back(page.other);
  }
  spec.errors_where_estimated = true;
  spec.keeps_steps = true;
}

std::string checked_progress(const std::string& word) {
  const std::vector<std::string> kinds = progress_kinds();
  if (std::ranges::find(kinds, word) == kinds.end())
    throw UsageError("--progress must be " + listed(kinds, {.last = " or "}) + ", not '" + word +
                     "'.");
  return word;
}

double checked_limit(const std::string& option, const std::string& word) {
  const run::WrittenTime time = run::read_time(word);
  if (time.wrong.empty() && time.seconds > 0) return time.seconds;
  throw UsageError(option + " must be a positive time, such as 90, \"10 min\" or 1h, not '" + word +
                   "'.");
}

}  // namespace

int run_and_report(run::RunSpec spec, const Watching& watching) {
  if (watching.page.is_wanted() || !watching.page.other.empty()) prepare_page(spec, watching.page);
  const Work work = [&](const Guard& guard, Line& line) {
    return run_here(spec, watching, guard, line);
  };
  const Supervision how = supervision_of(watching);
  return watching.in_process ? run_in_process(how, work) : supervise(how, work);
}

// FMUs are opened for a plan, too.
int print_plan(const run::RunSpec& spec, const Watching& watching) {
  const std::size_t width = help_width();  // of standard output, which a guard replaces
  const Work work = [&](const Guard& guard, Line&) {
    run::RunSpec listening = spec;
    listen_to(guard, listening);
    print_to(guard.results(), wrapped_lines(run::describe_plan(listening), width));
    return static_cast<int>(ExitCode::ok);
  };
  const Supervision how = supervision_of(watching);
  return watching.in_process ? run_in_process(how, work) : supervise(how, work);
}

void add_watching(CommandLine& line, Watching& watching, const std::string& heading) {
  line.option(
          "--report", "FILE", watching.page.file,
          "write a page (.html) that shows the run: curves with their errors, diagnostics, cost")
      .offers({Offer::Kind::files, {".html"}})
      .under(heading)
      .needs = "the name of a file";
  line.option("--compare", "FILE", watching.page.other,
              "draw another result into the page, and the difference within the tolerance")
      .offers({Offer::Kind::files, {".csv", ".tsv", ".mat", ".nc", ".cells"}})
      .under(heading)
      .needs = "the name of a file";
  line.flag("--quiet", watching.quiet, "print no report where the result is accepted")
      .under(heading);
  line.flag("--verbose", watching.verbose,
            "also print notes, reasons and messages of the components")
      .under(heading);
  line.option("--progress", "KIND",
              "progress on standard error: bar, json (lines for programs) or none",
              [&watching](const std::string&, const std::vector<std::string>& words) {
                watching.progress = checked_progress(words.front());
              })
      .standard("bar on a terminal, else none")
      .offers({Offer::Kind::words, progress_kinds()})
      .under(heading);
}

void add_limits(CommandLine& line, Watching& watching, const std::string& heading) {
  line.option("--time-limit", "TIME",
              "end the run when it has taken this long; rows until then are kept",
              [&watching](const std::string& option, const std::vector<std::string>& words) {
                watching.time_limit = checked_limit(option, words.front());
              })
      .standard("none")
      .under(heading)
      .needs = "a time";
  line.option("--call-timeout", "TIME",
              "end the run when a call into a component has not returned for this long",
              [&watching](const std::string& option, const std::vector<std::string>& words) {
                watching.call_timeout = checked_limit(option, words.front());
              })
      .standard("10 min")
      .under(heading)
      .needs = "a time";
}

}  // namespace bw::cli
