// bellwether: reads the command line and runs the command that it names.

#include <cstdio>
#include <exception>
#include <map>

#include "base/error.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/standard_streams.h"

namespace bw::cli {
namespace {

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

// CLI11's own message, and a proposal of the nearest word.
int explain(const CLI::App& program, const CLI::ParseError& error, int argc, char** argv) {
  if (error.get_exit_code() == 0) return program.exit(error);  // --help, --version
  std::string hint, sentence = error.what();
  if (argc > 1 && argv[1][0] != '-' && program.get_subcommands().empty()) {
    sentence = "there is no command '" + std::string(argv[1]) +
               "'";  // CLI11 only says that one is required
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
  std::map<const CLI::App*, Action> actions;
  for (const Command* command : commands()) {
    CLI::App* added = program.add_subcommand(command->name, command->help);
    actions[added] = command->add(*added);
  }
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return explain(program, error, argc, argv);
  }
  return actions.at(program.get_subcommands().front())();
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
