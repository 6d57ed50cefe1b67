#pragma once
// The text of a model as tokens, one at a time (Modelica specification 3.6, 2.2 to 2.4).

#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

#include "equation/text/mistakes.h"
#include "equation/text/source_text.h"

namespace bw::equation {

struct Token {
  enum class Kind { identifier, keyword, number, text, symbol, end };
  Kind kind = Kind::end;
  Span where;
  std::string_view word;     // as written; of a string without its quotes
  double number = 0;         // of a number
  bool is_whole = false;     // a number without point and exponent that an Integer can hold
  bool has_escapes = false;  // of a string: unescaped() is needed

  bool is(std::string_view symbol_or_keyword) const {
    return (kind == Kind::symbol || kind == Kind::keyword) && word == symbol_or_keyword;
  }
};

class Lexer {
 public:
  Lexer(const SourceText& source, Mistakes& mistakes);
  // Of Base Modelica that stands for this place of the text: all tokens are there.
  Lexer(std::string_view text, Span place, Mistakes& mistakes);

  // The next token; at the end always the end token. Characters that belong to no token are
  // reported and skipped.
  Token next();
  // The text begins with "//! base": Base Modelica, in which all names of the model are quoted.
  bool is_base() const { return is_base_; }
  // A comment or a string is not closed.
  bool is_cut_off() const { return is_cut_off_; }

 private:
  void skip_blanks();
  void skip_comment();
  bool looking_at(std::string_view word) const {
    return text_.compare(at_, word.size(), word) == 0;
  }
  char ahead(std::size_t by = 0) const { return at_ + by < text_.size() ? text_[at_ + by] : '\0'; }

  Token word();
  Token quoted_name();
  Token number();
  Token text();
  Token symbol();
  Token token(Token::Kind kind, std::size_t begin) const;
  Span span(std::size_t begin, std::size_t end) const;
  Token complain_about_character();
  void complain_about_name(const Token& name);
  std::size_t foreign_letter() const;

  std::string_view text_;
  std::size_t at_ = 0;
  std::optional<Span> place_;
  bool is_cut_off_ = false;
  bool is_base_ = false;
  std::unordered_set<std::string_view> reported_names_;  // with invalid letters
  Mistakes* mistakes_;
};

// "a\"b" unescaped; `word` is the text between the quotes.
std::string unescaped(std::string_view word);

}  // namespace bw::equation
