#pragma once
// Which variables have a start value and who may change it: the two tables of FMI 3.0, 2.4.7
// (causality x variability, and the attribute "initial" that follows from both). FMI 2.0 has the
// same without structural parameters; it only forbids to write "initial" for an input.

#include <optional>
#include <string>
#include <string_view>

#include "model/variable.h"

namespace bw::fmi {

enum class Initial {
  exact,       // the variable starts with its start value
  approx,      // an iteration for it starts there
  calculated,  // the component computes it; there is no start value
};

std::string_view name(Initial initial);

struct StartRule {
  std::optional<Initial> usual;  // nothing: "initial" must not be given (time)
  bool exact = false, approx = false, calculated = false;  // the allowed ones

  bool allows(Initial initial) const;
};

// Nothing when the combination is not allowed.
std::optional<StartRule> start_rule(model::Causality causality, model::Variability variability);

// "fixed or tunable": the variabilities allowed with a causality.
std::string variabilities_for(model::Causality causality);

// A start value must be given: input, parameter, constant, exact and approx.
bool needs_start(model::Causality causality, std::optional<Initial> initial);

// Its start value may be changed before initialisation.
bool takes_start(model::Causality causality, model::Variability variability,
                 std::optional<Initial> initial);

}  // namespace bw::fmi
