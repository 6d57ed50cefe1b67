#include "equation/text/lexer.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "equation/core/flat_model.h"

namespace bw::equation {
namespace {

// Sorted, for the search.
constexpr std::array keywords = std::to_array<std::string_view>(
    {"algorithm",   "and",          "annotation", "block",       "break",
     "class",       "connect",      "connector",  "constant",    "constrainedby",
     "der",         "discrete",     "each",       "else",        "elseif",
     "elsewhen",    "encapsulated", "end",        "enumeration", "equation",
     "expandable",  "extends",      "external",   "false",       "final",
     "flow",        "for",          "function",   "if",          "import",
     "impure",      "in",           "initial",    "inner",       "input",
     "loop",        "model",        "not",        "operator",    "or",
     "outer",       "output",       "package",    "parameter",   "partial",
     "protected",   "public",       "pure",       "record",      "redeclare",
     "replaceable", "return",       "stream",     "then",        "true",
     "type",        "when",         "while",      "within"});
static_assert(std::ranges::is_sorted(keywords));

constexpr std::string_view single_symbols = "+-*/^=<>()[]{},;:.";
constexpr std::string_view begin_double = ":=<>.";
constexpr std::array double_symbols =
    std::to_array<std::string_view>({":=", "==", "<>", "<=", ">=", ".+", ".-", ".*", "./", ".^"});

// Spellings of other languages and word processors, the right spelling here, and the token that is
// assumed, if any.
struct Foreign {
  std::string_view written, sentence, meant;
};
constexpr std::array foreign =
    std::to_array<Foreign>({{"!=", "'<>' means not equal", "<>"},
                            {"&&", "'and' is written in words", "and"},
                            {"||", "'or' is written in words", "or"},
                            {"!", "'not' is written in words", "not"},
                            {"%", "the remainder is mod(a, b)", "*"},
                            {"?", "a choice is written 'if c then a else b'", ""},
                            {"\u2013", "minus is written '-'", "-"},
                            {"\u2014", "minus is written '-'", "-"},
                            {"\u2212", "minus is written '-'", "-"},
                            {"\u00B7", "a product is written '*'", "*"},
                            {"\u00D7", "a product is written '*'", "*"},
                            {"\u22C5", "a product is written '*'", "*"},
                            {"\u00F7", "a quotient is written '/'", "/"},
                            {"\u2264", "it is written '<='", "<="},
                            {"\u2265", "it is written '>='", ">="},
                            {"\u2260", "it is written '<>'", "<>"},
                            {"\u00B2", "a square is written x^2", ""},
                            {"\u00B3", "a cube is written x^3", ""},
                            {"\u201C", "a string is written in straight quotes, \"...\"", ""},
                            {"\u201D", "a string is written in straight quotes, \"...\"", ""},
                            {"\u201E", "a string is written in straight quotes, \"...\"", ""}});
constexpr std::string_view no_break_space = "\u00A0";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_beyond_ascii(char c) { return static_cast<unsigned char>(c) >= 0x80U; }
bool is_escape(char c) {
  return std::string_view("'\"?\\abfnrtv").find(c) != std::string_view::npos;
}

bool is_keyword(std::string_view word) { return std::ranges::binary_search(keywords, word); }

}  // namespace

std::string unescaped(std::string_view word) {
  constexpr std::string_view letters = "abfnrtv", meanings = "\a\b\f\n\r\t\v";
  std::string plain;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i] != '\\' || i + 1 == word.size()) {
      plain += word[i];
      continue;
    }
    const std::size_t letter = letters.find(word[++i]);
    plain += letter == std::string_view::npos ? word[i] : meanings[letter];
  }
  return plain;
}

Lexer::Lexer(const SourceText& source, Mistakes& mistakes)
    : text_(source.text()), mistakes_(&mistakes) {
  if (looking_at("\xEF\xBB\xBF")) at_ = 3;  // byte order mark of UTF-8
  is_base_ = looking_at("//! base");
}

Lexer::Lexer(std::string_view text, Span place, Mistakes& mistakes)
    : text_(text), place_(place), is_base_(true), mistakes_(&mistakes) {}

