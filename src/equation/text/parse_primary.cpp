// primary  = number | text | "true" | "false" | "time" | name subscripts | name "(" arguments ")"
//          | "(" e ")" | "{" e {"," e} "}" | "[" row {";" row} "]" | "end"
// argument = e | name "=" e | e "for" iterators

#include <utility>

#include "equation/text/lexer.h"
#include "equation/text/parser.h"
#include "equation/text/quoted_names.h"
#include "equation/text/refusals.h"
#include "equation/text/source_text.h"
#include "equation/text/syntax.h"

namespace bw::equation {

using syntax::Expression;
using syntax::Kind;

Parser::Id Parser::primary() {
  switch (token_.kind) {
    case Token::Kind::number: return number();
    case Token::Kind::text: return text();
    case Token::Kind::identifier: return name_or_call();
    default: break;
  }
  if (at("(")) return bracketed();
  if (at("{")) return array();
  if (at("[")) return matrix();
  if (at(".")) return name_or_call();
  if ((at("der") || at("initial")) && next_.is("(")) return name_or_call();
  if (at("true") || at("false") || at("end")) {
    const Token word = take();
    Expression made;
    made.kind = word.word == "end" ? Kind::end : Kind::boolean;
    made.number = word.word == "true" ? 1 : 0;
    made.where = word.where;
    return add(made);
  }
  refuse_word();
  if (at("der") || at("initial"))
    lost(token_.where, "'" + std::string(token_.word) + "' needs parentheses, as in " +
                           (at("der") ? "der(x)." : "initial()."));
  if (at("=") && last_end_ == token_.where.begin)
    lost({last_end_ - 1, last_end_ + 1},
         "'" + std::string(source_.text(Span{last_end_ - 1, last_end_ + 1})) +
             "' is not Modelica. In an algorithm write the whole assignment, as in x := x + 1.");
  if (at("-") || at("+"))
    lost(token_.where, "Put a signed number within an expression in parentheses, as in a*(-b).");
  if (at("*")) lost(token_.where, "Expected a value, found '*'. A power is written '^'.");
  lost(token_.where, "Expected a value, found " + found() + ".");
}

Parser::Id Parser::number() {
  const Token token = take();
  Expression made;
  made.kind = token.is_whole ? Kind::integer : Kind::real;
  made.number = token.number;
  made.where = token.where;
  return add(made);
}

Parser::Id Parser::text() {
  const Token token = take();
  Expression made;
  made.kind = Kind::text;
  made.where = token.where;
  made.name = token.word;
  if (token.has_escapes) made.name = tree_.made_names.emplace_back(unescaped(token.word));
  return add(made);
}

Parser::Id Parser::bracketed() {
  const Span open = take().where;
  if (at(",")) return tuple(open.begin, syntax::nothing);
  if (at(")")) lost(open, "Expected a value in the parentheses, found ')'.");
  const Id inner = expression();
  if (at(",")) return tuple(open.begin, inner);
  expect(")", "to close the parenthesis");
  tree_.expressions[inner].where = since(open.begin);
  return with_postfix(inner);
}

// (x, , z): the results of a function, some of which are not wanted.
Parser::Id Parser::tuple(Place begin, Id first) {
  std::vector<Id> all{first};
  while (take_if(",")) all.push_back(at(",") || at(")") ? syntax::nothing : expression());
  expect(")", "to close the list");
  Expression made;
  made.kind = Kind::tuple;
  made.where = since(begin);
  return add(made, all);
}

// Elements and fields of values that have no name: f(x)[1], (a - b)[2].
Parser::Id Parser::with_postfix(Id value) {
  const Place begin = tree_[value].where.begin;
  while (at("[") || at(".")) {
    Expression made;
    made.a = value;
    if (at("[")) {
      made.kind = Kind::element;
      const std::vector<Id> all = subscripts();
      made.where = since(begin);
      value = add(made, all);
    } else {
      take();
      made.kind = Kind::field;
      made.name = expect_name("the name of a field").word;
      made.where = since(begin);
      value = add(made);
    }
  }
  return value;
}

Parser::Id Parser::computed_name(const Token& token) {
  const std::string_view plain = tree_.made_names.emplace_back(unescaped(token.word));
  Id value = syntax::nothing;
  for (const std::string_view piece : pieces_of_name(plain)) {
    Expression made;
    made.where = token.where;
    made.a = value;
    if (piece.starts_with('[')) {
      made.kind = Kind::element;
      std::vector<Id> all;
      elsewhere(piece, token.where, [&] { all = subscripts(); });
      value = add(made, all);
      continue;
    }
    made.kind = value == syntax::nothing ? Kind::name : Kind::field;
    made.name = piece;
    value = add(made);
  }
  return value;
}

Parser::Id Parser::array() {
  const Place begin = take().where.begin;
  std::vector<Id> elements;
  if (at("}"))
    lost(token_.where,
         "An array in braces needs at least one element. Write zeros(0) for an empty array.");
  do {
    const Id element = argument();
    if (tree_[element].kind == Kind::named)
      lost(tree_[element].where, "Named arguments are not allowed in an array.");
    elements.push_back(element);
  } while (take_if(","));
  expect_end_of_list("}", "to close the array");
  if (elements.size() == 1 && tree_[elements[0]].kind == Kind::comprehension) return elements[0];
  Expression made;
  made.kind = Kind::array;
  made.where = since(begin);
  return add(made, elements);
}

Parser::Id Parser::matrix() {
  const Place begin = take().where.begin;
  std::vector<Id> rows;
  do {
    std::vector<Id> row;
    const Place row_begin = token_.where.begin;
    do row.push_back(expression());
    while (take_if(","));
    Expression made;
    made.kind = Kind::array;
    made.where = since(row_begin);
    rows.push_back(add(made, row));
  } while (take_if(";"));
  expect_end_of_list("]", "to close the matrix");
  Expression made;
  made.kind = Kind::matrix;
  made.where = since(begin);
  return add(made, rows);
}

// Blanks are allowed around the dots: such a name is joined.
std::string_view Parser::dotted_name(Span& where) {
  where = token_.where;
  const bool is_global = take_if(".");
  const Token first = is_global ? expect_name("a name after the dot") : take();
  std::string name(first.word);
  bool is_dotted = is_global;
  while (at(".")) {
    take();
    is_dotted = true;
    name += ".";
    name += expect_name("a name after the dot").word;
  }
  where = since(where.begin);
  return is_dotted ? std::string_view(tree_.made_names.emplace_back(std::move(name))) : first.word;
}

Parser::Id Parser::name_or_call() {
  if (tree_.is_base && at_name() && has_computed_subscript(token_.word))
    return with_postfix(computed_name(take()));
  Span where;
  const std::string_view name = dotted_name(where);
  if (at("(")) return call(name, where);
  Expression made;
  made.kind = Kind::name;
  made.name = name;
  if (!at("[")) {
    made.where = where;
    return add(made);
  }
  const std::vector<Id> all = subscripts();
  made.where = since(where.begin);
  return with_postfix(add(made, all));
}

Parser::Id Parser::call(std::string_view name, Span where) {
  if (const auto why = why_refused(name)) lost(where, *why);
  take();
  std::vector<Id> arguments;
  if (!at(")")) {
    do arguments.push_back(argument());
    while (take_if(","));
  }
  expect_end_of_list(")", "after the arguments of '" + std::string(name) + "'");
  Expression made;
  made.kind = Kind::call;
  made.name = name;
  made.where = since(where.begin);
  return with_postfix(add(made, arguments));
}

Parser::Id Parser::argument() {
  Expression made;
  const Place begin = token_.where.begin;
  if (at_name() && next_.is("=")) {
    made.kind = Kind::named;
    made.name = take().word;
    take();
    made.a = expression();
    made.where = since(begin);
    return add(made);
  }
  const Id value = expression();
  if (!take_if("for")) return value;
  made.kind = Kind::comprehension;
  made.a = value;
  const std::vector<Id> all = iterators();
  made.where = since(begin);
  return add(made, all);
}

std::vector<syntax::Id> Parser::iterators() {
  constexpr std::size_t most = 20;
  std::vector<Id> all;
  do all.push_back(iterator());
  while (take_if(",") && all.size() < most);
  if (all.size() == most)
    lost(token_.where, "A loop can have less than " + std::to_string(most) + " names.");
  return all;
}

Parser::Id Parser::iterator() {
  const Token name = expect_name("the name of the loop variable");
  Expression made;
  made.kind = Kind::iterator;
  made.name = name.word;
  if (!at("in"))
    lost(token_.where, "Expected 'in' and a range, as in 'for " + std::string(name.word) +
                           " in 1:10', found " + found() + ".");
  take();
  made.a = expression();
  made.where = since(name.where.begin);
  return add(made);
}

std::vector<syntax::Id> Parser::subscripts() {
  expect("[", "before the subscripts");
  std::vector<Id> all;
  do all.push_back(subscript());
  while (take_if(","));
  expect_end_of_list("]", "after the subscripts");
  return all;
}

Parser::Id Parser::subscript() {
  if (!at(":")) return expression();
  Expression made;
  made.kind = Kind::all;
  made.where = take().where;
  return add(made);
}

}  // namespace bw::equation
