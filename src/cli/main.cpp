// bellwether: reads the command line. The only file that knows CLI11.

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <functional>
#include <stdexcept>

#include "base/error.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/standard_streams.h"
#include "run/spec/options.h"
#include "run/spec/run_spec.h"

namespace bw::cli {
namespace {

void add_option(CLI::App& command, const run::Option& option, RunWishes& wishes) {
  auto& words = wishes.words[std::string(option.key)];
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

void add_run(CLI::App& program, RunWishes& wishes) {
  auto* command = program.add_subcommand(
      "run", "simulate a system (.toml, .msim), equations (.mo) or an FMU (.fmu)");
  command
      ->add_option("TARGET", wishes.target,
                   "a system (.toml, .msim), equations (.mo) or an FMU (.fmu)")
      ->required();
  for (const run::Option& option : run::options()) add_option(*command, option, wishes);
  command->add_option("--start-value", wishes.start_values, "the same as --set NAME=VALUE")
      ->type_name("NAME VALUE")
      ->take_all();
  command->add_flag("--quiet", wishes.quiet, "no report; errors are still told");
  command->add_flag("--verbose", wishes.verbose,
                    "what the parts say and what was chosen when, on standard error");
  command->add_flag("--no-progress", wishes.no_progress, "no progress bar on a terminal");
}

void add_compare(CLI::App& program, CompareWishes& wishes) {
  auto* command = program.add_subcommand(
      "compare", "are two results the same within a tolerance, and where not");
  command->add_option("A", wishes.a, "a CSV file")->required();
  command->add_option("B", wishes.b, "another CSV file")->required();
  command->add_option("--tolerance", wishes.options.relative, "relative tolerance (1e-6)");
  command->add_option("--absolute-tolerance", wishes.options.absolute,
                      "absolute tolerance (the relative one times the column's largest value)");
  command->add_flag("--only-common", wishes.options.only_common,
                    "columns that one file lacks are no difference");
}

void add_info(CLI::App& program, InfoWishes& wishes) {
  auto* command = program.add_subcommand(
      "info", "explain an FMU (.fmu), equations (.mo) or a system (.toml, .msim)");
  command
      ->add_option("TARGET", wishes.target,
                   "a system (.toml, .msim), equations (.mo) or an FMU (.fmu)")
      ->required();
  command->add_flag("--json", wishes.json, "everything as one JSON object (docs/info.md)");
  command->add_option("--variables", wishes.variables, "all: nothing is left out of the tables")
      ->type_name("all");
}

void add_check(CLI::App& program, CheckWishes& wishes) {
  auto* command = program.add_subcommand(
      "check", "does an FMU (.fmu), a model (.mo) or a system (.toml, .msim) keep the rules");
  command
      ->add_option("TARGET", wishes.target,
                   "a system (.toml, .msim), equations (.mo) or an FMU (.fmu)")
      ->required();
  command->add_flag("--run", wishes.run, "also run it, in a process of its own");
  command->add_flag("--no-load", wishes.no_load, "do not even load its library");
  command->add_flag("--json", wishes.json, "all findings as one JSON object (docs/check.md)");
}

void add_convert(CLI::App& program, ConvertWishes& wishes) {
  auto* command =
      program.add_subcommand("convert", "a MasterSim project (.msim) as a system (.toml)");
  command->add_option("SOURCE", wishes.source, "a system (.msim, .toml) or an FMU (.fmu)")
      ->required();
  command->add_option("-o,--output", wishes.target,
                      "the new file (.toml); - is standard output (-)");
}

void add_export(CLI::App& program, ExportWishes& wishes) {
  auto* command = program.add_subcommand("export", "equations (.mo) as an FMU (.fmu)");
  command->add_option("SOURCE", wishes.source, "a model (.mo)")->required();
  command->add_option("-o,--output", wishes.target,
                      "the new file (.fmu); the model's name, in the current folder");
  command->add_option("--fmi", wishes.fmi, "the version of FMI, 2 or 3 (2)")->type_name("2|3");
}

std::vector<std::string> known_words(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands(nullptr)) {
    names.push_back(command->get_name());
    if (!command->parsed()) continue;
    for (const CLI::Option* option : command->get_options())
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// CLI11's own sentence, and the nearest word that would have been right.
int explain(const CLI::App& program, const CLI::ParseError& error, int argc, char** argv) {
  if (error.get_exit_code() == 0) return program.exit(error);  // --help, --version
  std::string hint, sentence = error.what();
  if (argc > 1 && argv[1][0] != '-' && program.get_subcommands().empty()) {
    sentence = "there is no command '" + std::string(argv[1]) + "'";  // CLI11 only asks for one
    hint = did_you_mean(argv[1], known_words(program));
  }
  for (int i = 1; i < argc && hint.empty(); ++i) {
    const std::string word = argv[i];
    if (word.starts_with("-") && sentence.find(word) != std::string::npos)
      hint = did_you_mean(word.substr(0, word.find('=')), known_words(program));
  }
  std::fprintf(stderr, "bellwether: %s.%s\n", sentence.c_str(), hint.c_str());
  std::fprintf(stderr, "`bellwether --help` and `bellwether run --help` list what there is.\n");
  return static_cast<int>(ExitCode::usage);
}

int run_program(int argc, char** argv) {
  CLI::App program("Bellwether couples simulators and tells how far the result can be believed.");
  program.name("bellwether");
  program.set_version_flag("--version", "bellwether " BELLWETHER_VERSION);
  program.require_subcommand(1);
  RunWishes run;
  CompareWishes compare;
  InfoWishes info;
  CheckWishes check;
  ConvertWishes convert;
  ExportWishes exported;
  std::string list;
  add_run(program, run);
  add_compare(program, compare);
  add_info(program, info);
  add_check(program, check);
  add_convert(program, convert);
  add_export(program, exported);
  program.add_subcommand("list", "what there is: masters, methods, bells, rules, writers")
      ->add_option("WHAT", list, "masters, methods, bells, rules or writers")
      ->required();
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return explain(program, error, argc, argv);
  }
  struct Command {
    const char* name;
    std::function<int()> run;
  };
  const Command commands[] = {{"run", [&] { return run_command(run); }},
                              {"compare", [&] { return compare_command(compare); }},
                              {"info", [&] { return info_command(info); }},
                              {"check", [&] { return check_command(check); }},
                              {"convert", [&] { return convert_command(convert); }},
                              {"export", [&] { return export_command(exported); }},
                              {"list", [&] { return list_command(list); }}};
  for (const Command& command : commands)
    if (program.got_subcommand(command.name)) return command.run();
  throw std::logic_error("the command " + program.get_subcommands().front()->get_name() +
                         " was added without what it does");
}

}  // namespace
}  // namespace bw::cli

int main(int argc, char** argv) {
  bw::cli::secure_standard_streams();
  try {
    return bw::cli::run_program(argc, argv);
  } catch (const bw::Error& error) {
    std::fprintf(stderr, "bellwether: %s\n", error.what());
    return static_cast<int>(error.exit_code());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bellwether: it failed for a reason of its own: %s\n", error.what());
    return static_cast<int>(bw::ExitCode::stopped);
  }
}
