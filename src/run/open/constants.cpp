#include "run/open/constants.h"

#include <map>
#include <optional>
#include <string>
#include <unordered_set>
#include <variant>

#include "base/value.h"
#include "model/variable.h"

namespace bw::run {
namespace {

using model::Causality;
using model::Variability;
using model::Variable;

bool is_constant(const Variable& v) {
  const bool is_parameter =
      v.causality == Causality::parameter || v.causality == Causality::structural_parameter;
  return v.variability == Variability::constant || (is_parameter && v.takes_start);
}

result::Cell cell_of(Type type, const Value& value) {
  if (const auto* word = std::get_if<std::string>(&value)) return Discrete(*word);
  if (const auto* flag = std::get_if<bool>(&value)) return Discrete(std::int64_t{*flag ? 1 : 0});
  if (const auto* whole = std::get_if<std::int64_t>(&value)) {
    if (is_real(type)) return static_cast<double>(*whole);
    return Discrete(*whole);
  }
  const double real = std::get<double>(value);
  if (is_real(type)) return real;
  return Discrete(static_cast<std::int64_t>(real));
}

class Collector {
 public:
  explicit Collector(const Components& components) : components_(components) {
    for (const Recorded& recorded : components.recorded) recorded_.insert(recorded.column.name);
  }

  std::vector<result::Constant> collect() {
    for (std::size_t c = 0; c < components_.size(); ++c) add_component(c);
    return std::move(constants_);
  }

 private:
  void add_component(std::size_t c) {
    const OpenedComponent& component = components_[c];
    std::map<std::size_t, const Value*> given;
    for (const auto& start : component.request.starts) given[start.first] = &start.second;
    // In Modelica one parameter may be computed from another: what was not given may differ from
    // its described value once one is given.
    const bool is_certain = component.blueprint->is_foreign() || given.empty();
    const std::string before = components_.single ? "" : components_.name(c) + ".";
    const auto& variables = component.blueprint->variables();
    for (std::size_t i = 0; i < variables.size(); ++i) {
      const Variable& v = variables[i];
      const auto found = given.find(i);
      const Value* value = found != given.end()    ? found->second
                           : v.start && is_certain ? &*v.start
                                                   : nullptr;
      if (value == nullptr || !is_constant(v) || recorded_.contains(before + v.name)) continue;
      constants_.push_back(
          {{before + v.name, v.type, v.unit, v.description}, cell_of(v.type, *value)});
    }
  }

  const Components& components_;
  std::unordered_set<std::string> recorded_;
  std::vector<result::Constant> constants_;
};

}  // namespace

std::vector<result::Constant> constants_of(const Components& components) {
  return Collector(components).collect();
}

}  // namespace bw::run
