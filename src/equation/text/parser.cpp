#include "equation/text/parser.h"

#include <utility>

#include "base/run_control.h"

namespace bw::equation {
namespace {

// Far below the limit of the stack.
constexpr int deepest_nesting = 200;

}  // namespace

Parser::Parser(const SourceText& source, Mistakes& mistakes)
    : source_(source), mistakes_(mistakes), lexer_(source, mistakes) {
  token_ = lexer_.next();
  next_ = lexer_.next();
}

Parser::Deeper::Deeper(Parser& parser) : parser_(parser) {
  if (parser_.depth_ >= deepest_nesting) {
    parser_.mistakes_.add(parser_.token_.where,
                          "This is nested more than " + std::to_string(deepest_nesting) +
                              " levels deep. Introduce variables for parts of it.");
    throw TooManyMistakes{};  // open brackets would be reported once for each level
  }
  ++parser_.depth_;
}

Token Parser::take() {
  throw_if_interrupted();
  last_end_ = token_.where.end;
  Token taken = token_;
  token_ = next_;
  next_ = lexer_.next();
  return taken;
}

bool Parser::take_if(std::string_view word) {
  if (!at(word)) return false;
  take();
  return true;
}

// What is missing belongs behind the last token, not before the next one, which may be lines below.
Token Parser::expect(std::string_view word, std::string_view why) {
  if (at(word)) return take();
  const bool is_missing =
      word == ";" || word == ")" || word == "]" || word == "}" || is_first_of_line();
  lost(is_missing ? Span{last_end_ - 1, last_end_} : token_.where,
       "Expected '" + std::string(word) + "' " + std::string(why) + ", found " + found() + "." +
           (word == "then" && at("=") ? " '==' compares." : hint()));
}

bool Parser::is_first_of_line() const {
  return last_end_ > 0 && last_end_ <= token_.where.begin &&
         source_.text(Span{last_end_, token_.where.begin}).find('\n') != std::string_view::npos;
}

void Parser::expect_semicolon(std::string_view why) {
  if (at(";") || !is_first_of_line() || token_.kind == Token::Kind::symbol ||
      token_.kind == Token::Kind::end) {
    expect(";", why);
    return;
  }
  mistakes_.add(Span{last_end_ - 1, last_end_},
                "Expected ';' " + std::string(why) + ", found " + found() + ".");
}

void Parser::expect_end_of_list(std::string_view bracket, std::string_view why) {
  if (take_if(bracket)) return;
  lost({last_end_ - 1, last_end_}, "Expected ',' or '" + std::string(bracket) + "' " +
                                       std::string(why) + ", found " + found() + "." + hint());
}

std::string Parser::hint() const {
  const char before = last_end_ > 0 ? source_.text()[last_end_ - 1] : ' ';
  if (at(",") && next_.kind == Token::Kind::number && before >= '0' && before <= '9')
    return " A decimal point is written '.'.";
  if (token_.kind == Token::Kind::number && token_.word.starts_with('.'))
    return " A range is written 1:3.";
  if (is_first_of_line()) return "";
  if (at("if")) return " A choice is written 'if c then a else b'.";
  if (at_name() || at("(")) return " Is an operator missing, or are parentheses, as in sin(x)?";
  return "";
}

Token Parser::expect_name(std::string_view what) {
  if (at_name()) return take();
  lost(token_.where, "Expected " + std::string(what) + ", found " + found() +
                         (token_.kind == Token::Kind::keyword ? ", which is a keyword." : "."));
}

// An unclosed comment or string is reported itself, and so is an invalid character: consequences
// are not reported.
void Parser::lost(Span where, const std::string& sentence) {
  const bool is_end = token_.kind == Token::Kind::end;
  const bool is_reported =
      (is_end && lexer_.is_cut_off()) ||
      mistakes_.reported_between(last_end_, token_.where.begin) ||
      (token_.kind == Token::Kind::keyword && tree_.lost_names.contains(token_.word));
  if (is_end && where.begin >= token_.where.begin && last_end_ > 0)
    where = {last_end_ - 1, last_end_};
  if (!is_reported) mistakes_.add(where, sentence);
  throw Lost{};
}

std::string Parser::found() const {
  switch (token_.kind) {
    case Token::Kind::end: return "the end of the file";
    case Token::Kind::text: return "a string in quotes";
    default: return "'" + std::string(token_.word) + "'";
  }
}

// Behind the next ';', or before the begin or end of a section.
void Parser::recover() {
  while (token_.kind != Token::Kind::end && !at_section() && !at("end"))
    if (take().is(";")) return;
}

// And is no name, as in "Real end;".
bool Parser::ends_something() const {
  return at("end") && (next_.kind == Token::Kind::identifier ||
                       next_.kind == Token::Kind::keyword || next_.kind == Token::Kind::end);
}

// Skipped names may have been declared here: they are not reported as unknown.
void Parser::recover_declaration() {
  const Place begin = last_end_;
  if (declaring_ == "end" && !ends_something()) take();
  if (!declaring_.empty()) tree_.lost_names.insert(std::exchange(declaring_, {}));
  while (token_.kind != Token::Kind::end && !at_section() && !at("end")) {
    const Token skipped = take();
    if (skipped.kind == Token::Kind::identifier) tree_.lost_names.insert(skipped.word);
    if (skipped.is(";")) return;
    if (is_first_of_line() && last_end_ > begin && at_declaration()) return;
  }
}

syntax::Tree Parser::parse() {
  try {
    tree_.is_base = lexer_.is_base();
    skip_within();
    if (tree_.is_base && at("package")) {
      package();
    } else {
      definitions();
      class_header();
      class_body();
      definitions();
    }
    nothing_more();
    expand_records();
    add_library_functions();
  } catch (const Lost&) {  // without a class there is nothing to parse
  }
  return std::move(tree_);
}

Parser::Id Parser::add(syntax::Expression expression) {
  tree_.expressions.push_back(expression);
  return static_cast<Id>(tree_.expressions.size() - 1);
}

Parser::Id Parser::add(syntax::Expression expression, const std::vector<Id>& list) {
  expression.first = static_cast<std::uint32_t>(tree_.lists.size());
  expression.count = static_cast<std::uint32_t>(list.size());
  tree_.lists.insert(tree_.lists.end(), list.begin(), list.end());
  return add(expression);
}

}  // namespace bw::equation
