#pragma once
// The variables of a function while it is executed: their types and shapes, and what an assignment
// puts where: v := e, v[i] := e, r.f := e, r[i].f[j] := e.

#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "equation/flatten/evaluate.h"
#include "equation/text/source_text.h"
#include "equation/text/syntax.h"
#include "equation/values/value.h"

namespace bw::equation {

class FunctionFrame {
 public:
  FunctionFrame(std::string_view name, Evaluator& evaluator, Span call)
      : name_(name), evaluator_(evaluator), call_(call) {}

  Frame& variables() { return frame_; }

  // All false after a mistake. A value that is unknown: its binding, or not a number, so that its
  // use cannot stay unnoticed.
  bool declare(const syntax::Declaration& one, FlatValue value);
  // When all inputs are known, because a size may depend on any of them.
  bool check_sizes(const syntax::Declaration& one);
  bool assign(const syntax::Expression& left, const FlatValue& value, Span where);
  // The fields of a record as they are declared, with these values, or their bindings.
  std::optional<FlatValue> record(const syntax::RecordDefinition& definition,
                                  std::vector<FlatValue> given);

 private:
  // What an assignment changes: a variable or a field, and its subscripts; `nothing` is all.
  struct Target {
    FlatValue* value = nullptr;
    std::vector<syntax::Id> subscripts;
  };

  bool complain(Span where, std::string sentence);
  std::optional<FlatValue> empty(const syntax::Declaration& one);
  std::optional<FlatValue> empty_record(const syntax::RecordDefinition& definition,
                                        const Shape& shape);
  std::optional<FlatValue> adopted(const syntax::Declaration& one, const FlatValue& value);
  bool locate(const syntax::Expression& left, Target& target);
  bool descend(Target& target, std::string_view path, Span where);
  bool put(FlatValue& into, const FlatValue& value, Span where);

  std::string_view name_;
  Evaluator& evaluator_;
  Span call_;
  Frame frame_;
  std::unordered_set<std::string_view> fixed_;  // inputs, constants, parameters
  int depth_ = 0;                               // of records within records
};

// A value as one of this kind: an Integer becomes a Real, a record has these fields in this order;
// nothing where that is not possible. Sizes may differ.
std::optional<FlatValue> conformed(FlatValue value, const FlatValue& like);

}  // namespace bw::equation
