// class   = [within] {prefix} ("model" | "class" | "block") name [text] body "end" name ";"
// body    = { element ";" | ["initial"] ("equation" | "algorithm") { statement ";" }
//           | "public" | "protected" | annotation ";" }

#include <algorithm>
#include <array>
#include <iterator>

#include "equation/text/lexer.h"
#include "equation/text/parser.h"
#include "equation/text/refusals.h"
#include "equation/text/source_text.h"
#include "equation/text/syntax.h"

namespace bw::equation {
namespace {

constexpr std::array class_words = std::to_array<std::string_view>({"model", "class", "block"});
constexpr std::array other_classes = std::to_array<std::string_view>(
    {"package", "record", "connector", "function", "operator", "expandable", "pure", "impure"});

template <std::size_t count>
bool is_one_of(const Token& token, const std::array<std::string_view, count>& words) {
  return std::ranges::any_of(words, [&](auto word) { return token.is(word); });
}

}  // namespace

bool Parser::at_class_word() const { return is_one_of(token_, class_words); }

bool Parser::at_other_class() const { return is_one_of(token_, other_classes); }

bool Parser::at_declaration() const {
  return at("parameter") || at("constant") || at("discrete") || at("input") || at("output") ||
         at("type") || token_.word == "Real" || token_.word == "Integer" ||
         token_.word == "Boolean" || token_.word == "String";
}

bool Parser::at_section() const {
  return at("equation") || at("algorithm") || at("public") || at("protected") ||
         (at("initial") && (next_.is("equation") || next_.is("algorithm")));
}

void Parser::skip_within() {
  if (!take_if("within")) return;
  Span where;
  if (!at(";")) dotted_name(where);
  expect(";", "after 'within'");
}

void Parser::class_header() {
  while (at("partial") || at("encapsulated") || at("final")) take();
  if (at_other_class())
    lost(token_.where, why_refused(token_.word).value_or("This kind of class is not supported."));
  if (at("type"))
    lost(token_.where, "Define a type inside the model that uses it. Begin with 'model'.");
  if (!at_class_word()) lost(token_.where, "Expected 'model' and its name, found " + found() + ".");
  take();
  if (at("extends")) lost(token_.where, *why_refused("extends"));
  tree_.name = expect_name("the name of the model").word;
  if (at("="))
    lost(token_.where,
         "A model defined as a modification of another one is not supported. Write its "
         "declarations and equations.");
  tree_.description = description();
}

void Parser::class_body() {
  while (token_.kind != Token::Kind::end && !at("end")) {
    try {
      section_or_element();
    } catch (const Lost&) {
      recover_declaration();
    }
  }
  class_end();
}

void Parser::section_or_element() {
  if (take_if("public") || take_if("protected") || take_if(";")) return;
  if (at("annotation")) {
    annotation(true);
    expect(";", "after the annotation");
  } else if (at_section()) {
    const bool is_initial = take_if("initial");
    section(is_initial);
  } else {
    element();
  }
}

void Parser::section(bool is_initial) {
  syntax::Section section;
  section.is_initial = is_initial;
  section.is_algorithm = take().word == "algorithm";
  do {
    Statements more = statements(section.is_algorithm);
    std::move(more.begin(), more.end(), std::back_inserter(section.statements));
  } while (skip_leftover());
  tree_.sections.push_back(std::move(section));
}

// Of a statement that could not be parsed: its "else", "end if;" and the like.
bool Parser::skip_leftover() {
  if (mistakes_.empty()) return false;
  if (at_elseif() || at("elsewhen")) {
    while (token_.kind != Token::Kind::end && !at(";") && !at("then")) take();
    take();
    return true;
  }
  if (take_if("else")) return true;
  if (!at("end") || !(next_.is("if") || next_.is("for") || next_.is("when") || next_.is("while")))
    return false;
  take();
  take();
  take_if(";");
  return true;
}

// A class inside of the model is reported once and skipped as a whole.
void Parser::skip_class(const std::string& why) {
  mistakes_.add(token_.where, why);
  while (token_.kind == Token::Kind::keyword && !at("end")) take();
  const std::string_view name = token_.word;
  if (next_.is("=")) throw Lost{};
  while (token_.kind != Token::Kind::end && !(at("end") && next_.word == name)) take();
  take();
  take();
  expect(";", "after the end of the class");
}

void Parser::class_end() {
  try {
    if (!at("end"))
      lost(token_.where, "Missing end of the model: 'end " + std::string(tree_.name) + ";'.");
    if (tree_.lost_names.contains("end") && !ends_something()) throw Lost{};
    take();
    const Token name = expect_name("the name of the model after 'end'");
    if (name.word != tree_.name)
      mistakes_.add(name.where, "The model is called '" + std::string(tree_.name) +
                                    "', so it ends with 'end " + std::string(tree_.name) + ";'.");
    expect(";", "after the end of the model");
  } catch (const Lost&) {
    while (token_.kind != Token::Kind::end) take();
  }
}

void Parser::nothing_more() {
  if (token_.kind == Token::Kind::end) return;
  if (at_class_word() || at_other_class())
    mistakes_.add(token_.where,
                  "A file contains one model. Write this class into a separate file.");
  else
    mistakes_.add(token_.where, "Unexpected text after the end of the model: " + found() + ".");
}

}  // namespace bw::equation
