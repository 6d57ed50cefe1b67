#pragma once
// The tokens of a model text as a tree (Modelica specification 3.6, appendix A, without models of
// several classes; Base Modelica 0.1). After a mistake the parser continues behind the next ';' or
// at the next section, so that all mistakes are found.

#include <string>
#include <unordered_map>
#include <vector>

#include "equation/core/expression.h"
#include "equation/core/flat_model.h"
#include "equation/text/lexer.h"
#include "equation/text/mistakes.h"
#include "equation/text/source_text.h"
#include "equation/text/syntax.h"

namespace bw::equation {

class Parser {
 public:
  Parser(const SourceText& source, Mistakes& mistakes);
  syntax::Tree parse();

 private:
  using Id = syntax::Id;
  struct Lost {};  // a mistake was reported; continue at the next good place
  class Deeper;    // counts how deep brackets and statements are nested

  // Tokens.
  Token take();
  bool at(std::string_view word) const { return token_.is(word); }
  bool at_name() const { return token_.kind == Token::Kind::identifier; }
  bool take_if(std::string_view word);
  Token expect(std::string_view word, std::string_view why);
  Token expect_name(std::string_view what);
  // Of declarations and equations: ';'. A missing one at the end of a line is reported, and the
  // next line is parsed as if it were there.
  void expect_semicolon(std::string_view why);
  void expect_end_of_list(std::string_view bracket, std::string_view why);
  bool is_first_of_line() const;  // the token that comes next
  std::string hint() const;       // what the author may have meant
  [[noreturn]] void lost(Span where, const std::string& sentence);
  void recover();
  void recover_declaration();
  bool ends_something() const;
  std::string found() const;  // "'x'", for messages
  Span since(Place begin) const { return {begin, last_end_}; }

  // The class and its sections: parse_class.cpp.
  void skip_within();
  void class_header();
  void class_body();
  void section_or_element();
  bool skip_leftover();
  void skip_class(const std::string& why);
  void section(bool is_initial);
  void class_end();
  void nothing_more();
  bool at_section() const;
  bool at_class_word() const;
  bool at_other_class() const;
  bool at_declaration() const;  // a word that certainly begins one

  // A package of Base Modelica: parse_package.cpp.
  void package();
  bool at_function() const;
  void definitions();
  void definition();
  void recover_element();
  void function_definition();
  void function_elements(syntax::FunctionDefinition& function);
  void function_element(syntax::FunctionDefinition& function);
  void record_definition();
  void record_element();
  void external(syntax::FunctionDefinition& function);
  void external_object();
  void closing(std::string_view name);
  void add_library_functions();  // parse_library.cpp
  bool is_meant(std::string_view name) const;

  // Variables that are records: parse_records.cpp.
  void expand_records();
  void check_modifiers(std::vector<syntax::Modifier>& modifiers);
  void expand_record(const syntax::Declaration& one, int depth);
  void declare_fields(const syntax::Declaration& one, const syntax::RecordDefinition& record,
                      const std::vector<std::size_t>& place, int depth);
  static void modify(syntax::Declaration& field, const syntax::Modifier& modifier);
  struct FieldNames {
    std::string variable;
    const syntax::RecordDefinition& record;
    std::vector<std::string_view> hidden{};
  };
  void in_record(syntax::Modifier& modifier, const FieldNames& names);
  Id in_record(Id id, const FieldNames& names, int depth = 0);
  std::string_view in_record(const syntax::Expression& name, const FieldNames& names);
  const syntax::RecordDefinition* record_of(const syntax::TypeName& type) const;
  Id of(Id value, syntax::Kind kind, std::string_view name, const std::vector<Id>& subscripts);

