#pragma once
// The syntax tree of a model text, before names are resolved. Expressions are in one vector and
// refer to each other by number, so that a sum of 100,000 terms is not a hundred thousand pointers
// deep.

#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "equation/core/expression.h"
#include "equation/core/flat_model.h"
#include "equation/text/source_text.h"

namespace bw::equation::syntax {

using Id = std::uint32_t;  // of an Expression in Tree::expressions
inline constexpr Id nothing = std::numeric_limits<Id>::max();

enum class Kind : std::uint8_t {
  real,           // number
  integer,        // number
  boolean,        // number: 0 or 1
  text,           // name: its characters
  name,           // name, list: subscripts
  end,            // in a subscript
  all,            // ':' as a subscript
  unary,          // op, a
  binary,         // op, a, b
  choose,         // list: condition, value, condition, value, ..., value
  call,           // name, list: arguments
  named,          // name = a: an argument
  array,          // list: { ... }
  matrix,         // list: arrays, one a row: [ ... ; ... ]
  range,          // a : b : c; b may be nothing
  element,        // a, list: subscripts: f(x)[1]
  field,          // a, name: f(x).re
  tuple,          // list: (x, , z); nothing where a result is not wanted
  comprehension,  // a, list: iterators: a for i in ..., j in ...
  iterator,       // name, a: the range
  bad,            // could not be parsed; has been reported
};

struct Expression {
  Kind kind = Kind::bad;
  Op op = Op::constant;
  bool is_elementwise = false;  // .* and its like
  Span where;
  Id a = nothing, b = nothing, c = nothing;
  std::uint32_t first = 0, count = 0;  // of Tree::lists
  double number = 0;
  std::string_view name;
};

struct Branch {
  Id condition = nothing;  // nothing: else
  Span where;
  std::vector<struct Statement> body;
};

// An equation or a statement.
struct Statement {
  // The last three: while, break and return. Two of them only in functions.
  enum class Form : std::uint8_t { equal, assign, call, choose, loop, when, repeat, leave, finish };
  Form form = Form::equal;
  Span where;
  Id left = nothing, right = nothing;  // a call is left
  std::vector<Branch> branches;        // of choose and when; a loop and a repeat have one
  std::vector<Id> iterators;           // of a loop
};

struct Modifier {
  std::string_view name;
  Id value = nothing;
  Span where, name_where;
  bool is_of_field = false;        // of a record: z(re(start = 1))
  std::vector<Modifier> of_field;  // start = 1
};

struct TypeName {
  std::string_view name;
  Span where;
};

struct Declaration {
  std::string_view name;
  Span where;  // of the name
  TypeName type;
  std::optional<Variability> variability;  // as written
  Causality causality = Causality::local;
  bool is_final = false;
  std::vector<Id> sizes;
  std::vector<Modifier> modifiers;
  Id binding = nothing;
  Span whole;  // from the name to the end of the binding
  std::string description;
};

struct TypeDefinition {
  std::string_view name;
  Span where;
  TypeName base;
  std::vector<Id> sizes;
  std::vector<Modifier> modifiers;
  std::vector<std::string_view> literals;  // of an enumeration, which has no base
};

struct RecordDefinition {
  std::string_view name;
  Span where;
  std::vector<Declaration> fields;
};

struct FunctionDefinition {
  std::string_view name;
  Span where;
  std::vector<Declaration> declarations;  // inputs, outputs and its own variables, as written
  std::vector<Statement> body;
  bool is_external = false;  // its body is in another language:
  std::string_view external_name;
  Id external_result = nothing;  // the variable that takes what it returns
  std::vector<Id> external_arguments;
};

struct Section {
  bool is_initial = false, is_algorithm = false;
  std::vector<Statement> statements;
};

struct Tree {
  std::string_view name;
  std::string description;
  bool is_base = false;  // Base Modelica
  std::vector<TypeDefinition> types;
  std::vector<RecordDefinition> records;
  std::vector<FunctionDefinition> functions;
  std::unordered_set<std::string_view> external_objects;  // classes with a life of their own
  std::vector<Declaration> declarations;
  std::vector<Section> sections;
  std::vector<Modifier> experiment;

  std::vector<Expression> expressions;
  std::vector<Id> lists;
  std::unordered_set<std::string_view> lost_names;  // of declarations that could not be parsed
  std::deque<std::string> made_names;               // names that do not occur in the text literally

  const Expression& operator[](Id id) const { return expressions[id]; }
  std::span<const Id> list(const Expression& of) const {
    return std::span(lists).subspan(of.first, of.count);
  }
};

}  // namespace bw::equation::syntax
