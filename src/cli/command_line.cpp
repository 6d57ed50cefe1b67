#include "cli/command_line.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"

namespace bw::cli {
namespace {

std::vector<std::string> split_spelling(const std::string& spelling) {
  std::vector<std::string> all;
  for (std::size_t begin = 0; begin <= spelling.size();) {
    const std::size_t end = std::min(spelling.find(',', begin), spelling.size());
    std::string one = spelling.substr(begin, end - begin);
    if (one.starts_with('!')) one.erase(0, 1);  // a negation
    all.push_back(std::move(one));
    begin = end + 1;
  }
  return all;
}

bool is_long(const std::string& spelling) { return spelling.starts_with("--"); }
bool is_negation(const std::string& spelling) { return spelling.starts_with("--no-"); }

double number_in(const std::string& spelling, const std::string& word) {
  if (const std::optional<double> number = to_number(word)) return *number;
  throw UsageError(spelling + " needs a number; it got '" + word + "'.");
}

}  // namespace

std::vector<std::string> Argument::shown() const {
  std::vector<std::string> some;
  bool has_long = false;
  for (const std::string& spelling : spellings) {
    const bool wanted = !is_long(spelling) || is_negation(spelling) || !has_long;
    has_long = has_long || is_long(spelling);
    if (wanted) some.push_back(spelling);
  }
  return some;
}

std::vector<std::string> Argument::aliases() const {
  const std::vector<std::string> seen = shown();
  std::vector<std::string> others;
  for (const std::string& spelling : spellings)
    if (std::ranges::find(seen, spelling) == seen.end()) others.push_back(spelling);
  return others;
}

Argument& CommandLine::positional(std::string name, std::string& to, std::string help) {
  Argument argument;
  argument.placeholder = name;
  argument.spellings = {std::move(name)};
  argument.positional = true;
  argument.group = "Arguments";
  argument.help = std::move(help);
  argument.store = [&to](const std::string&, const auto& words) { to = words.front(); };
  return arguments_.emplace_back(std::move(argument));
}

Argument& CommandLine::option(const std::string& spelling, std::string placeholder,
                              std::string help, Argument::Store store) {
  Argument argument;
  argument.spellings = split_spelling(spelling);
  argument.placeholder = std::move(placeholder);
  argument.help = std::move(help);
  argument.store = std::move(store);
  return arguments_.emplace_back(std::move(argument));
}

Argument& CommandLine::flag(const std::string& spelling, bool& to, std::string help) {
  return option(spelling, "", std::move(help),
                [&to](const std::string&, const auto&) { to = true; });
}

Argument& CommandLine::option(const std::string& spelling, std::string placeholder, std::string& to,
                              std::string help) {
  return option(spelling, std::move(placeholder), std::move(help),
                [&to](const std::string&, const auto& words) { to = words.front(); });
}

Argument& CommandLine::option(const std::string& spelling, std::string placeholder, double& to,
                              std::string help) {
  Argument& added = option(
      spelling, std::move(placeholder), std::move(help),
      [&to](const std::string& used, const auto& words) { to = number_in(used, words.front()); });
  added.needs = "a number";
  return added;
}

Argument& CommandLine::option(const std::string& spelling, std::string placeholder,
                              std::optional<double>& to, std::string help) {
  Argument& added = option(
      spelling, std::move(placeholder), std::move(help),
      [&to](const std::string& used, const auto& words) { to = number_in(used, words.front()); });
  added.needs = "a number";
  return added;
}

const Argument* CommandLine::find(const std::string& spelling) const {
  for (const Argument& argument : arguments_)
    if (!argument.positional &&
        std::ranges::find(argument.spellings, spelling) != argument.spellings.end())
      return &argument;
  return nullptr;
}

}  // namespace bw::cli
