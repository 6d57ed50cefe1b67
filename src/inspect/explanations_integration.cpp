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
    {.code = "oscillation-switch",
     .meaning =
         "The solution oscillates many times, and a method took over whose steps pass over "
         "many oscillations: `multirev` where there is one fast oscillation that changes slowly, "
         "`modal` where the model is linear with constant coefficients. The message has the "
         "figures that decided; `--verbose` lists all changes, also where such a method did not "
         "pay and was left again.",
     .causes = "One fast oscillation with at least 700 periods to the next time event or to the "
               "end, whose drift changes slowly.\n"
               "A linear model whose oscillations would take many short steps.",
     .remedy = "Nothing: rows between the steps are as accurate as at their ends, and the error is "
               "estimated as for all methods.\n"
               "To follow every oscillation, name a method: `--method dop853`.",
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
    {.code = "method-unsuitable",
     .meaning = "The method that `--method` names is made for other models than this one, and its "
                "result would be wrong. The run ends there (exit code 4). The message names the "
                "states that show it.",
     .causes = "`modal` is for linear models with constant coefficients, and the model is not "
               "linear in its states, or its coefficients depend on time.\n"
               "The modes of the model are so badly conditioned that rounding exceeds the "
               "tolerance.",
     .remedy = "Leave out `--method`: a method that suits is chosen.\n"
               "Where rounding is the reason: request a larger `--tolerance`.",
     .example = "bellwether run model.mo --method auto",
     .pages = "integration.md"},
};

}  // namespace

extern const std::span<const Explanation> integration_explanations;
const std::span<const Explanation> integration_explanations = integration_rows;

}  // namespace bw::inspect
