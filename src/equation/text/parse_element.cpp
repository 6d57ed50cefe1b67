// element = "type" name "=" type sizes modifiers
//         | {prefix} type sizes component {"," component}
// component = name sizes modifiers ["=" expression] [text] [annotation]
// modifiers = ["(" ["each"] ["final"] name "=" expression {"," ...} ")"]

#include <utility>

#include "equation/core/flat_model.h"
#include "equation/text/lexer.h"
#include "equation/text/parser.h"
#include "equation/text/refusals.h"
#include "equation/text/syntax.h"

namespace bw::equation {

// Every keyword that begins an unsupported construct.
void Parser::refuse_word() {
  if (token_.kind != Token::Kind::keyword) return;
  if (const auto why = why_refused(token_.word)) lost(token_.where, *why);
}

void Parser::element() {
  bool is_final = false;
  while (at("partial") || at("encapsulated") || at("final")) {
    is_final = is_final || at("final");
    take();
  }
  if (at_class_word())
    return skip_class(
        "A class within a model is not supported. Write its declarations and equations into the "
        "model itself.");
  const bool is_inside = is_in_function_ || is_in_record_;
  if (at_function() && !is_inside) return function_definition();
  if (at("record") && !is_inside) return record_definition();
  if (at_other_class()) return skip_class(*why_refused(token_.word));
  if (at("type")) return type_definition();
  refuse_word();
  Prefixes all = prefixes();
  all.is_final = all.is_final || is_final;
  refuse_word();
  if (!at_name() && !at("."))
    lost(token_.where,
         "Expected a declaration, as in 'Real x;', or 'equation', found " + found() + ".");
  syntax::TypeName type;
  type.name = dotted_name(type.where);
  const std::vector<Id> type_sizes = sizes();
  if (at("=") || at(":=")) refuse_equation(all, type);
  do component(all, type, type_sizes);
  while (take_if(","));
  expect_semicolon("after the declaration");
}

// k = 1, where a declaration is expected.
void Parser::refuse_equation(const Prefixes& all, const syntax::TypeName& name) {
  const std::string word(name.name);
  declaring_ = name.name;
  if (all.variability || all.causality != Causality::local)
    lost(name.where, "'" + word + "' has no type. Write it in front, as in 'Real " + word + "'.");
  lost(name.where,
       "Equations come after 'equation'. Expected a declaration, as in 'Real " + word + ";'.");
}

Parser::Prefixes Parser::prefixes() {
  Prefixes all;
  while (true) {
    if (take_if("final"))
      all.is_final = true;
    else if (take_if("parameter"))
      all.variability = Variability::parameter;
    else if (take_if("constant"))
      all.variability = Variability::constant;
    else if (take_if("discrete"))
      all.variability = Variability::discrete;
    else if (take_if("input"))
      all.causality = Causality::input;
    else if (take_if("output"))
      all.causality = Causality::output;
    else
      return all;
  }
}

void Parser::type_definition() {
  take();
  syntax::TypeDefinition type;
  const Token name = expect_name("the name of the type");
  type.name = name.word;
  type.where = name.where;
  expect("=", "in the definition of a type, as in 'type Voltage = Real(unit=\"V\");'");
  if (take_if("enumeration")) {
    literals(type);
  } else {
    refuse_word();
    if (!at_name() && !at(".")) lost(token_.where, "Expected a type, found " + found() + ".");
    type.base.name = dotted_name(type.base.where);
    type.sizes = sizes();
    type.modifiers = modifiers();
  }
  description();
  if (at("annotation")) annotation(false);
  expect_semicolon("after the definition of a type");
  tree_.types.push_back(std::move(type));
}

void Parser::literals(syntax::TypeDefinition& type) {
  expect("(", "before the literals of an enumeration");
  do {
    type.literals.push_back(expect_name("a literal of the enumeration").word);
    description();
  } while (take_if(","));
  expect_end_of_list(")", "after the literals of an enumeration");
}

void Parser::component(const Prefixes& all, const syntax::TypeName& type,
                       const std::vector<Id>& type_sizes) {
  syntax::Declaration declaration;
  if (token_.kind == Token::Kind::keyword) declaring_ = token_.word;
  const Token name = expect_name("the name of a variable");
  declaring_ = name.word;
  declaration.name = name.word;
  declaration.where = name.where;
  declaration.type = type;
  declaration.variability = all.variability;
  declaration.causality = all.causality;
  declaration.is_final = all.is_final;
  declaration.sizes = sizes();
  declaration.sizes.insert(declaration.sizes.end(), type_sizes.begin(), type_sizes.end());
  declaration.modifiers = modifiers();
  if (at(":=")) lost(token_.where, "Write '=' in a declaration, not ':='.");
  if (take_if("=")) declaration.binding = expression();
  declaration.whole = since(name.where.begin);
  if (at("if"))
    lost(token_.where,
         "Conditional declarations are not supported. Declare the variable unconditionally and put "
         "the condition into its equation.");
  declaration.description = description();
  if (at("annotation")) annotation(false);
  tree_.declarations.push_back(std::move(declaration));
  declaring_ = {};
}

std::string Parser::not_modified(std::string_view name) {
  return "'" + std::string(name) +
         "' cannot be modified here. Only attributes such as start, fixed and unit can be given, "
         "as "
         "in x(start = 1).";
}

std::vector<syntax::Modifier> Parser::modifiers() {
  const Deeper deeper(*this);
  std::vector<syntax::Modifier> all;
  if (!take_if("(")) return all;
  if (take_if(")")) return all;
  do all.push_back(modifier());
  while (take_if(","));
  expect_end_of_list(")", "after the attributes");
  return all;
}

syntax::Modifier Parser::modifier() {
  while (at("each") || at("final")) take();
  refuse_word();
  const Token name = expect_name("an attribute, as in 'start = 1'");
  syntax::Modifier modifier;
  modifier.name = name.word;
  modifier.name_where = name.where;
  if (at(".")) lost(name.where, not_modified(name.word));
  if (at("(")) {
    modifier.of_field = modifiers();
    modifier.is_of_field = true;
  } else {
    expect("=", "after the attribute '" + std::string(name.word) + "'");
  }
  if (!modifier.is_of_field || take_if("=")) modifier.value = expression();
  modifier.where = since(name.where.begin);
  description();
  return modifier;
}

std::vector<syntax::Id> Parser::sizes() { return at("[") ? subscripts() : std::vector<Id>{}; }

// Also in pieces: "one " + "two".
std::string Parser::description() {
  std::string words;
  if (token_.kind != Token::Kind::text) return words;
  do {
    if (token_.kind != Token::Kind::text)
      lost(token_.where, "Expected a string after '+', found " + found() + ".");
    const Token piece = take();
    words += piece.has_escapes ? unescaped(piece.word) : std::string(piece.word);
  } while (take_if("+"));
  return words;
}

}  // namespace bw::equation