Span Lexer::span(std::size_t begin, std::size_t end) const {
  return place_.value_or(Span{static_cast<Place>(begin), static_cast<Place>(end)});
}

Token Lexer::token(Token::Kind kind, std::size_t begin) const {
  Token token;
  token.kind = kind;
  token.where = span(begin, at_);
  token.word = text_.substr(begin, at_ - begin);
  return token;
}

Token Lexer::next() {
  while (true) {
    skip_blanks();
    if (at_ >= text_.size()) return token(Token::Kind::end, text_.size());
    const char c = text_[at_];
    if (begins_name(c) || foreign_letter() > 0) return word();
    if (is_digit(c) || (c == '.' && is_digit(ahead(1)))) return number();
    if (c == '"') return text();
    if (c == '\'') return quoted_name();
    if (Token found = symbol(); found.kind == Token::Kind::symbol) return found;
    if (const Token meant = complain_about_character(); meant.kind != Token::Kind::end)
      return meant;
  }
}

void Lexer::skip_blanks() {
  while (at_ < text_.size()) {
    if (is_blank(text_[at_]))
      ++at_;
    else if (looking_at(no_break_space))
      at_ += no_break_space.size();
    else if (looking_at("//") || looking_at("/*") || text_[at_] == '#')
      skip_comment();
    else
      return;
  }
}

void Lexer::skip_comment() {
  const bool is_foreign = ahead() == '#';
  if (is_foreign) mistakes_->add(span(at_, at_ + 1), "A comment begins with '//', not '#'.");
  if (is_foreign || ahead(1) == '/') {
    at_ = std::min(text_.find('\n', at_), text_.size());
    return;
  }
  const std::size_t end = text_.find("*/", at_ + 2);
  if (end == std::string_view::npos) {
    is_cut_off_ = true;
    mistakes_->add(span(at_, at_ + 2), "Missing end of a comment: '*/'.");
  }
  at_ = end == std::string_view::npos ? text_.size() : end + 2;
}

Token Lexer::word() {
  const std::size_t begin = at_;
  while (begins_name(ahead()) || is_digit(ahead()) || foreign_letter() > 0)
    at_ += std::max<std::size_t>(foreign_letter(), 1);
  const bool reserved = is_keyword(text_.substr(begin, at_ - begin));
  const Token found = token(reserved ? Token::Kind::keyword : Token::Kind::identifier, begin);
  if (std::ranges::any_of(found.word, is_beyond_ascii)) complain_about_name(found);
  if (ahead() == '\'' && !reserved) {
    mistakes_->add(span(begin, at_ + 1),
                   "A derivative is written der(" + std::string(found.word) + ").");
    while (ahead() == '\'') ++at_;
  }
  return found;
}

// Of another alphabet, with an accent or below the line: its bytes in UTF-8; 0 where there is none.
// Most of U+0080 to U+00BF and of U+2000 to U+2FFF are signs.
std::size_t Lexer::foreign_letter() const {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(ahead(i)); };
  const auto continues = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  const auto is_one_of = [&](auto... bytes) { return ((byte(1) == bytes) || ...); };
  const unsigned char lead = byte(0);
  if (lead < 0xC2U || lead > 0xEFU || !continues(1)) return 0;
  if (lead == 0xC2U) return is_one_of(0xAAU, 0xB5U, 0xBAU) ? 2 : 0;
  if (lead == 0xC3U) return is_one_of(0x97U, 0xB7U) ? 0 : 2;  // times, divided by
  if (lead < 0xE0U) return 2;
  if (!continues(2)) return 0;
  const bool is_below_the_line = byte(1) == 0x82U && byte(2) <= 0x8EU;
  return lead != 0xE2U || is_below_the_line ? 3 : 0;
}

// Once for each name, which is then accepted.
void Lexer::complain_about_name(const Token& name) {
  const std::string word(name.word);
  if (reported_names_.insert(name.word).second)
    mistakes_->add(
        name.where,
        "'" + word +
            "' is not a name: names consist of the letters a to z and A to Z, digits and "
            "'_'. Other characters are allowed in single quotes.");
}

