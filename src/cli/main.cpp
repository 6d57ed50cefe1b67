// bellwether: reads the command line and runs the command that it names.

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "base/error.h"
#include "base/nearest.h"
#include "base/text.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/generate.h"
#include "cli/help.h"
#include "cli/hosted.h"
#include "cli/report/layout.h"
#include "cli/report/standard_streams.h"
#include "cli/supervise/failures.h"
#include "cli/supervise/guard.h"

namespace bw::cli {
namespace {

using Words = std::vector<std::string>;

constexpr int done = static_cast<int>(ExitCode::ok);

bool is_help(const std::string& word) { return word == "--help" || word == "-h"; }

// The command that a file without one is meant for; empty: none.
std::string command_for(const std::string& word) {
  const std::string extension = lowercase(std::filesystem::path(word).extension().string());
  const auto& targets = target_files.words;
  if (std::ranges::find(targets, extension) != targets.end()) return "run";
  if (extension == ".checkpoint") return "resume";
  return extension == ".csv" ? "compare" : "";
}

Words commands_near(const std::string& word) {
  constexpr std::pair<const char*, const char*> other_words[] = {
      {"simulate", "run"},   {"sim", "run"},         {"start", "run"},        {"diff", "compare"},
      {"validate", "check"}, {"verify", "check"},    {"describe", "info"},    {"show", "info"},
      {"inspect", "info"},   {"continue", "resume"}, {"version", "--version"}};
  for (const auto& [other, ours] : other_words)
    if (word == other) return {ours};
  Words names = {"help"};
  for (const Command* command : commands()) names.emplace_back(command->name);
  return nearest_names(word, names);
}

[[noreturn]] void refuse_command(const Words& words) {
  const std::string& word = words.front();
  if (word.starts_with('-')) {
    CommandLine of_run;
    if (const Command* run = find_command("run")) (void)run->add(of_run);
    if (of_run.find(word.substr(0, word.find('='))) != nullptr)
      throw UsageError(word + " is an option of the command run: bellwether run TARGET " + word +
                       " ...");
    throw UsageError("unknown option " + word + ". `bellwether --help` lists the commands.");
  }
  if (const std::string name = command_for(word); find_command(name) != nullptr)
    throw UsageError("'" + word + "' is a file, not a command. Did you mean bellwether " + name +
                     " " + word + "?");
  const Words near = commands_near(word);
  throw UsageError("there is no command '" + word + "'." +
                   (near.empty() ? " `bellwether --help` lists the commands."
                                 : " Did you mean " + listed(near, {.last = " or "}) + "?"));
}

const Command& command_named(const Words& words) {
  const Command* command = is_hosted() ? command_for_programs(words.front()) : nullptr;
  if (command == nullptr) command = find_command(words.front());
  if (command == nullptr) refuse_command(words);
  return *command;
}

int show_help(const Words& words) {
  if (words.size() > 2)
    throw UsageError("'" + words[2] +
                     "' is one argument too many. bellwether help takes one COMMAND.");
  const bool of_program = words.size() < 2 || words[1] == "help" || is_help(words[1]);
  print(of_program ? program_help(help_width())
                   : command_help(command_named({words[1]}), help_width()));
  return done;
}

int run_command_of(const Words& words) {
  const Command& command = command_named(words);
  const auto end = std::find(words.begin(), words.end(), "--");
  if (std::any_of(words.begin() + 1, end, is_help)) {
    print(command_help(command, help_width()));
    return done;
  }
  CommandLine line;
  const Action action = command.add(line);
  Words invocation = words;
  invocation.insert(invocation.begin(), "bellwether");  // its folder depends on the computer
  line.set_invocation(std::move(invocation));
  parse(line, command.name, Words(words.begin() + 1, words.end()));
  return action();
}

int run_program(const Words& words) {
  if (words.empty()) {
    std::fputs(program_usage().c_str(), stderr);
    return static_cast<int>(ExitCode::usage);
  }
  const std::string& first = words.front();
  if (first == "help" || is_help(first)) return show_help(words);
  if (first == "--version" || first == "-V") {
    print("bellwether " BELLWETHER_VERSION "\n");
    return done;
  }
  if (first == "__hosted") return run_command_of(hosted_words(words));
  if (first.starts_with("__")) return run_hidden(words);
  return run_command_of(words);
}

}  // namespace
}  // namespace bw::cli

int main(int argc, char** argv) {
  bw::cli::secure_standard_streams();
  bw::cli::listen_for_signals();
  return bw::cli::with_failures_reported([&] {
    return bw::cli::run_program({argv + std::min(argc, 1), argv + argc});
  });
}
