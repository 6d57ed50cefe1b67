// package    = "package" name [text] {definition} "end" name ";"      (Base Modelica 0.1, MCP-0031)
// Without a package, functions, records and types stand before the model, within it and behind it.
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
      recover_element();
    }
  }
  if (tree_.name.empty()) lost(name.where, "This package contains no model.");
  closing(name.word);
}

bool Parser::at_function() const {
  return at("function") || ((at("pure") || at("impure")) && next_.is("function"));
}

// Of a file without a package.
void Parser::definitions() {
  while (at_function() || at("record") || at("type")) {
    try {
      definition();
    } catch (const Lost&) {
      while (token_.kind != Token::Kind::end && !at_class_word() && !at_other_class() &&
             !at("type"))
        take();
    }
  }
}

// After a mistake in a function or a record.
void Parser::recover_element() {
  recover_declaration();
  if (at("initial")) take();
  if (at_section()) take();  // it does not belong here
}

void Parser::definition() {
  if (take_if("public") || take_if("protected") || take_if(";")) return;
  if (at("annotation")) {
    annotation(true);
    expect(";", "after the annotation");
  } else if (at_function() || next_.is("function")) {
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
  if (at("="))
    lost(token_.where,
         "A function defined as a modification of another one is not supported. Write its "
         "algorithm.");
  description();
  function_elements(made);
  closing(made.name);
  tree_.functions.push_back(std::move(made));
}

void Parser::function_elements(syntax::FunctionDefinition& function) {
  auto outer = std::exchange(tree_.declarations, {});
  is_in_function_ = true;
  while (token_.kind != Token::Kind::end && !at("end")) {
    try {
      function_element(function);
    } catch (const Lost&) {
      recover_element();
    }
  }
  is_in_function_ = false;
  function.declarations = std::exchange(tree_.declarations, std::move(outer));
}

void Parser::function_element(syntax::FunctionDefinition& function) {
  if (take_if("public") || take_if("protected") || take_if(";")) return;
  if (at("annotation")) return annotation(false);
  if (at("equation") || at("initial"))
    lost(token_.where, "A function has an algorithm and no equations.");
  if (take_if("algorithm")) {
    do {
      Statements more = statements(true);
      std::move(more.begin(), more.end(), std::back_inserter(function.body));
    } while (skip_leftover());
  } else if (at("external")) {
    external(function);
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
  if (at("="))
    lost(token_.where,
         "A record defined as a modification of another one is not supported. Write its fields.");
  description();
  auto outer = std::exchange(tree_.declarations, {});
  is_in_record_ = true;
  while (token_.kind != Token::Kind::end && !at("end")) {
    try {
      record_element();
    } catch (const Lost&) {
      recover_element();
    }
  }
  is_in_record_ = false;
  made.fields = std::exchange(tree_.declarations, std::move(outer));
  closing(made.name);
  tree_.records.push_back(std::move(made));
}

void Parser::record_element() {
  if (take_if("public") || take_if("protected") || take_if(";")) return;
  if (at("annotation")) {
    annotation(false);
    expect(";", "after the annotation");
  } else if (at_section()) {
    lost(token_.where, "A record has fields and no equations.");
  } else {
    element();
  }
}

// external "C" y = f(a, b) annotation(...);
void Parser::external(syntax::FunctionDefinition& function) {
  function.is_external = true;
  function.where = take().where;
  if (token_.kind == Token::Kind::text) take();
  if (at_name()) {
    Id call = name_or_call();
    if (take_if("=")) {
      function.external_result = call;
      call = name_or_call();
    }
    if (tree_[call].kind == syntax::Kind::call) {
      function.external_name = tree_[call].name;
      const auto arguments = tree_.list(tree_[call]);
      function.external_arguments.assign(arguments.begin(), arguments.end());
    }
  }
  if (at("annotation")) annotation(false);
  while (token_.kind != Token::Kind::end && !at(";")) take();
}

// A call of its name is one of its constructor; nothing is left to destroy.
void Parser::external_object() {
  take();
  const std::string_view name = expect_name("the name of the class").word;
  tree_.external_objects.insert(name);
  while (token_.kind != Token::Kind::end && !(at("end") && next_.word == name)) {
    if (!at("function")) {
      take();
      continue;
    }
    const std::size_t before = tree_.functions.size();
    const bool is_constructor = next_.word == "constructor";
    function_definition();
    if (tree_.functions.size() == before) continue;
    if (is_constructor)
      tree_.functions.back().name = name;
    else
      tree_.functions.pop_back();
  }
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
