// Diagnostics about the integration of a model.

#include "inspect/explanations.h"

namespace bw::inspect {
namespace {

constexpr Explanation integration_rows[] = {
    {.code = "stiff-switch",
     .meaning =
         "A fast mode limits the steps of an explicit method, or no longer does, and another "
         "method took over. `--verbose` lists all changes with their reasons; the summary has "
         "them under `decisions`.",
     .causes = "The model becomes stiff, or stops being stiff.",
     .remedy = "Nothing: the method is chosen for each period.\n"
               "To use one method throughout, name it: `--method radau9` (stiff) or `--method "
               "dop853` (not stiff).",
     .example = "bellwether run model.mo --verbose",
     .pages = "integration.md"},
    {.code = "step-too-small",
     .meaning = "The integration method needs steps smaller than the resolution of time. The run "
                "cannot go on (exit code 4). The message names the states that limit the step.",
     .causes =
         "The solution goes to infinity at this time.\n"
         "The derivatives contain noise, or a discontinuity that depends on the state and has "
         "no event.\n"
         "The tolerance is too small for the model's accuracy.",
     .remedy = "Look at the named states before that time: `--stop` and `--record`.\n"
               "Request a larger `--tolerance`.\n"
               "Give a discontinuity an event (`if` or `when` without `noEvent()`).\n"
               "Try a method with fixed steps to see what happens: `--method rk4 --step 1e-4`.",
     .example = "bellwether run model.mo --stop 8.3 --record '*'",
     .pages = "integration.md"},
};

}  // namespace

extern const std::span<const Explanation> integration_explanations;
const std::span<const Explanation> integration_explanations = integration_rows;

}  // namespace bw::inspect
