#include "fmi/description/start_rules.h"

namespace bw::fmi {

using model::Causality;
using model::Variability;

namespace {

// The letters are those of the standard's table.
constexpr StartRule rule_a{Initial::exact, true, false, false};
constexpr StartRule rule_b{Initial::calculated, false, true, true};
constexpr StartRule rule_c{Initial::calculated, true, true, true};
constexpr StartRule rule_e{};  // the independent variable: neither start value nor "initial"

bool is_fixed(Variability v) { return v == Variability::fixed || v == Variability::tunable; }
bool is_changing(Variability v) {
  return v == Variability::discrete || v == Variability::continuous;
}

}  // namespace

std::string_view name(Initial initial) {
  switch (initial) {
    case Initial::exact: return "exact";
    case Initial::approx: return "approx";
    case Initial::calculated: return "calculated";
  }
  return "?";
}

bool StartRule::allows(Initial initial) const {
  switch (initial) {
    case Initial::exact: return exact;
    case Initial::approx: return approx;
    case Initial::calculated: return calculated;
  }
  return false;
}

std::optional<StartRule> start_rule(Causality causality, Variability variability) {
  const bool is_constant = variability == Variability::constant;
  const auto when = [](bool allowed, const StartRule& rule) {
    return allowed ? std::optional(rule) : std::nullopt;
  };
  switch (causality) {
    case Causality::parameter:
    case Causality::structural_parameter: return when(is_fixed(variability), rule_a);
    case Causality::calculated_parameter: return when(is_fixed(variability), rule_b);
    case Causality::input: return when(is_changing(variability), rule_a);
    case Causality::output: return is_constant ? rule_a : when(is_changing(variability), rule_c);
    case Causality::local:
      if (is_constant) return rule_a;
      return is_fixed(variability) ? rule_b : rule_c;
    case Causality::independent: return when(variability == Variability::continuous, rule_e);
  }
  return {};
}

std::string variabilities_for(Causality causality) {
  switch (causality) {
    case Causality::parameter:
    case Causality::structural_parameter:
    case Causality::calculated_parameter: return "fixed or tunable";
    case Causality::input: return "discrete or continuous";
    case Causality::output: return "constant, discrete or continuous";
    case Causality::local: return "any";
    case Causality::independent: return "continuous";
  }
  return "?";
}

bool needs_start(Causality causality, std::optional<Initial> initial) {
  if (causality == Causality::input || causality == Causality::parameter ||
      causality == Causality::structural_parameter)
    return true;
  return initial == Initial::exact || initial == Initial::approx;
}

bool takes_start(Causality causality, Variability variability, std::optional<Initial> initial) {
  return variability != Variability::constant && needs_start(causality, initial);
}

}  // namespace bw::fmi
