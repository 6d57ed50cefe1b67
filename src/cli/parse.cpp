// Reads the words of a command line. It goes on after a mistake, so that all are reported together.

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/nearest.h"
#include "base/text.h"
#include "cli/command_line.h"

namespace bw::cli {
namespace {

// Names of other programs for what has another name here.
constexpr std::pair<std::string_view, std::string_view> other_names[] = {
    {"--rtol", "--tolerance"},
    {"--atol", "--absolute-tolerance"},
    {"--end", "--stop"},
    {"--end-time", "--stop"},
    {"--t-end", "--stop"},
    {"--begin", "--start"},
    {"--dt", "--step"},
    {"--timestep", "--step"},
    {"--param", "--set"},
    {"--parameter", "--set"},
    {"--out", "--output"},
    {"--result", "--output"},
    {"--algorithm", "--master"},
    {"--integrator", "--method"},
    {"-v", "--verbose"},
    {"-q", "--quiet"},
    {"-t", "--stop"},
    {"-s", "--set"}};

class Parser {
 public:
  Parser(const CommandLine& line, const std::string& command, const std::vector<std::string>& words)
      : line_(line), command_(command), words_(words) {
    for (const Argument& argument : line.arguments())
      if (argument.positional) positionals_.push_back(&argument);
  }

  void run() {
    while (at_ < words_.size()) {
      const std::string& word = words_[at_++];
      if (only_positionals_ || !looks_like_option(word))
        take_positional(word);
      else if (word == "--")
        only_positionals_ = true;
      else
        take_option(word);
    }
    for (; filled_ < positionals_.size(); ++filled_)
      if (positionals_[filled_]->required)
        wrong_.push_back(positionals_[filled_]->spellings.front() +
                         " is missing: " + positionals_[filled_]->help + ".");
    if (!wrong_.empty()) throw UsageError(std::move(wrong_));
  }

 private:
  // "-1", "-.5" and "-" are values.
  static bool looks_like_option(const std::string& word) {
    return word.size() > 1 && word[0] == '-' && word[1] != '.' &&
           !(word[1] >= '0' && word[1] <= '9');
  }

  void store(const Argument& argument, const std::string& spelling,
             const std::vector<std::string>& values) {
    try {
      argument.store(spelling, values);
    } catch (const Error& error) {
      wrong_.insert(wrong_.end(), error.sentences().begin(), error.sentences().end());
    }
  }

  void take_positional(const std::string& word) {
    if (!only_positionals_ && report_wrong_dash(word)) return;
    if (filled_ < positionals_.size()) {
      const Argument& argument = *positionals_[filled_++];
      store(argument, argument.spellings.front(), {word});
    } else if (!swallows_words_) {
      report_surplus(word);
    }
    last_option_.clear();
  }

  // Word processors and pages in PDF write "--" as one longer dash.
  bool report_wrong_dash(const std::string& word) {
    for (const std::string_view dash : {"\u2013", "\u2014", "\u2212"})
      if (word.starts_with(dash) && word.find_first_not_of('-', dash.size()) != word.npos) {
        wrong_.push_back("'" + word + "' begins with a dash that is no hyphen; write --" +
                         word.substr(word.find_first_not_of('-', dash.size())) + ".");
        swallows_words_ = true;
        return true;
      }
    return false;
  }

  void report_surplus(const std::string& word) {
    std::string sentence = "'" + word + "' is one argument too many.";
    if (!last_option_.empty())
      sentence += " If it belongs to " + last_option_ + ", write " + last_option_ + " \"" +
                  last_value_ + " " + word + "\".";
    else if (word.find('=') != std::string::npos && line_.find("--set") != nullptr)
      sentence += " Did you mean --set " + word + "?";
    else
      sentence += " bellwether " + command_ + " takes " +
                  listed(positionals_, [](const Argument* a) { return a->spellings.front(); },
                         {.last = " and "}) +
                  ".";
    wrong_.push_back(std::move(sentence));
  }

