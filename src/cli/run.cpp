#include "run/run.h"

#include <cstdio>
#include <filesystem>
#include <mutex>

#include "base/error.h"
#include "base/text.h"
#include "base/value.h"
#include "cli/commands.h"
#include "cli/guard.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "result/result.h"
#include "run/spec/options.h"
#include "run/spec/run_spec.h"

namespace bw::cli {
namespace {

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

run::RunSpec spec_of(const RunWishes& wishes) {
  run::RunSpec spec;
  spec.target = wishes.target;
  spec.default_output = std::filesystem::path(spec.target).stem().string() + ".csv";
  for (const run::Option& option : run::options()) {
    const auto words = wishes.words.find(std::string(option.key));
    if (words == wishes.words.end() || words->second.empty()) continue;
    try {
      run::store(option, values_of(option, words->second), "--" + std::string(option.key), spec);
    } catch (const InputError& error) {
      throw UsageError(error.what());
    }
  }
  for (const auto& [name, value] : wishes.start_values) spec.set.push_back(name + "=" + value);
  return spec;
}

}  // namespace

int run_command(const RunWishes& wishes) {
  run::RunSpec spec = spec_of(wishes);
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
  if (!wishes.quiet) std::fputs(report(result, wishes.verbose).c_str(), stderr);
  return static_cast<int>(result.exit_code);
}

}  // namespace bw::cli
