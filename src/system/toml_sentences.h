#pragma once
// What toml++ says about a mistake of form, as a plain sentence; and the text with that mistake
// taken out, so that a second reading finds the next one.

#include <optional>
#include <string>
#include <string_view>

namespace bw::system {

// One mistake: the words of toml++, and the text of its line; `column` from 1.
struct TomlMistake {
  std::string_view words, line;
  int column = 1;
};

std::string plain_sentence(const TomlMistake& mistake);

// What the line becomes for the next reading: its section, or nothing. No value: reading cannot go
// on, because lines that follow belong to the mistake.
std::optional<std::string> without_mistake(const TomlMistake& mistake);

// Where names and brackets are nested deeper than readers by recursion can bear: line and column
// from 1. The mistake is not searched for in texts and comments.
struct TomlPlace {
  int line = 1, column = 1;
};
constexpr int deepest_toml = 200;
std::optional<TomlPlace> too_deep_in(std::string_view text);

// The left side of a line, as it is written.
std::string_view key_in_line(std::string_view line);

}  // namespace bw::system