Token Lexer::quoted_name() {
  const std::size_t begin = at_++;
  while (at_ < text_.size() && text_[at_] != '\'' && text_[at_] != '\n')
    at_ += text_[at_] == '\\' ? 2 : 1;
  at_ = std::min(at_, text_.size());
  if (ahead() == '\'')
    ++at_;
  else
    mistakes_->add(span(begin, begin + 1),
                   "Missing closing quote of a name. A string is written in \"double quotes\".");
  Token found = token(Token::Kind::identifier, begin);
  // Quotes belong to a name, but where all names have them nobody wants to read them.
  if (is_base_ && found.word.size() > 2) found.word = found.word.substr(1, found.word.size() - 2);
  return found;
}

Token Lexer::number() {
  const std::size_t begin = at_;
  while (is_digit(ahead())) ++at_;
  bool is_whole = true;
  if (ahead() == '.' && !(begins_name(ahead(1)) && ahead(1) != 'e' && ahead(1) != 'E')) {
    is_whole = false;
    ++at_;
    while (is_digit(ahead())) ++at_;
  }
  const std::size_t sign = ahead(1) == '+' || ahead(1) == '-' ? 2 : 1;
  if ((ahead() == 'e' || ahead() == 'E') && is_digit(ahead(sign))) {
    is_whole = false;
    at_ += sign;
    while (is_digit(ahead())) ++at_;
  }
  Token found = token(Token::Kind::number, begin);
  const auto value = to_number(found.word);
  if (!value) mistakes_->add(found.where, "This number is too large for a double.");
  if (begins_name(ahead()))
    mistakes_->add(found.where,
                   "A number is followed by a name. A product is written with '*', as in " +
                       std::string(found.word) + "*x.");
  found.number = value.value_or(0);
  found.is_whole = is_whole && found.number <= largest_integer;
  return found;
}

Token Lexer::text() {
  const std::size_t begin = at_++;
  bool has_escapes = false;
  for (; at_ < text_.size() && text_[at_] != '"'; ++at_) {
    if (text_[at_] != '\\') continue;
    has_escapes = true;
    if (!is_escape(ahead(1)))
      mistakes_->add(span(at_, at_ + 2),
                     "Unknown escape sequence. A backslash in a string is written \\\\.");
    ++at_;
  }
  if (at_ >= text_.size()) {
    is_cut_off_ = true;
    mistakes_->add(span(begin, begin + 1), "Missing closing quote.");
  }
  const std::size_t end = std::min(at_, text_.size());
  at_ = std::min(end + 1, text_.size());
  Token found = token(Token::Kind::text, begin);
  found.word = text_.substr(begin + 1, end - begin - 1);
  found.has_escapes = has_escapes;
  return found;
}

Token Lexer::symbol() {
  const std::size_t begin = at_;
  const auto has = [&](std::string_view symbol) { return looking_at(symbol); };
  if (begin_double.find(text_[at_]) != std::string_view::npos &&
      std::ranges::any_of(double_symbols, has))
    at_ += 2;
  else if (single_symbols.find(text_[at_]) != std::string_view::npos)
    at_ += 1;
  return at_ > begin ? token(Token::Kind::symbol, begin) : Token{};
}

// The intended token where that is clear, so that it is reported once; else the end.
Token Lexer::complain_about_character() {
  const std::size_t begin = at_;
  for (const auto& [written, sentence, meant] : foreign) {
    if (!looking_at(written)) continue;
    at_ += written.size();
    Token found = token(is_keyword(meant) ? Token::Kind::keyword : Token::Kind::symbol, begin);
    found.word = meant;
    mistakes_->add(found.where, "'" + std::string(written) +
                                    "' is not Modelica: " + std::string(sentence) + ".");
    return meant.empty() ? Token{} : found;
  }
  do ++at_;
  while ((static_cast<unsigned char>(ahead()) & 0xC0U) == 0x80U);
  const bool is_visible = at_ - begin > 1 || (text_[begin] > ' ' && text_[begin] < '\x7F');
  mistakes_->add(span(begin, at_), is_visible ? "The character '" +
                                                    std::string(text_.substr(begin, at_ - begin)) +
                                                    "' is not allowed in a model."
                                              : "A control character is not allowed in a model.");
  return {};
}

}  // namespace bw::equation
