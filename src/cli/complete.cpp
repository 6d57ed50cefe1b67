#include "cli/complete.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "base/text.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "inspect/names.h"

namespace bw::cli {
namespace {

namespace fs = std::filesystem;

using Words = std::vector<std::string>;

// A path may begin with ~, which shells expand only when the line is run.
fs::path expanded(const std::string& folder) {
  const char* home = std::getenv("HOME");
  if (home != nullptr && (folder == "~" || folder.starts_with("~/")))
    return fs::path(home + folder.substr(1));
  return folder.empty() ? fs::path(".") : fs::path(folder);
}

Candidates files(const std::string& begin, const Words& extensions) {
  Candidates found{.are_files = true};
  const std::size_t slash = begin.rfind('/');
  const std::string folder = slash == std::string::npos ? "" : begin.substr(0, slash + 1);
  const std::string name = begin.substr(folder.size());
  std::error_code problem;
  fs::directory_iterator entry(expanded(folder), problem);
  for (; !problem && entry != fs::directory_iterator(); entry.increment(problem)) {
    const std::string file = entry->path().filename().string();
    std::error_code ignored;
    const bool is_folder = entry->is_directory(ignored);
    const bool fits =
        is_folder || extensions.empty() ||
        std::ranges::find(extensions, lowercase(entry->path().extension().string())) !=
            extensions.end();
    const bool hidden = file.starts_with('.') && !name.starts_with('.');
    if (fits && !hidden && file.starts_with(name))
      found.list.push_back({folder + file + (is_folder ? "/" : ""), ""});
  }
  return found;
}

Candidates variables(const std::string& begin, const std::string& target) {
  Candidates found;
  // Of a list "a.x,b.y[1,2" the last name is completed.
  std::size_t from = 0;
  int depth = 0;
  for (std::size_t i = 0; i < begin.size(); ++i) {
    depth += begin[i] == '[' ? 1 : begin[i] == ']' ? -1 : 0;
    if (begin[i] == ',' && depth <= 0) from = i + 1;
  }
  if (from < begin.size() && begin[from] == '!') ++from;
  for (const inspect::NamedVariable& v : inspect::variables_of(target))
    if (v.name.starts_with(begin.substr(from)))
      found.list.push_back({begin.substr(0, from) + v.name, v.description});
  return found;
}

Candidates assignments(const std::string& begin, const std::string& target) {
  Candidates found{.go_on = true};
  for (const inspect::NamedVariable& v : inspect::variables_of(target))
    if (v.takes_start && (v.name + "=").starts_with(begin))
      found.list.push_back({v.name + "=", v.description});
  return found;
}

Candidates values(const Argument& argument, const std::string& begin, const std::string& target) {
  Candidates found;
  switch (argument.offer.kind) {
    case Offer::Kind::files: return files(begin, argument.offer.words);
    case Offer::Kind::variables: return variables(begin, target);
    case Offer::Kind::assignments: return assignments(begin, target);
    case Offer::Kind::words:
      for (const std::string& word : argument.offer.words)
        if (word.starts_with(begin)) found.list.push_back({word, ""});
      return found;
    case Offer::Kind::nothing: break;
  }
  return found;
}

Candidates command_names(const std::string& begin) {
  Candidates found;
  for (const Command* command : commands())
    if (std::string_view(command->name).starts_with(begin))
      found.list.push_back({command->name, command->help});
  const Candidates::Candidate others[] = {{"help", "describe a command"},
                                          {"--help", "describe the program"},
                                          {"--version", "print the version"}};
  for (const auto& other : others)
    if (other.word.starts_with(begin) && (!begin.empty() || !other.word.starts_with('-')))
      found.list.push_back(other);
  return found;
}

Candidates option_names(const CommandLine& line, const std::string& begin) {
  Candidates found;
  for (const Argument& argument : line.arguments())
    for (const std::string& spelling : argument.shown())
      if (!argument.positional && spelling.starts_with(begin))
        found.list.push_back({spelling, argument.help});
  if (std::string_view("--help").starts_with(begin))
    found.list.push_back({"--help", "describe the command"});
  return found;
}

// Where the last word stands: behind an option, or in the place of a positional argument.
struct Place {
  const Argument* option = nullptr;  // it is a value of this
  std::size_t positional = 0;        // how many there are before it
  std::string target{};              // the first of them
};

Place place_in(const CommandLine& line, const Words& words) {
  Place place;
  std::size_t awaited = 0;
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    if (awaited > 0) {
      if (--awaited == 0) place.option = nullptr;
    } else if (const Argument* option = line.find(words[i]); option != nullptr) {
      awaited = option->is_flag() ? 0 : option->count;
      place.option = awaited > 0 ? option : nullptr;
    } else if (!words[i].starts_with('-')) {
      if (place.positional++ == 0) place.target = words[i];
    }
  }
  return place;
}

Candidates in_command(const Command& command, const Words& words) {
  CommandLine line;
  const Action action = command.add(line);
  const std::string& last = words.back();
  const Place place = place_in(line, words);
  if (place.option != nullptr) return values(*place.option, last, place.target);
  if (const std::size_t equals = last.find('=');
      last.starts_with("--") && equals != std::string::npos) {
    const Argument* option = line.find(last.substr(0, equals));
    if (option == nullptr) return {};
    Candidates found = values(*option, last.substr(equals + 1), place.target);
    for (auto& candidate : found.list) candidate.word.insert(0, last.substr(0, equals + 1));
    return found;
  }
  if (last.starts_with('-')) return option_names(line, last);
  std::size_t number = 0;
  for (const Argument& argument : line.arguments())
    if (argument.positional && number++ == place.positional) return values(argument, last, "");
  return last.empty() ? option_names(line, "--") : Candidates{};
}

}  // namespace

Candidates complete(const Words& words) {
  if (words.empty()) return {};
  if (words.size() == 1) return command_names(words.front());
  Candidates found;
  if (words.front() == "help" && words.size() == 2) {
    found = command_names(words.back());
  } else if (const Command* command = find_command(words.front())) {
    found = in_command(*command, words);
  }
  std::ranges::sort(found.list, {}, &Candidates::Candidate::word);
  return found;
}

std::string text_of(const Candidates& candidates) {
  std::string text;
  if (candidates.are_files) text += ":files\n";
  if (candidates.go_on) text += ":go-on\n";
  for (const auto& [word, help] : candidates.list) {
    std::string line = word + (help.empty() ? "" : "\t" + help);
    std::ranges::replace(line, '\n', ' ');
    text += line + "\n";
  }
  return text;
}

}  // namespace bw::cli