  // Elements: parse_element.cpp.
  struct Prefixes;
  void element();
  Prefixes prefixes();
  void type_definition();
  void literals(syntax::TypeDefinition& type);
  void component(const Prefixes& prefixes, const syntax::TypeName& type,
                 const std::vector<Id>& type_sizes);
  std::vector<syntax::Modifier> modifiers();
  syntax::Modifier modifier();
  static std::string not_modified(std::string_view name);
  std::vector<Id> sizes();
  std::string description();
  void refuse_word();
  [[noreturn]] void refuse_equation(const Prefixes& prefixes, const syntax::TypeName& name);

  // Annotations: parse_annotation.cpp.
  void annotation(bool of_class);
  void experiment();

  // Equations and statements: parse_statement.cpp.
  using Statements = std::vector<syntax::Statement>;
  Statements statements(bool is_algorithm);
  void one_statement(bool is_algorithm, Statements& all);
  syntax::Statement statement(bool is_algorithm);
  syntax::Statement simple_statement(bool is_algorithm);
  syntax::Statement choose_statement(bool is_algorithm);
  syntax::Statement loop_statement(bool is_algorithm);
  syntax::Statement when_statement(bool is_algorithm);
  syntax::Statement while_statement();
  syntax::Statement jump_statement();
  syntax::Branch branch(bool is_algorithm, std::string_view behind_condition);
  void end_of(std::string_view word, Span begin, std::string_view hint = "");
  bool at_end_of_statements() const;
  bool at_elseif() const;

  // Expressions: parse_expression.cpp and parse_primary.cpp.
  Id expression();
  Id choose_expression();
  Id range();
  Id disjunction();
  Id conjunction();
  Id negation();
  Id relation();
  Id sum();
  Id product();
  Id factor();
  Id power();
  Id negated(Id operand, Place begin);
  Id primary();
  Id number();
  Id text();
  Id array();
  Id matrix();
  Id bracketed();
  Id tuple(Place begin, Id first);
  Id with_postfix(Id value);
  Id computed_name(const Token& token);
  template <class Body>
  void elsewhere(std::string_view text, Span place, Body&& body);
  Id name_or_call();
  Id call(std::string_view name, Span where);
  Id argument();
  Id subscript();
  std::vector<Id> subscripts();
  std::vector<Id> iterators();
  Id iterator();
  std::string_view dotted_name(Span& where);

  Id add(syntax::Expression expression);
  Id add(syntax::Expression expression, const std::vector<Id>& list);
  Id binary(Op op, Id a, Id b, const Token& sign);

  const SourceText& source_;
  Mistakes& mistakes_;
  Lexer lexer_;
  Token token_, next_;
  Place last_end_ = 0;
  int depth_ = 0;
  int loops_ = 0;  // of the algorithm, around the statement
  std::unordered_map<std::string_view, Variability> model_names_;  // as declared
  bool is_in_function_ = false, is_in_record_ = false;
  std::string_view declaring_;  // the name whose declaration is being read
  syntax::Tree tree_;
};

// A guard for every recursive function.
class Parser::Deeper {
 public:
  explicit Deeper(Parser& parser);
  ~Deeper() { --parser_.depth_; }
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;

 private:
  Parser& parser_;
};

// Parses another text as if it were at this place. After a mistake in it this text goes on.
template <class Body>
void Parser::elsewhere(std::string_view text, Span place, Body&& body) {
  const Lexer lexer = lexer_;
  const Token token = token_, next = next_;
  const auto go_back = [&] {
    lexer_ = lexer;
    token_ = token;
    next_ = next;
    last_end_ = place.end;
  };
  lexer_ = Lexer(text, place, mistakes_);
  token_ = lexer_.next();
  next_ = lexer_.next();
  try {
    body();
  } catch (const Lost&) {
    go_back();
    throw;
  }
  if (token_.kind != Token::Kind::end)
    mistakes_.add(place, "Unexpected " + found() + " in a name.");
  go_back();
}

struct Parser::Prefixes {
  bool is_final = false;
  std::optional<Variability> variability;
  Causality causality = Causality::local;
};

}  // namespace bw::equation
