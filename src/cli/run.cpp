#include "run/run.h"

#include <cstdio>
#include <filesystem>
#include <map>
#include <mutex>

#include "base/error.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/guard.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "run/options.h"

namespace bw::cli {
namespace {

struct Wishes {
  std::string target;
  std::map<std::string_view, std::vector<std::string>> words;  // per option key
  std::vector<std::pair<std::string, std::string>> start_values;
  bool quiet = false, verbose = false, no_progress = false;
};

void add_option(CLI::App& command, const run::Option& option, Wishes& wishes) {
  auto& words = wishes.words[option.key];
  const std::string spelling(option.spelling), help(option.help);
  if (std::holds_alternative<std::optional<bool> run::RunSpec::*>(option.member)) {
    command.add_flag_callback(
        spelling, [&words] { words = {"true"}; }, help);
    return;
  }
  auto* added = command.add_option(spelling, words, help)->type_name(std::string(option.placeholder));
  added->expected(1);
  if (std::holds_alternative<std::vector<std::string> run::RunSpec::*>(option.member))
    added->take_all();
  else
    added->take_last();
}

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

run::RunSpec spec_of(const Wishes& wishes) {
  run::RunSpec spec;
  spec.target = wishes.target;
  for (const run::Option& option : run::options()) {
    const auto& words = wishes.words.at(option.key);
    if (words.empty()) continue;
    try {
      run::store(option, values_of(option, words), "--" + std::string(option.key), spec);
    } catch (const InputError& error) {
      throw UsageError(error.what());
    }
  }
  for (const auto& [name, value] : wishes.start_values) spec.set.push_back(name + "=" + value);
  return spec;
}

int run_command(const Wishes& wishes) {
  run::RunSpec spec = spec_of(wishes);
  spec.default_output = std::filesystem::path(spec.target).stem().string() + ".csv";
  const Guard guard;
  spec.interrupt = &guard.interrupt();
  spec.standard_output = guard.results();
  std::mutex log_mutex;
  if (wishes.verbose)
    spec.log = [&log_mutex](std::string_view line) {
      const std::scoped_lock lock(log_mutex);
      std::fprintf(stderr, "%.*s\n", static_cast<int>(line.size()), line.data());
    };
  ProgressBar bar;
  if (on_terminal() && !wishes.no_progress && !wishes.quiet)
    spec.on_progress = [&bar](const run::Progress& progress) { bar.show(progress); };
  const result::RunResult result = run::run(spec);
  bar.clear();
  if (!wishes.quiet) std::fputs(report(result).c_str(), stderr);
  return static_cast<int>(result.exit_code);
}

}  // namespace

void add_run(CLI::App& program, int& exit_code) {
  auto* command = program.add_subcommand("run", "simulate a system (.toml) or an FMU (.fmu)");
  auto wishes = std::make_shared<Wishes>();
  command->add_option("TARGET", wishes->target, "a system (.toml) or an FMU (.fmu)")->required();
  for (const run::Option& option : run::options()) add_option(*command, option, *wishes);
  command->add_option("--start-value", wishes->start_values, "the same as --set NAME=VALUE")
      ->type_name("NAME VALUE")
      ->take_all();
  command->add_flag("--quiet", wishes->quiet, "no report; errors are still told");
  command->add_flag("--verbose", wishes->verbose, "what the parts say, on standard error");
  command->add_flag("--no-progress", wishes->no_progress, "no progress bar on a terminal");
  command->callback([wishes, &exit_code] { exit_code = run_command(*wishes); });
}

}  // namespace bw::cli