  void take_option(const std::string& word) {
    const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
    std::string spelling = word.substr(0, equals);
    std::optional<std::string> attached;
    if (equals != std::string::npos) attached = word.substr(equals + 1);
    const Argument* argument = line_.find(spelling);
    const bool lacks_dash = line_.find("-" + spelling) != nullptr;  // -output is no -o utput
    if (argument == nullptr && word.size() > 2 && word[1] != '-' && !lacks_dash) {  // -ofile
      argument = line_.find(word.substr(0, 2));
      if (argument != nullptr && argument->is_flag()) argument = nullptr;
      if (argument != nullptr)  // also -o=file, as with long options
        attached = word.substr(word[2] == '=' ? 3 : 2), spelling = word.substr(0, 2);
    }
    if (argument == nullptr) return report_unknown(spelling, attached.has_value());
    if (!argument->is_flag()) return take_values(*argument, spelling, attached);
    last_option_.clear();
    if (attached)
      wrong_.push_back(spelling + " takes no value; it got '" + *attached + "'.");
    else
      store(*argument, spelling, {});
  }

  void take_values(const Argument& argument, const std::string& spelling,
                   const std::optional<std::string>& attached) {
    std::vector<std::string> values;
    if (attached) values.push_back(*attached);
    while (values.size() < argument.count && at_ < words_.size() && !is_option(words_[at_]))
      values.push_back(words_[at_++]);
    if (values.size() < argument.count || (attached && attached->empty())) {
      wrong_.push_back(spelling + " needs " + argument.needs + "; " +
                       (at_ < words_.size() && !attached ? "it is followed by " + words_[at_]
                                                         : "nothing follows it") +
                       ".");
      return;
    }
    last_option_ = spelling;
    last_value_ = values.back();
    store(argument, spelling, values);
  }

  // A formula such as "-x^2" is a value.
  bool is_option(const std::string& word) const {
    return word.starts_with("--") || line_.find(word) != nullptr;
  }

  void report_unknown(const std::string& spelling, bool has_value) {
    std::vector<std::string> near;
    for (const auto& [foreign, ours] : other_names)
      if (spelling == foreign && line_.find(std::string(ours)) != nullptr) near.emplace_back(ours);
    if (near.empty()) near = nearest_names(spelling, long_spellings());
    std::string sentence = "unknown option " + spelling + ".";
    if (near.empty())
      sentence += " `bellwether " + command_ + " --help` lists the options.";
    else
      sentence += " Did you mean " + listed(near, {.last = " or "}) + "?";
    wrong_.push_back(std::move(sentence));
    last_option_.clear();
    if (near.empty()) swallows_words_ = true;  // the next word may be its value
    const Argument* meant = near.empty() ? nullptr : line_.find(near.front());
    if (meant != nullptr && !meant->is_flag() && !has_value && at_ < words_.size() &&
        !looks_like_option(words_[at_]))
      ++at_;
  }

  std::vector<std::string> long_spellings() const {
    std::vector<std::string> all = {"--help"};
    for (const Argument& argument : line_.arguments())
      for (const std::string& spelling : argument.spellings)
        if (spelling.starts_with("--")) all.push_back(spelling);
    return all;
  }

  const CommandLine& line_;
  const std::string& command_;
  const std::vector<std::string>& words_;
  std::vector<const Argument*> positionals_;
  std::vector<std::string> wrong_;
  std::string last_option_, last_value_;  // where the word before was the value of an option
  std::size_t at_ = 0, filled_ = 0;
  bool only_positionals_ = false;
  bool swallows_words_ = false;  // an unknown option may have had a value
};

}  // namespace

void parse(const CommandLine& line, const std::string& command,
           const std::vector<std::string>& words) {
  Parser(line, command, words).run();
}

}  // namespace bw::cli
