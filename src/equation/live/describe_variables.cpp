// The variables of a model as other modules see them.

#include <algorithm>
#include <cmath>

#include "base/units.h"
#include "base/value.h"
#include "equation/code/machine.h"
#include "equation/core/expression.h"
#include "equation/core/flat_model.h"
#include "equation/live/describe.h"
#include "equation/live/direct_inputs.h"
#include "equation/sort/aliases.h"
#include "equation/sort/parameter_values.h"
#include "equation/sort/system.h"
#include "model/variable.h"

namespace bw::equation {
namespace {

Type type_of(ScalarType type) {
  return type == ScalarType::real      ? Type::real
         : type == ScalarType::integer ? Type::integer
                                       : Type::boolean;
}

model::Causality causality_of(const FlatVariable& v) {
  if (v.variability == Variability::parameter)
    return v.is_structural && !v.is_final ? model::Causality::structural_parameter
                                          : model::Causality::parameter;
  if (v.causality == Causality::input) return model::Causality::input;
  return v.causality == Causality::output ? model::Causality::output : model::Causality::local;
}

model::Variability variability_of(const System& system, std::uint32_t i) {
  if (system.variables[i].variability == Variability::constant) return model::Variability::constant;
  if (system.variables[i].variability == Variability::parameter) return model::Variability::fixed;
  return system.is_discrete[i] ? model::Variability::discrete : model::Variability::continuous;
}

Value value_of_type(ScalarType type, double value) {
  if (type == ScalarType::real) return value;
  if (type == ScalarType::boolean) return value != 0;
  return static_cast<std::int64_t>(std::llround(value));
}

class VariableDescriber {
 public:
  explicit VariableDescriber(const Machine& machine)
      : system_(machine.system()), known_(machine.system(), nothing_) {}

  model::Variable describe(std::uint32_t i) {
    const FlatVariable& v = system_.variables[i];
    model::Variable made;
    made.name = v.name;
    made.type = type_of(v.type);
    made.causality = causality_of(v);
    made.variability = variability_of(system_, i);
    made.description = v.description;
    made.is_state = system_.state_of[i] != unmatched || is_candidate(i);
    made.unit = v.unit;
    if (!v.unit.empty()) made.unit_meaning = parse_unit(v.unit);
    if (v.nominal != no_node) made.nominal = known_.of(v.nominal);
    if (v.min != no_node) made.min = known_.of(v.min);
    if (v.max != no_node) made.max = known_.of(v.max);
    const Alias alias = system_.aliases[i];
    const bool is_kept = system_.start_memory[alias.kept] != unmatched;
    made.takes_start =
        (v.variability == Variability::parameter && !v.is_structural && !v.is_final) ||
        system_.is_input(i) || is_kept;
    if (system_.is_known(i))
      made.start = value_of_type(v.type, known_.of_variable(i));
    else if (made.takes_start || v.start != no_node)
      made.start = value_of_type(v.type, start_of(i, alias));
    return made;
  }

 private:
  // Of a set of which some are states at a time.
  bool is_candidate(std::uint32_t i) const {
    return std::ranges::any_of(system_.sets, [i](const StateSet& set) {
      return std::ranges::find(set.candidates, i) != set.candidates.end();
    });
  }

  double start_of(std::uint32_t i, const Alias& alias) {
    const Node own = system_.variables[i].start, kept = system_.variables[alias.kept].start;
    const double value = kept != no_node ? known_.of(kept) : own != no_node ? known_.of(own) : 0.0;
    return alias.opposite && kept != no_node ? -value : value;
  }

  const System& system_;
  ParameterValues::Given nothing_;
  ParameterValues known_;
};

}  // namespace

std::vector<model::Variable> describe_variables(const Machine& machine) {
  const System& system = machine.system();
  VariableDescriber describer(machine);
  std::vector<model::Variable> variables;
  for (std::uint32_t i = 0; i < system.own_variables; ++i)
    variables.push_back(describer.describe(i));
  find_direct_inputs(machine, variables);
  return variables;
}

}  // namespace bw::equation
