// Diagnostics about Modelica models.

#include "inspect/explanations.h"

namespace bw::inspect {
namespace {

constexpr Explanation model_rows[] = {
    {.code = "assertion-failed",
     .meaning =
         "An `assert` of a model does not hold. The run ends there, and the result is "
         "rejected; with `AssertionLevel.warning` it goes on, and the result is doubtful. The "
         "message has the line.",
     .causes = "A variable left the range for which the model is valid.\n"
               "A parameter or start value is wrong.",
     .remedy = "Set the parameter that leads there: `--set component.parameter=value`.\n"
               "End the run before: `--stop`.\n"
               "If the model is valid there, change its `assert`, or give it "
               "`AssertionLevel.warning`.",
     .example = "bellwether run tank.mo --set h_max=2",
     .pages = "equations.md"},
    {.code = "model-terminated",
     .meaning = "A model called `terminate()`. The result ends there.",
     .causes = "The condition of its `when` became true.",
     .remedy = "Nothing, if this end is expected.\n"
               "Change the parameters of that condition: `--set component.parameter=value`.",
     .example = "bellwether run tank.mo --set h_end=0",
     .pages = "equations.md"},
    {.code = "start-assumed",
     .meaning = "A state has neither an initial equation nor a fixed start value. It starts at its "
                "start value, which is 0 where none is given.",
     .causes = "`fixed = true` is missing in the declaration, or an `initial equation`.",
     .remedy = "Say that it is intended: `Real x(start = 1, fixed = true)`.\n"
               "Write an `initial equation`, such as `der(x) = 0` for a start at rest.\n"
               "Give another start value: `--set x=1`.",
     .example = "bellwether run model.mo --set x=1",
     .pages = "equations.md"},
    {.code = "model-doubtful",
     .meaning =
         "A model contains something that is allowed and probably a mistake: units that do not "
         "fit, a parameter without a value, a start value that is not finite. The message has "
         "line and column. The result is doubtful.",
     .causes = "A factor or a conversion is missing in an equation.\n"
               "A declared unit is wrong.",
     .remedy =
         "Correct the line that the message names; `bellwether check model.mo` lists all of "
         "them.\n"
         "Declare the unit of a constant that carries one: `parameter Real c(unit = \"J/K\") = "
         "4200`.",
     .example = "bellwether check model.mo",
     .pages = "equations.md"},
    {.code = "model-text-ignored",
     .meaning =
         "Something in a model has no effect on the numbers: a unit string that is not known, "
         "`stateSelect`, an unknown entry of the experiment annotation. It does not change the "
         "verdict.",
     .causes = "The model was written for another tool, or the unit is misspelt.",
     .remedy = "Nothing.\n"
               "Correct the unit (`unit = \"m/s\"`) so that units are checked.",
     .example = "bellwether check model.mo",
     .pages = "equations.md"},
    {.code = "several-start-solutions",
     .meaning =
         "A nonlinear system of equations has several solutions at the start. Newton's method "
         "found one from the default guess 0; from another guess (the negative solution, 0, "
         "multiples of the nominal value) it found another one that is within `min` and `max` and "
         "violates no "
         "assertion. The message names a variable and both values. Or the equations follow from "
         "each other and leave some of their unknowns open; then these change as little as "
         "possible. The result is doubtful.",
     .causes = "A circuit with positive feedback, a quadratic equation, a curve with a hysteresis: "
               "the model does not say which solution is meant.\n"
               "Something has no reference: a circuit without a ground.",
     .remedy =
         "Give the variable a start value close to the intended solution: `Real v(start = 10)`.\n"
         "Exclude the others: `Real v(min = 0)`.\n"
         "Write `homotopy(actual, simplified)` with a simplified expression that has one "
         "solution; the start follows it to the actual one.\n"
         "Add the equation that is missing, such as the ground.",
     .example = "bellwether info schmitt_trigger.mo",
     .pages = "equations.md"},
    {.code = "solution-jumps",
     .meaning =
         "The solution of a nonlinear system of equations jumps although nothing it depends on "
         "does. Newton's method followed one solution until it ended and continued with "
         "another one. The message names time and variables. The result is doubtful.",
     .causes = "The equations have several solutions, and two of them meet and vanish (a fold).\n"
               "A start value led to a solution that is not the intended one.",
     .remedy = "Choose the solution by a start value of its variables: `Real x(start = 2)`.\n"
               "Rewrite the equations so that they have one solution, or model the jump itself by "
               "`when`.\n"
               "End the run before that time: `--stop`.",
     .example = "bellwether info model.mo",
     .pages = "equations.md"},
};

}  // namespace

extern const std::span<const Explanation> model_explanations;
const std::span<const Explanation> model_explanations = model_rows;

}  // namespace bw::inspect
