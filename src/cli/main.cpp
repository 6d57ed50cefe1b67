// bellwether: the program.

#include <cstdio>
#include <exception>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "cli/commands.h"

namespace {

using bw::ExitCode;

int code(ExitCode exit_code) { return static_cast<int>(exit_code); }

std::vector<std::string> known_options(const CLI::App& program) {
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
int explain(const CLI::App& program, const CLI::ParseError& error,
            const std::vector<std::string>& words) {
  if (error.get_exit_code() == 0) return program.exit(error);  // --help, --version
  std::string hint;
  const auto* extra = dynamic_cast<const CLI::ExtrasError*>(&error);
  for (const std::string& word : words)
    if (extra != nullptr && std::string(error.what()).find(word) != std::string::npos &&
        hint.empty())
      hint = bw::did_you_mean(word.substr(0, word.find('=')), known_options(program));
  std::fprintf(stderr, "bellwether: %s.%s\n`bellwether --help` and `bellwether run --help` list what there is.\n",
               error.what(), hint.c_str());
  return code(ExitCode::usage);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App program("Bellwether couples simulators and tells how far the result can be believed.");
  program.name("bellwether");
  program.set_version_flag("--version", "bellwether " BELLWETHER_VERSION);
  program.require_subcommand(1);
  int exit_code = 0;
  bw::cli::add_run(program, exit_code);
  bw::cli::add_compare(program, exit_code);
  bw::cli::add_list(program, exit_code);
  const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return explain(program, error, words);
  } catch (const bw::Error& error) {
    std::fprintf(stderr, "bellwether: %s\n", error.what());
    return code(error.exit_code());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bellwether: it failed for a reason of its own: %s\n", error.what());
    return code(ExitCode::stopped);
  }
  return exit_code;
}
