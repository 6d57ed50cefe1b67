#pragma once
// Models of Base Modelica for tests: definitions before the model, and what is in it.

#include <string>

#include "base/error.h"
#include "equation/check/read_model.h"
#include "equation/sort/plan.h"
#include "support/equation/equation_run.h"
#include "support/refusal.h"

namespace bw::test {

inline std::string base_text(const std::string& definitions, const std::string& body) {
  return "//! base 0.1.0\npackage 'P'\n" + definitions + "\n  model 'M'\n" + body +
         "\n  end 'M';\nend 'P';\n";
}

inline equation::FlatModel read_base(const std::string& definitions, const std::string& body) {
  return equation::read_model(base_text(definitions, body), "m.bmo").model;
}

// At the start.
inline double base_value(const std::string& definitions, const std::string& body,
                         const std::string& name) {
  return EquationRun(read_base(definitions, body)).value(name);
}

inline std::string base_refusal(const std::string& definitions, const std::string& body) {
  return outcome<InputError>([&] { equation::make_plan(read_base(definitions, body)); });
}

}  // namespace bw::test
