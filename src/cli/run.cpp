#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "base/value.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/hosted.h"
#include "cli/serve.h"
#include "cli/watched_run.h"
#include "run/open/flattened_class.h"
#include "run/spec/options.h"
#include "run/spec/run_spec.h"

namespace bw::cli {
namespace {

struct RunArguments {
  run::RunSpec spec;
  std::string class_name;
  bool dry_run = false;
  Watching watching;
};

Value value_of(const run::Option& option, const std::string& word) {
  const bool number = std::holds_alternative<std::optional<double> run::RunSpec::*>(option.member);
  const auto parsed = number ? to_number(word) : std::nullopt;
  return parsed ? Value(*parsed) : Value(word);
}

run::RunSpec spec_of(const RunArguments& given) {
  run::RunSpec spec = given.spec;
  spec.default_output = given.class_name.empty()
                            ? std::filesystem::path(spec.target).stem().string() + ".csv"
                            : given.class_name + ".csv";
  spec.target = run::flattened_class(spec.target, given.class_name).string();
  return spec;
}

int run_target(const RunArguments& given, const CommandLine& called) {
  run::RunSpec spec = spec_of(given);
  if (given.dry_run) return print_plan(spec, given.watching);
  spec.command_line = called.invocation();
  spec.errors_where_estimated = is_hosted();
  return run_and_report(spec, given.watching);
}

Offer offer_of(const run::Option& option) {
  if (option.rule == run::Option::Rule::file)
    return {Offer::Kind::files, {option.key == "summary" ? ".json" : ".csv"}};
  if (option.rule == run::Option::Rule::variables) return {Offer::Kind::variables};
  if (option.rule == run::Option::Rule::assignments) return {Offer::Kind::assignments};
  if (option.rule == run::Option::Rule::time_unit)
    return {Offer::Kind::words, {"s", "min", "h", "d", "a"}};
  std::vector<std::string> words = run::words_of(option);
  return {words.empty() ? Offer::Kind::nothing : Offer::Kind::words, std::move(words)};
}

void add_row(CommandLine& line, const run::Option& option, run::RunSpec& spec) {
  const bool flag = option.placeholder.empty();
  Argument& added = line.option(
      std::string(option.spelling), std::string(option.placeholder), std::string(option.help),
      [&option, &spec, flag](const std::string& spelling, const std::vector<std::string>& words) {
        run::store(option,
                   {flag ? Value(!spelling.starts_with("--no-")) : value_of(option, words.front())},
                   spelling, spec);
      });
  added.standard(std::string(option.by_default))
      .under(std::string(run::heading(option.group)))
      .offers(offer_of(option));
  added.needs = run::needed(option);
}

void add_program_options(CommandLine& line, RunArguments& given, run::Group group) {
  const std::string heading(run::heading(group));
  if (group == run::Group::output) {
    add_watching(line, given.watching, heading);
  } else if (group == run::Group::components) {
    Argument& pair =
        line.option("--start-value", "NAME VALUE", "the same as --set NAME=VALUE",
                    [&given](const std::string&, const std::vector<std::string>& words) {
                      given.spec.set.push_back(words[0] + "=" + words[1]);
                    });
    pair.under(heading).needs = "a name and a value";
    pair.count = 2;
  } else if (group == run::Group::accuracy) {
    add_limits(line, given.watching, heading);
  } else if (group == run::Group::diagnosis) {
    line.flag("--dry-run", given.dry_run,
              "print what would be done and why; simulate and write nothing")
        .under(heading);
    line.flag("--in-process", given.watching.in_process,
              "run components in this process, for debuggers; a crash ends the program")
        .under(heading);
  }
}

// For programs that write the files themselves.
void add_later_files(CommandLine& line, run::RunSpec& spec) {
  for (const auto& [name, file] : {std::pair("--later-output", &spec.later_output),
                                   std::pair("--later-summary", &spec.later_summary)})
    line.option(name, "FILE", "what is written after the run",
                [file = file](const std::string&, const std::vector<std::string>& words) {
                  *file = words.front();
                });
}

std::shared_ptr<RunArguments> add_options(CommandLine& line) {
  auto given = std::make_shared<RunArguments>();
  line.positional("TARGET", given->spec.target, target_help).offers(target_files);
  line.option("--class", "NAME", given->class_name, class_help).needs = "the name of a class";
  for (const run::Group group :
       {run::Group::simulation, run::Group::accuracy, run::Group::output, run::Group::components,
        run::Group::master, run::Group::diagnosis}) {
    for (const run::Option& option : run::options())
      if (option.group == group) add_row(line, option, given->spec);
    add_program_options(line, *given, group);
  }
  if (is_hosted()) add_later_files(line, given->spec);
  return given;
}

Action add_run(CommandLine& line) {
  const auto given = add_options(line);
  return [given, &line] { return run_target(*given, line); };
}

Action add_step(CommandLine& line) {
  const auto given = add_options(line);
  return [given] { return serve_component(given->spec, given->watching); };
}

constexpr Example run_examples[] = {
    {"bellwether run system.toml", "simulate a coupled system; the result is system.csv"},
    {"bellwether run pump.fmu --stop 1h --interval \"1 min\" -o pump.csv",
     "simulate one FMU for an hour with a row per minute"},
    {"bellwether run system.toml --tolerance 1e-6 --set \"tank.power=3 kW\"",
     "another tolerance and another parameter"},
    {"bellwether run system.toml --record \"tank.*,pump.flow\" --summary summary.json",
     "record some variables and write a summary for scripts"},
    {"bellwether run system.toml --master gauss-seidel --step 10ms",
     "a given master algorithm with a fixed communication step; the error is not estimated"}};

}  // namespace

extern const Command run_command = {
    "run", "simulate a system (.toml, .ssp, .msim), a Modelica model (.mo) or an FMU (.fmu)",
    add_run,
    "The global error of the result is estimated and compared with the tolerance. Times are in "
    "seconds or have a unit: 10, 1h, \"90 min\". Most options are also keys of the section [run] "
    "of a system; the command line wins.",
    run_examples};

extern const Command step_command = {"__step", "for other programs", add_step};

}  // namespace bw::cli
