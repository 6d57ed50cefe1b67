#include "run/run.h"

#include <cstdio>
#include <filesystem>
#include <map>
#include <mutex>

#include "base/error.h"
#include "base/text.h"
#include "base/value.h"
#include "cli/commands.h"
#include "cli/guard.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/standard_streams.h"
#include "result/result.h"
#include "run/spec/options.h"
#include "run/spec/run_spec.h"

namespace bw::cli {
namespace {

struct RunArguments {
  std::string target;
  std::map<std::string, std::vector<std::string>> words;  // per option key of run/spec/options.h
  std::vector<std::pair<std::string, std::string>> start_values;
  bool quiet = false, verbose = false, dry_run = false;
  std::string progress;  // empty: a bar on a terminal
};

std::vector<Value> values_of(const run::Option& option, const std::vector<std::string>& words) {
  const bool number = std::holds_alternative<std::optional<double> run::RunSpec::*>(option.member);
  const bool flag = std::holds_alternative<std::optional<bool> run::RunSpec::*>(option.member);
  std::vector<Value> values;
  for (const std::string& word : words) {
    const auto parsed = number ? to_number(word) : std::nullopt;
    if (flag)
      values.emplace_back(word == "true");
    else if (parsed)
      values.emplace_back(*parsed);
    else
      values.emplace_back(word);
  }
  return values;
}

run::RunSpec spec_of(const RunArguments& given) {
  run::RunSpec spec;
  spec.target = given.target;
  spec.default_output = std::filesystem::path(spec.target).stem().string() + ".csv";
  for (const run::Option& option : run::options()) {
    const auto words = given.words.find(std::string(option.key));
    if (words == given.words.end() || words->second.empty()) continue;
    try {
      run::store(option, values_of(option, words->second), "--" + std::string(option.key), spec);
    } catch (const InputError& error) {
      throw UsageError(error.what());
    }
  }
  for (const auto& [name, value] : given.start_values) spec.set.push_back(name + "=" + value);
  return spec;
}

// FMUs are opened for a plan, too.
std::string guarded_plan(run::RunSpec spec) {
  const Guard guard;
  spec.interrupt = &guard.interrupt();
  spec.ended_by = &Guard::ended_by;
  return run::describe_plan(spec);
}

bool is_whole(const result::RunResult& result) {
  return result.exit_code == ExitCode::ok || result.exit_code == ExitCode::rejected;
}

int run_target(const RunArguments& given) {
  run::RunSpec spec = spec_of(given);
  if (given.dry_run) {
    print(guarded_plan(spec));
    return static_cast<int>(ExitCode::ok);
  }
  const Guard guard;
  spec.interrupt = &guard.interrupt();
  spec.ended_by = &Guard::ended_by;
  spec.standard_output = guard.results();
  std::mutex log_mutex;
  if (given.verbose)
    spec.log = [&log_mutex](std::string_view line) {
      const std::scoped_lock lock(log_mutex);
      std::fprintf(stderr, "%.*s\n", static_cast<int>(line.size()), line.data());
    };
  const auto display = make_progress(given.progress, given.quiet);
  if (display != nullptr)
    spec.on_progress = [&display](const run::Progress& progress) { display->show(progress); };
  const result::RunResult result = run::run(spec);
  guard.finished();
  if (display != nullptr) display->finish(is_whole(result), result.reached);
  if (!given.quiet) std::fputs(report(result, given.verbose).c_str(), stderr);
  return static_cast<int>(result.exit_code);
}

void add_option(CLI::App& command, const run::Option& option, RunArguments& given) {
  auto& words = given.words[std::string(option.key)];
  const std::string spelling(option.spelling), help(option.help);
  if (std::holds_alternative<std::optional<bool> run::RunSpec::*>(option.member)) {
    command.add_flag_function(
        spelling, [&words](std::int64_t count) { words = {count > 0 ? "true" : "false"}; }, help);
    return;
  }
  auto* added = command.add_option(spelling, words, help);
  added->type_name(std::string(option.placeholder))->expected(1);
  if (std::holds_alternative<std::vector<std::string> run::RunSpec::*>(option.member))
    added->take_all();
  else
    added->take_last();
}

Action add_run(CLI::App& command) {
  const auto given = std::make_shared<RunArguments>();
  command.add_option("TARGET", given->target, target_help)->required();
  for (const run::Option& option : run::options()) add_option(command, option, *given);
  command.add_option("--start-value", given->start_values, "the same as --set NAME=VALUE")
      ->type_name("NAME VALUE")
      ->take_all();
  command.add_flag(
      "--dry-run", given->dry_run,
      "print what the run would do and why; nothing is simulated, no result is written");
  command.add_flag("--quiet", given->quiet, "no report; errors are still told");
  command.add_flag("--verbose", given->verbose,
                   "what the parts say and what was chosen when, on standard error");
  command
      .add_option("--progress", given->progress,
                  "on standard error: bar (default on a terminal), json (lines for programs), none")
      ->type_name("KIND")
      ->check(CLI::IsMember({"bar", "json", "none"}));
  return [given] { return run_target(*given); };
}

}  // namespace

extern const Command run_command = {
    "run", "simulate a system (.toml, .msim), equations (.mo) or an FMU (.fmu)", add_run};

}  // namespace bw::cli
