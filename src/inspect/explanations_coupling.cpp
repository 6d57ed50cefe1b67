// Diagnostics about the coupling of components.

#include "inspect/explanations.h"

namespace bw::inspect {
namespace {

constexpr Explanation coupling_rows[] = {
    {.code = "nan",
     .meaning = "A value is infinite or not a number (NaN). The run ends there, and the result is "
                "rejected.",
     .causes =
         "A division by zero, a root or logarithm of a negative number, an overflow in a model "
         "or FMU.\n"
         "A start value or parameter was not given, or is wrong.\n"
         "The solution, or the coupling, diverges: the rows before the end grow fast.",
     .remedy =
         "Look at the last rows of `<name>.rejected.csv`, with all variables: `--record '*'`.\n"
         "Set missing start values and parameters: `--set component.variable=value`, or "
         "`[parameters]` in the system file. `bellwether info` lists them.\n"
         "Where values grow before the end, take shorter communication steps (`--max-step`, "
         "`--step`) or FMUs for model exchange (`--interface me`).\n"
         "In a model, guard the operation: `if x > 0 then sqrt(x) else 0`.",
     .example = "bellwether run system.toml --record '*' --stop 8.3",
     .pages = "methods.md tutorial.md"},
    {.code = "coupling-diverges",
     .meaning =
         "Signals that components exchange in a loop grow without bound. The components may "
         "each be right; the coupling with these communication steps is unstable. The run ends "
         "there.",
     .causes = "The coupling is too stiff for co-simulation: a hard spring, damper or controller "
               "gain acts across a connection.\n"
               "An algebraic loop with a gain above 1 is not iterated.\n"
               "The communication step (`--step`, `--max-step`) is too long.",
     .remedy =
         "Solve the components as one model: `interface = \"me\"` for each of them in "
         "`[components]`, or `--interface me`.\n"
         "Leave out `--step` and `--master`: the certified run finds steps that are short "
         "enough, or says why not.\n"
         "Iterate the loop: `--master newton` or `--master ith` with FMUs that can roll back.\n"
         "Give a shorter step: `--step`, a tenth of the present one.",
     .example = "bellwether run system.toml --interface me",
     .pages = "methods.md certified.md"},
    {.code = "not-converged",
     .meaning =
         "An iteration did not converge: of an algebraic loop of connected components, of the "
         "equations of a model, or inside an implicit integration method. The message names "
         "the loop and by how much it still changed.",
     .causes = "The loop has a gain above 1, and a fixed-point iteration diverges.\n"
               "The start values are far from a solution, or there is no solution.\n"
               "The step is too long and fixed (`--step`).\n"
               "A component in the loop jumps.",
     .remedy = "Use `--master newton`, or more iterations: `--iterations 30`.\n"
               "Leave out `--step`, so that the step can be shortened, or give a smaller one.\n"
               "Give start values near the solution: `--set component.variable=value`, or `start = "
               "...` in the model.\n"
               "Solve connected components as one model: `--interface me`.\n"
               "For an integration method with fixed steps (`implicit-euler`): a smaller `--step`, "
               "or `--method auto`.",
     .example = "bellwether run system.toml --master newton --iterations 30",
     .pages = "methods.md methods.md"},
    {.code = "discontinuity",
     .meaning =
         "A discontinuity without an event was found. An integrator was restarted behind it, "
         "so that the steps before and after it are accurate. In a coupled system, an "
         "algebraic loop does not converge across it and was crossed by one short step without "
         "iteration.",
     .causes =
         "A model or FMU contains a discontinuity (a table, `if`, `abs`, a limit) and declares "
         "no event indicator for it.",
     .remedy = "Nothing, if the result is trusted.\n"
               "Give the discontinuity an event: `if` or `when` without `noEvent()` in a model, an "
               "event indicator in an FMU. It is then located in every step.\n"
               "In a coupled system, choose how long such a step is: `--fallback-step`.",
     .example = "bellwether run model.mo --verbose",
     .pages = "integration.md methods.md"},
};

}  // namespace

extern const std::span<const Explanation> coupling_explanations;
const std::span<const Explanation> coupling_explanations = coupling_rows;

}  // namespace bw::inspect
