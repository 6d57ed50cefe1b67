// package    = "package" name [text] {definition} "end" name ";"      (Base Modelica 0.1, MCP-0031)
// definition = model | type | record | {"pure" | "impure" | "partial"} function | constant
//            | "class" name "extends" "ExternalObject" ";" ...
// function   = "function" name [text] {element | "algorithm" body | "external" ... ";"} "end" name

#include <iterator>
#include <utility>

#include "equation/text/lexer.h"
#include "equation/text/parser.h"
#include "equation/text/syntax.h"

namespace bw::equation {

void Parser::package() {
  take();
  const Token name = expect_name("the name of the package");
  description();
  while (token_.kind != Token::Kind::end && !at("end")) {
    try {
      definition();
    } catch (const Lost&) {
      recover_declaration();
      if (at_section()) take();  // it does not belong here
    }
  }
  if (tree_.name.empty()) lost(name.where, "This package contains no model.");
  closing(name.word);
}

void Parser::definition() {
  if (take_if("public") || take_if("protected") || take_if(";")) return;
  if (at("annotation")) {
    annotation(true);
    expect(";", "after the annotation");
  } else if (at("function") || next_.is("function")) {
    function_definition();
  } else if (at("record")) {
    record_definition();
  } else if (at("class")) {
    external_object();
  } else if (at("model") && !tree_.name.empty()) {
    lost(token_.where, "A package of Base Modelica contains one model.");
  } else if (at("model")) {
    class_header();
    class_body();
  } else {
    element();
  }
}

void Parser::function_definition() {
  while (!at("function")) take();
  take();
  syntax::FunctionDefinition made;
  const Token name = expect_name("the name of the function");
  made.name = name.word;
  made.where = name.where;
  description();
  auto outer = std::exchange(tree_.declarations, {});
  is_in_function_ = true;
  while (token_.kind != Token::Kind::end && !at("end")) {
    try {
      function_element(made);
    } catch (const Lost&) {
      recover_declaration();
      if (at_section()) take();  // it does not belong here
    }
  }
  is_in_function_ = false;
  made.declarations = std::exchange(tree_.declarations, std::move(outer));
  closing(made.name);
  tree_.functions.push_back(std::move(made));
}

void Parser::function_element(syntax::FunctionDefinition& function) {
  if (take_if("public") || take_if("protected") || take_if(";")) return;
  if (at("annotation")) return annotation(false);
  if (take_if("algorithm")) {
    Statements more = statements(true);
    std::move(more.begin(), more.end(), std::back_inserter(function.body));
  } else if (at("external")) {
    function.is_external = true;
    while (token_.kind != Token::Kind::end && !at(";")) take();
  } else {
    element();
  }
}

void Parser::record_definition() {
  take();
  syntax::RecordDefinition made;
  const Token name = expect_name("the name of the record");
  made.name = name.word;
  made.where = name.where;
  description();
  auto outer = std::exchange(tree_.declarations, {});
  while (token_.kind != Token::Kind::end && !at("end")) {
    if (at("annotation")) {
      annotation(false);
      expect(";", "after the annotation");
    } else {
      element();
    }
  }
  made.fields = std::exchange(tree_.declarations, std::move(outer));
  closing(made.name);
  tree_.records.push_back(std::move(made));
}

// Its constructor and destructor are C, which a variable of its type would need.
void Parser::external_object() {
  take();
  const std::string_view name = expect_name("the name of the class").word;
  tree_.external_objects.insert(name);
  while (token_.kind != Token::Kind::end && !(at("end") && next_.word == name)) take();
  closing(name);
}

void Parser::closing(std::string_view name) {
  expect("end", "at the end of '" + std::string(name) + "'");
  const Token found_name = expect_name("the name after 'end'");
  if (found_name.word != name)
    mistakes_.add(found_name.where, "Expected 'end " + std::string(name) + "'.");
  expect(";", "after the end of '" + std::string(name) + "'");
}

}  // namespace bw::equation
