#include "cli/help.h"

#include <algorithm>

#include "base/text.h"
#include "inspect/text_table.h"

namespace bw::cli {
namespace {

constexpr std::size_t help_column = 25, text_indent = 2;

std::string paragraph(const std::string& text, std::size_t width) {
  return inspect::wrapped(text, width, "", "");
}

// "  label      text", the text in a column of its own.
std::string entry(const std::string& label, const std::string& text, std::size_t width) {
  std::string line = std::string(text_indent, ' ') + label;
  std::size_t column = text_indent + inspect::display_width(label);
  if (column + 2 > help_column) {
    line += "\n";
    column = 0;
  }
  line.append(help_column - column, ' ');
  return inspect::wrapped(text, width, line, std::string(help_column, ' '));
}

std::string label_of(const Argument& argument) {
  std::string label = listed(argument.shown());
  if (!argument.positional && !argument.placeholder.empty()) label += " " + argument.placeholder;
  return label;
}

std::vector<std::string> headings_of(const CommandLine& line) {
  std::vector<std::string> headings;
  for (const Argument& argument : line.arguments())
    if (std::ranges::find(headings, argument.group) == headings.end())
      headings.push_back(argument.group);
  return headings;
}

}  // namespace

const char* const program_sentence =
    "Bellwether is a co-simulation master, ODE solver and flat-Modelica simulator that estimates "
    "the global error of every result.";

const Command* find_command(const std::string& name) {
  for (const Command* command : commands())
    if (name == command->name) return command;
  return nullptr;
}

std::string help_of(const Argument& argument) {
  if (argument.by_default.empty()) return argument.help;
  return argument.help + " (default " + argument.by_default + ")";
}

std::string sentence_of(const Command& command) {
  std::string sentence = std::string(command.help) + ".";
  if (sentence.front() >= 'a' && sentence.front() <= 'z')
    sentence.front() = static_cast<char>(sentence.front() - 'a' + 'A');
  return sentence;
}

std::string usage_of(const Command& command, const CommandLine& line) {
  std::string usage = std::string("bellwether ") + command.name;
  const bool has_options = std::ranges::any_of(
      line.arguments(), [](const Argument& argument) { return !argument.positional; });
  if (has_options) usage += " [OPTIONS]";
  for (const Argument& argument : line.arguments())
    if (argument.positional)
      usage += argument.required ? " " + argument.spellings.front()
                                 : " [" + argument.spellings.front() + "]";
  return usage;
}

std::string command_help(const Command& command, std::size_t width) {
  CommandLine line;
  (void)command.add(line);  // the action is not needed
  std::string text = "Usage: " + usage_of(command, line) + "\n\n";
  text += paragraph(sentence_of(command), width);
  if (*command.about != '\0') text += "\n" + paragraph(command.about, width);
  for (const std::string& heading : headings_of(line)) {
    text += "\n" + heading + ":\n";
    for (const Argument& argument : line.arguments())
      if (argument.group == heading) text += entry(label_of(argument), help_of(argument), width);
  }
  if (!command.examples.empty()) text += "\nExamples:\n";
  for (const Example& example : command.examples)
    text += "  " + std::string(example.line) + "\n" +
            inspect::wrapped(example.what, width, "      ", "      ");
  return text;
}

std::string program_usage() {
  std::string names;
  for (const Command* command : commands()) add_to_list(names, command->name);
  return "Usage: bellwether COMMAND [OPTIONS] ...\n"
         "Commands: " +
         names +
         ".\n"
         "`bellwether --help` describes them; `bellwether run system.toml` simulates a system.\n";
}

std::string program_help(std::size_t width) {
  std::string text = "Usage: bellwether COMMAND [OPTIONS] ...\n\n";
  text += paragraph(program_sentence, width) + "\nCommands:\n";
  for (const Command* command : commands()) text += entry(command->name, command->help, width);
  text += "\nOptions:\n" + entry("-h, --help", "this help, or that of a command", width) +
          entry("-V, --version", "the version of the program", width);
  return text + "\n" +
         paragraph(
             "`bellwether help COMMAND` describes a command and its options. Exit codes: 0 "
             "accepted, 1 wrong command line, 2 wrong input, 3 rejected, 4 could not go on, "
             "130 interrupted.",
             width);
}

}  // namespace bw::cli
