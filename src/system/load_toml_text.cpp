#include "system/load_toml_text.h"

#include <algorithm>

#include "base/position.h"
#include "system/toml_sentences.h"

namespace bw::system {
namespace {

std::string_view without_quotes(std::string_view name) {
  const auto is_quote = [](char c) { return c == '"' || c == '\''; };
  if (!name.empty() && is_quote(name.front())) name.remove_prefix(1);
  if (!name.empty() && is_quote(name.back())) name.remove_suffix(1);
  return name;
}

std::string_view line_of(std::string_view text, int line) {
  for (; line > 1; --line) text.remove_prefix(std::min(text.find('\n') + 1, text.size()));
  return text.substr(0, text.find('\n'));
}

}  // namespace

// It stops at the first mistake of form and is called again without the line.
std::optional<toml::table> parse_toml(std::string text, const std::string& file, Report& findings,
                                      std::set<std::string>& lost) {
  constexpr int most = 20;
  if (const auto place = too_deep_in(text)) {
    findings.add({file, place->line, place->column}, "names and brackets are nested more than " +
                                                         std::to_string(deepest_toml) +
                                                         " levels deep.");
    return {};
  }
  for (int mistakes = 0; mistakes < most; ++mistakes) try {
      return toml::parse(text, file);
    } catch (const toml::parse_error& error) {
      const Position where{file, static_cast<int>(error.source().begin.line),
                           static_cast<int>(error.source().begin.column)};
      const std::string_view line = line_of(text, where.line);
      const TomlMistake mistake{error.description(), line, where.column};
      findings.add(where, plain_sentence(mistake));
      const std::optional<std::string> rest = without_mistake(mistake);
      if (!rest || *rest == line) return {};
      lost.insert(std::string(without_quotes(key_in_line(line))));
      text.replace(static_cast<std::size_t>(line.data() - text.data()), line.size(), *rest);
    }
  return {};
}

}  // namespace bw::system
