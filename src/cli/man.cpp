#include "cli/man.h"

#include "base/text.h"
#include "cli/help.h"

#ifndef BELLWETHER_VERSION
#define BELLWETHER_VERSION "unknown"
#endif

namespace bw::cli {
namespace {

// A hyphen that can be copied from the page, and no line that roff takes for a request.
std::string roff(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    const bool begins_line = safe.empty() || safe.back() == '\n';
    if (begins_line && (c == '.' || c == '\'')) safe += "\\&";
    if (c == '\\')
      safe += "\\e";
    else if (c == '-')
      safe += "\\-";
    else
      safe += c;
  }
  return safe;
}

std::string bold(std::string_view text) { return "\\fB" + roff(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + roff(text) + "\\fR"; }

std::string head(const std::string& page, std::string_view what) {
  std::string title = page;
  for (char& c : title)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return ".TH " + roff(title) +
         " 1 \"\" \"bellwether " BELLWETHER_VERSION "\" \"User Commands\"\n.SH NAME\n" +
         roff(page) + " \\- " + roff(what) + "\n";
}

std::string tagged(const std::string& tag, const std::string& text) {
  return ".TP\n" + tag + "\n" + text + "\n";
}

std::string option_tag(const Argument& argument) {
  std::string tag;
  for (const std::string& spelling : argument.shown())
    tag += (tag.empty() ? "" : ", ") + (argument.positional ? italic(spelling) : bold(spelling));
  if (!argument.positional && !argument.placeholder.empty())
    tag += " " + italic(argument.placeholder);
  return tag;
}

std::string option_text(const Argument& argument) {
  std::string text = roff(help_of(argument)) + ".";
  const std::vector<std::string> aliases = argument.aliases();
  if (!aliases.empty())
    text += " Also " + listed(aliases, [](const std::string& name) { return bold(name); }) + ".";
  return text;
}

std::string options(const CommandLine& line) {
  std::string text, heading;
  for (const Argument& argument : line.arguments()) {
    if (argument.group != heading) text += ".SS " + roff(heading = argument.group) + "\n";
    text += tagged(option_tag(argument), option_text(argument));
  }
  return text;
}

std::string exit_status() {
  constexpr std::pair<const char*, const char*> codes[] = {
      {"0", "accepted: the result is trusted, unverified or doubtful"},
      {"1", "the command line is wrong"},
      {"2", "a file, an FMU, a model or a system is wrong"},
      {"3", "the result was rejected, or compared results differ"},
      {"4", "the run could not go on"},
      {"130", "the user interrupted the run"}};
  std::string text = ".SH EXIT STATUS\n";
  for (const auto& [code, meaning] : codes) text += tagged(bold(code), roff(meaning) + ".");
  return text;
}

}  // namespace

std::string command_page(const Command& command) {
  CommandLine line;
  (void)command.add(line);  // the action is not needed
  const std::string page = "bellwether-" + std::string(command.name);
  std::string text = head(page, command.help) + ".SH SYNOPSIS\n" +
                     bold("bellwether " + std::string(command.name)) +
                     roff(usage_of(command, line).substr(page.size())) + "\n";
  text += ".SH DESCRIPTION\n" + roff(sentence_of(command)) + "\n";
  if (*command.about != '\0') text += ".PP\n" + roff(command.about) + "\n";
  text += ".SH OPTIONS\n" + options(line);
  if (!command.examples.empty()) text += ".SH EXAMPLES\n";
  for (const Example& example : command.examples)
    text += tagged(bold(example.line), roff(example.what) + ".");
  return text + exit_status() + ".SH SEE ALSO\n\\fBbellwether\\fR(1)\n";
}

std::string program_page() {
  std::string text = head("bellwether", "simulate coupled systems and estimate the error");
  text += ".SH SYNOPSIS\n" + bold("bellwether") + " " + italic("COMMAND") + " [" +
          italic("OPTIONS") + "] ...\n.SH DESCRIPTION\n" + roff(program_sentence) +
          "\n.SH COMMANDS\n";
  std::string others;
  for (const Command* command : commands()) {
    text += tagged(bold(command->name), roff(command->help) + ".");
    others +=
        (others.empty() ? "" : ",\n") + bold("bellwether-" + std::string(command->name)) + "(1)";
  }
  text +=
      tagged(bold("help") + " [" + italic("COMMAND") + "]", "describe the program or a command.");
  text += ".SH OPTIONS\n" + tagged(bold("-h") + ", " + bold("--help"), "show the help.") +
          tagged(bold("-V") + ", " + bold("--version"), "show the version.");
  return text + exit_status() + ".SH SEE ALSO\n" + others + "\n";
}

}  // namespace bw::cli
