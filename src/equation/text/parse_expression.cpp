// expression  = "if" e "then" e {"elseif" e "then" e} "else" e | range
// range       = or [":" or [":" or]]
// or          = and {"or" and}            and = not {"and" not}         not = ["not"] relation
// relation    = sum [("<" | "<=" | ">" | ">=" | "==" | "<>") sum]
// sum         = ["+" | "-"] product {("+" | "-" | ".+" | ".-") product}
// product     = factor {("*" | "/" | ".*" | "./") factor}    power = primary ["^" | ".^" primary]
// factor      = power; in Base Modelica also "-" power

#include <array>

#include "equation/core/expression.h"
#include "equation/text/lexer.h"
#include "equation/text/parser.h"
#include "equation/text/source_text.h"
#include "equation/text/syntax.h"

namespace bw::equation {

using syntax::Expression;
using syntax::Kind;

namespace {

struct Sign {
  std::string_view word;
  Op op;
};

constexpr std::array relations = std::to_array<Sign>({{"<", Op::less},
                                                      {"<=", Op::less_equal},
                                                      {">", Op::greater},
                                                      {">=", Op::greater_equal},
                                                      {"==", Op::equal},
                                                      {"<>", Op::not_equal}});
constexpr std::array sums = std::to_array<Sign>(
    {{"+", Op::add}, {"-", Op::subtract}, {".+", Op::add}, {".-", Op::subtract}});
constexpr std::array products = std::to_array<Sign>(
    {{"*", Op::multiply}, {"/", Op::divide}, {".*", Op::multiply}, {"./", Op::divide}});

template <std::size_t count>
const Sign* sign_at(const Token& token, const std::array<Sign, count>& signs) {
  if (token.kind != Token::Kind::symbol) return nullptr;
  for (const Sign& sign : signs)
    if (token.word == sign.word) return &sign;
  return nullptr;
}

}  // namespace

Parser::Id Parser::binary(Op op, Id a, Id b, const Token& sign) {
  Expression made;
  made.kind = Kind::binary;
  made.op = op;
  made.is_elementwise = sign.word.size() == 2 && sign.word[0] == '.';
  made.where = {tree_[a].where.begin, last_end_};
  made.a = a;
  made.b = b;
  return add(made);
}

Parser::Id Parser::expression() {
  const Deeper deeper(*this);
  return at("if") ? choose_expression() : range();
}

Parser::Id Parser::choose_expression() {
  const Span begin = token_.where;
  std::vector<Id> pieces;
  do {
    take();
    pieces.push_back(expression());
    expect("then", "after the condition");
    pieces.push_back(expression());
  } while (at("elseif"));
  if (!at("else"))
    lost(begin, "An if in an expression needs an else. Found " + found() + " before it.");
  take();
  pieces.push_back(expression());
  Expression made;
  made.kind = Kind::choose;
  made.where = since(begin.begin);
  return add(made, pieces);
}

Parser::Id Parser::range() {
  const Id first = disjunction();
  if (!at(":")) return first;
  take();
  Expression made;
  made.kind = Kind::range;
  made.a = first;
  made.c = disjunction();
  if (take_if(":")) {
    made.b = made.c;
    made.c = disjunction();
  }
  made.where = since(tree_[first].where.begin);
  return add(made);
}

Parser::Id Parser::disjunction() {
  Id left = conjunction();
  while (at("or")) {
    const Token sign = take();
    const Id right = conjunction();
    left = binary(Op::logical_or, left, right, sign);
  }
  return left;
}

Parser::Id Parser::conjunction() {
  Id left = negation();
  while (at("and")) {
    const Token sign = take();
    const Id right = negation();
    left = binary(Op::logical_and, left, right, sign);
  }
  return left;
}

Parser::Id Parser::negation() {
  if (!at("not")) return relation();
  const Token word = take();
  Expression made;
  made.kind = Kind::unary;
  made.op = Op::logical_not;
  made.a = relation();
  made.where = since(word.where.begin);
  return add(made);
}

Parser::Id Parser::relation() {
  const Id left = sum();
  const Sign* sign = sign_at(token_, relations);
  if (sign == nullptr) return left;
  const Token word = take();
  const Id right = sum();
  if (sign_at(token_, relations) != nullptr)
    lost(token_.where, "Relations cannot be chained. Write 'a < b and b < c'.");
  return binary(sign->op, left, right, word);
}

Parser::Id Parser::sum() {
  const Token first = token_;
  const bool is_signed = at("-") || at("+");
  if (is_signed) take();
  Id left = product();
  if (is_signed && first.word == "-") left = negated(left, first.where.begin);
  while (const Sign* sign = sign_at(token_, sums)) {
    const Token word = take();
    const Id right = product();
    left = binary(sign->op, left, right, word);
  }
  return left;
}

Parser::Id Parser::negated(Id operand, Place begin) {
  Expression made;
  made.kind = Kind::unary;
  made.op = Op::negate;
  made.a = operand;
  made.where = since(begin);
  return add(made);
}

Parser::Id Parser::product() {
  Id left = factor();
  while (const Sign* sign = sign_at(token_, products)) {
    const Token word = take();
    const Id right = factor();
    left = binary(sign->op, left, right, word);
  }
  return left;
}

Parser::Id Parser::factor() {
  if (!tree_.is_base || !at("-")) return power();
  const Place begin = take().where.begin;
  return negated(power(), begin);
}

Parser::Id Parser::power() {
  const Id base = primary();
  if (!at("^") && !at(".^")) return base;
  const Token sign = take();
  const Place begin = token_.where.begin;
  const bool is_negative = tree_.is_base && take_if("-");
  Id exponent = primary();
  if (is_negative) exponent = negated(exponent, begin);
  if (at("^") || at(".^"))
    lost(token_.where, "Powers cannot be chained. Write (a^b)^c or a^(b^c).");
  return binary(Op::power, base, exponent, sign);
}

}  // namespace bw::equation
