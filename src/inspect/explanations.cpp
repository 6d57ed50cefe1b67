#include "inspect/explanations.h"

#include <algorithm>

namespace bw::inspect {

extern const std::span<const Explanation> accuracy_explanations, coupling_explanations,
    event_explanations, integration_explanations, diagnosis_explanations, fmu_explanations,
    input_explanations, model_explanations;

std::span<const ExplanationGroup> explanation_groups() {
  static const ExplanationGroup groups[] = {
      {"Accuracy of the result",
       "The error of a result is estimated by computing it several times: a coupled system with "
       "several communication step sizes (a certified run), a single model with several "
       "tolerances.",
       accuracy_explanations},
      {"Coupling", "Communication steps, algebraic loops and the values that they exchange.",
       coupling_explanations},
      {"Events and discontinuities",
       "A value may be on either side of a discontinuity, so its time matters as much as its size.",
       event_explanations},
      {"Integration", "A model for model exchange, in Modelica or in C++ is integrated here.",
       integration_explanations},
      {"Diagnosis of a model",
       "These say something about the model, not about the result. All but `drift` need "
       "`--diagnose`.",
       diagnosis_explanations},
      {"FMUs", "What an FMU reports, or does to the program that runs it.", fmu_explanations},
      {"Inputs, units and settings", "What the system, its tables and its options leave open.",
       input_explanations},
      {"Modelica models", "What a model in the flat subset of Modelica says or leaves open.",
       model_explanations}};
  return groups;
}

const Explanation* explanation_of(std::string_view code) {
  const auto in = [code](std::span<const Explanation> rows) {
    const auto row = std::ranges::find(rows, code, &Explanation::code);
    return row == rows.end() ? nullptr : &*row;
  };
  for (const ExplanationGroup& group : explanation_groups())
    if (const Explanation* row = in(group.rows)) return row;
  return in(verdict_explanations());
}

}  // namespace bw::inspect
