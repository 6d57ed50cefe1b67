#include "system/toml_sentences.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.h"

namespace bw::system {
namespace {

bool has(std::string_view text, std::string_view word) {
  return text.find(word) != std::string_view::npos;
}

// "integer" of "Error while parsing integer: expected digit, saw 'a'".
std::string_view scope_of(std::string_view words) {
  constexpr std::string_view begin = "Error while parsing ";
  if (!words.starts_with(begin)) return {};
  words.remove_prefix(begin.size());
  return words.substr(0, words.find(':'));
}

// The rest of the line behind the first '=', without a comment.
std::string value_in_line(std::string_view line) {
  const auto equals = line.find('=');
  if (equals == std::string_view::npos) return std::string(trimmed(line));
  line.remove_prefix(equals + 1);
  return std::string(trimmed(line.substr(0, line.find('#'))));
}

bool is_number_scope(std::string_view scope) {
  constexpr std::array scopes = {"integer", "floating-point", "date", "time"};
  return std::ranges::any_of(scopes, [&](std::string_view word) { return has(scope, word); });
}

std::string no_value(const std::string& value) {
  if (value.starts_with('=')) return "there is one '=' too many.";
  const bool is_word = !value.empty() && !has(value, "\"") && !has(value, "'");
  return "'" + value + "' is neither a number nor true or false; a text needs quotes" +
         (is_word ? ": \"" + value + "\"." : ".");
}

std::string no_number(const TomlMistake& mistake, const std::string& value) {
  if (has(mistake.words, "not representable") || has(mistake.words, "could not be interpreted"))
    return "'" + value + "' is too large for a number.";
  if (has(mistake.words, "leading zero")) return "'" + value + "': a number begins with no zero.";
  if (value.starts_with('.') || value.ends_with('.'))
    return "'" + value + "': a decimal point needs digits on both sides.";
  return "'" + value + "' is no number; a text needs quotes: \"" + value + "\".";
}

// "prey.x 3" or "prey.x : 3" or a name with letters that need quotes.
std::string no_equals_sign(const TomlMistake& mistake) {
  const auto at =
      std::min(static_cast<std::size_t>(std::max(mistake.column, 1) - 1), mistake.line.size());
  const std::string before(trimmed(mistake.line.substr(0, at)));
  const std::string_view rest = mistake.line.substr(at);
  if (rest.starts_with(':')) return "'=' must stand between name and value, not ':'.";
  if (!rest.empty() && (static_cast<unsigned char>(rest.front()) & 0x80U) != 0)
    return "a name with letters other than a-z needs quotes: \"" +
           std::string(key_in_line(mistake.line)) + "\".";
  return "missing '=' after '" + before + "'.";
}

std::string behind_value(const TomlMistake& mistake) {
  const std::string value = value_in_line(mistake.line);
  const bool is_number = !value.empty() && value.find_first_not_of("+-0123456789,eE") == value.npos;
  if (is_number && has(value, ",")) {
    std::string point = value;
    std::ranges::replace(point, ',', '.');
    return "a number has a decimal point, not a comma: " + point + ".";
  }
  return "'" + value + "' is not one value; a text needs quotes, a number with a unit, too.";
}

// In a value with quotes.
std::string in_text(const TomlMistake& mistake) {
  if (has(mistake.words, "escape sequence") || has(mistake.words, "hex digit") ||
      has(mistake.words, "U+10FFFF"))
    return "'\\' begins a special character in double quotes; write '\\\\', or use single quotes.";
  const auto at = static_cast<std::size_t>(std::max(mistake.column, 1) - 1);
  if (has(mistake.words, "control character") && at < mistake.line.size())
    return "a text must not contain control characters.";
  return "missing closing quote.";
}

std::string in_brackets(std::string_view scope, std::string_view words) {
  if (scope == "array")
    return has(words, "saw comma") ? "a value is missing before ','."
                                   : "missing ',' or ']' in a list.";
  if (has(words, "dangling") || has(words, "saw comma")) return "there is one ',' too many.";
  if (has(words, "comma")) return "missing ',' or '}'.";
  return "missing '}' at the end of the line.";
}

std::string in_header(std::string_view words) {
  if (has(words, "expected ']'")) return "missing ']' after the name of the section.";
  if (has(words, "end-of-file")) return "missing ']' after the name of the section.";
  if (has(words, "blank")) return "the section has no name.";
  return "nothing may follow the name of the section.";
}

}  // namespace

std::string_view key_in_line(std::string_view line) {
  return trimmed(line.substr(0, line.find('=')));
}

std::string plain_sentence(const TomlMistake& mistake) {
  const std::string_view words = mistake.words, scope = scope_of(words);
  const std::string value = value_in_line(mistake.line);
  if (has(words, "redefine"))
    return "'" + std::string(key_in_line(mistake.line)) + "' is given twice.";
  if (has(words, "utf-8")) return "the file is not UTF-8; save it as UTF-8.";
  if (scope == "string" || scope == "literal string" || has(scope, "unicode"))
    return in_text(mistake);
  if (scope == "table header") return in_header(words);
  if (scope == "array" || scope == "inline table") return in_brackets(scope, words);
  if (has(words, "expected '='")) return no_equals_sign(mistake);
  if (has(words, "expected value,")) return "missing value after '='.";
  if (has(words, "comment or whitespace")) return behind_value(mistake);
  if (scope == "boolean" || scope == "value") return no_value(value);
  if (is_number_scope(scope)) return no_number(mistake, value);
  if (scope == "root table") return "a line is a [section], a name = value or a # comment.";
  if (scope == "key") return "the name is not complete.";
  const auto colon = words.find(": ");
  return std::string(colon == words.npos ? words : words.substr(colon + 2)) + ".";
}

std::optional<std::string> without_mistake(const TomlMistake& mistake) {
  const std::string_view line = trimmed(mistake.line), scope = scope_of(mistake.words);
  if (scope.empty() || has(line, "\"\"\"") || has(line, "'''")) return {};
  if (has(mistake.words, "redefine") && line.starts_with('[')) return {};
  if (scope == "array" && !(has(line, "[") && has(line, "]"))) return {};
  if (scope != "table header") return std::string();
  std::string name;
  for (const char c : line.substr(1)) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' && c != '-') break;
    name += c;
  }
  if (name.empty()) return {};
  return "[" + name + "]";
}

}  // namespace bw::system
