// The unknowns of the initialisation, and what unknowns may depend on (FMI 2.0, 2.2.8; FMI 3.0,
// 2.4.8). An alias stands for its whole set.

#include <fmt/format.h>

#include <unordered_set>

#include "fmi/check/check_description.h"
#include "fmi/description/description.h"
#include "fmi/description/rules.h"
#include "fmi/description/start_rules.h"
#include "model/variable.h"

namespace bw::fmi {

using model::Causality;
using model::Variability;

namespace {

using Keys = std::unordered_set<std::uint64_t>;

Keys keys_of_states(const Description& d) {
  Keys states;
  for (const Unknown& unknown : d.structure.derivatives)
    if (const auto state = d.variables[unknown.variable].derivative_of)
      states.insert(alias_key(d.variables[*state]));
  return states;
}

bool is_computed(const Variable& v) {
  return v.initial == Initial::approx || v.initial == Initial::calculated;
}

class InitialUnknowns {
 public:
  explicit InitialUnknowns(const Checking& checking)
      : checking_(checking), d_(checking.description) {
    for (const Unknown& unknown : d_.structure.derivatives) {
      const Variable& derivative = d_.variables[unknown.variable];
      smooth_.insert(&derivative);
      if (derivative.derivative_of) smooth_.insert(&d_.variables[*derivative.derivative_of]);
    }
    for (const Variable& v : d_.variables)
      if (is_wanted(v)) wanted_.insert(alias_key(v));
    for (const Unknown& unknown : d_.structure.initial_unknowns)
      listed_.insert(alias_key(d_.variables[unknown.variable]));
  }

  void check() const {
    const auto structure = checking_.root.child("ModelStructure");
    if (!structure) return;
    for (const Variable& v : d_.variables)
      if (is_wanted(v) && !listed_.contains(alias_key(v)))
        checking_.add(Rule::initial_unknown_missing, structure->position().line,
                      fmt::format("ModelStructure does not list '{}' as an unknown of the "
                                  "initialisation, although it is computed there.",
                                  v.face.name));
    for (const Unknown& unknown : d_.structure.initial_unknowns) {
      const Variable& v = d_.variables[unknown.variable];
      if (!wanted_.contains(alias_key(v)))
        checking_.add(Rule::initial_unknown_needless, unknown.line,
                      fmt::format("'{}' is listed as an unknown of the initialisation, but is "
                                  "neither an output, a state, a derivative nor a calculated "
                                  "parameter that is computed there.",
                                  v.face.name));
    }
  }

 private:
  bool is_wanted(const Variable& v) const {
    if (v.face.causality == Causality::calculated_parameter) return true;
    if (!is_computed(v) || !v.clocks.empty() || v.clock) return false;
    return v.face.causality == Causality::output || smooth_.contains(&v);
  }

  const Checking& checking_;
  const Description& d_;
  std::unordered_set<const Variable*> smooth_;  // states and derivatives
  Keys wanted_, listed_;
};

class Dependencies {
 public:
  explicit Dependencies(const Checking& checking)
      : checking_(checking), d_(checking.description), states_(keys_of_states(d_)) {
    for (const Variable& v : d_.variables)
      if (v.previous) states_.insert(alias_key(d_.variables[*v.previous]));
    for (const Variable& v : d_.variables)
      if (v.previous) states_.insert(alias_key(v));
  }

  void check(const std::vector<Unknown>& unknowns, bool at_start) const {
    for (const Unknown& unknown : unknowns) {
      if (!unknown.dependencies) continue;
      std::unordered_set<std::size_t> seen;
      for (const Dependency& dependency : *unknown.dependencies) {
        if (!is_known(d_.variables[dependency.variable], at_start))
          add_finding(Rule::dependency_not_known, unknown, dependency,
                      "which is not an input, state, parameter, exact variable or time");
        if (!seen.insert(dependency.variable).second)
          add_finding(Rule::dependency_twice, unknown, dependency, "which is listed twice");
      }
    }
  }

 private:
  bool is_known(const Variable& v, bool at_start) const {
    switch (v.face.causality) {
      case Causality::input:
      case Causality::independent:
      case Causality::parameter:
      case Causality::structural_parameter: return true;
      default: break;
    }
    if (v.clock || !v.clocks.empty()) return true;
    if (v.face.variability == Variability::constant) return false;
    if (at_start) return v.initial == Initial::exact;
    return states_.contains(alias_key(v)) || v.initial == Initial::exact ||
           v.face.variability == Variability::discrete;
  }

  void add_finding(Rule rule, const Unknown& unknown, const Dependency& dependency,
                   std::string_view clause) const {
    checking_.add(rule, unknown.line,
                  fmt::format("ModelStructure lists '{}' as depending on '{}', {}.",
                              d_.variables[unknown.variable].face.name,
                              d_.variables[dependency.variable].face.name, clause));
  }

  const Checking& checking_;
  const Description& d_;
  Keys states_;
};

}  // namespace

void check_initial_unknowns(const Checking& checking) {
  if (checking.description.version != Version::fmi1) InitialUnknowns(checking).check();
}

void check_dependencies(const Checking& checking) {
  if (checking.description.version == Version::fmi1) return;
  const Structure& structure = checking.description.structure;
  const Dependencies dependencies(checking);
  dependencies.check(structure.outputs, false);
  dependencies.check(structure.derivatives, false);
  dependencies.check(structure.clocked_states, false);
  dependencies.check(structure.event_indicators, false);
  dependencies.check(structure.initial_unknowns, true);
}

}  // namespace bw::fmi
