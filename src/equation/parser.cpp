#include "equation/parser.h"

#include <utility>

namespace bw::equation {
namespace {

// Deep enough for anybody, and far from the end of the stack.
constexpr int deepest = 200;

}  // namespace

Parser::Parser(const SourceText& source, Mistakes& mistakes)
    : source_(source), mistakes_(mistakes), lexer_(source, mistakes) {
  token_ = lexer_.next();
  next_ = lexer_.next();
}

Parser::Deeper::Deeper(Parser& parser) : parser_(parser) {
  if (parser_.depth_ >= deepest)
    parser_.lost(parser_.token_.where, "This is nested more than " + std::to_string(deepest) +
                                           " deep. Divide it by variables of its own.");
  ++parser_.depth_;
}

Token Parser::take() {
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

// What is missing belongs behind the last token, not before the next one, which may stand lines
// below.
Token Parser::expect(std::string_view word, std::string_view why) {
  if (at(word)) return take();
  const bool is_missing = word == ";" || word == ")" || word == "]" || word == "}";
  const Span where = is_missing && last_end_ > 0 ? Span{last_end_ - 1, last_end_} : token_.where;
  lost(where,
       "Expected '" + std::string(word) + "' " + std::string(why) + ", found " + found() + ".");
}

Token Parser::expect_name(std::string_view what) {
  if (at_name()) return take();
  lost(token_.where,
       "Expected " + std::string(what) + ", found " + found() +
           (token_.kind == Token::Kind::keyword ? ", which is a word of the language." : "."));
}

void Parser::lost(Span where, const std::string& sentence) {
  mistakes_.add(where, sentence);
  throw Lost{};
}

std::string Parser::found() const {
  switch (token_.kind) {
    case Token::Kind::end: return "the end of the text";
    case Token::Kind::text: return "a text in quotes";
    default: return "'" + std::string(token_.word) + "'";
  }
}

// Behind the next ';', or before what begins or ends a section.
void Parser::recover() {
  while (token_.kind != Token::Kind::end && !at_section() && !at("end"))
    if (take().is(";")) return;
}

syntax::Tree Parser::parse() {
  try {
    skip_within();
    class_header();
    class_body();
    nothing_more();
  } catch (const Lost&) {  // without a class there is nothing to go on with
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
