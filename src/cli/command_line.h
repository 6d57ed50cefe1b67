#pragma once
// What a command takes, as data. Parsing, help, man pages and completion are made of it.

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace bw::cli {

// What a shell offers for a value.
struct Offer {
  enum class Kind { nothing, words, files, variables, assignments };
  Kind kind = Kind::nothing;
  std::vector<std::string> words{};  // or the extensions of files; none: all files
};

struct Argument {
  // Gets the spelling that was used and the words behind it. Throws an Error where they are wrong.
  using Store =
      std::function<void(const std::string& spelling, const std::vector<std::string>& words)>;

  std::vector<std::string> spellings{};  // "-o", "--output"; of a positional argument its name
  bool positional = false, required = true;
  std::string placeholder{};  // of its value; none: a flag
  std::string help{}, by_default{};
  std::string group = "Options";
  std::string needs = "a value";  // said where it is missing: "--stop needs ..."
  std::size_t count = 1;          // of words behind it
  Offer offer{};
  Store store{};

  bool is_flag() const { return !positional && placeholder.empty(); }
  // What the help shows: short form, first long form and its negation; the others are aliases.
  std::vector<std::string> shown() const;
  std::vector<std::string> aliases() const;

  // For the row of a command, to say what differs.
  Argument& standard(std::string value) { return by_default = std::move(value), *this; }
  Argument& offers(Offer value) { return offer = std::move(value), *this; }
  Argument& under(std::string heading) { return group = std::move(heading), *this; }
};

class CommandLine {
 public:
  Argument& positional(std::string name, std::string& to, std::string help);
  // `spelling`: "-o,--output"
  Argument& flag(const std::string& spelling, bool& to, std::string help);
  Argument& option(const std::string& spelling, std::string placeholder, std::string help,
                   Argument::Store store);
  Argument& option(const std::string& spelling, std::string placeholder, std::string& to,
                   std::string help);
  Argument& option(const std::string& spelling, std::string placeholder, double& to,
                   std::string help);
  Argument& option(const std::string& spelling, std::string placeholder, std::optional<double>& to,
                   std::string help);

  const std::deque<Argument>& arguments() const { return arguments_; }
  // All words that the program was called with, itself as "bellwether".
  const std::vector<std::string>& invocation() const { return invocation_; }
  void set_invocation(std::vector<std::string> words) { invocation_ = std::move(words); }
  const Argument* find(const std::string& spelling) const;  // of an option; null: unknown

 private:
  std::deque<Argument> arguments_;  // callers keep references
  std::vector<std::string> invocation_;
};

// Stores what the words say. Throws UsageError with all mistakes.
void parse(const CommandLine& line, const std::string& command,
           const std::vector<std::string>& words);

}  // namespace bw::cli
