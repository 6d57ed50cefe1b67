// Diagnostics about the estimated error.

#include "inspect/explanations.h"

namespace bw::inspect {
namespace {

constexpr Explanation accuracy_rows[] = {
    {.code = "tolerance-not-met",
     .meaning = "The error was estimated, and it is above the tolerance. The message names the "
                "variable, the factor by which its error exceeds the tolerance, from when on, and "
                "where it is largest. The rows are in `<name>.rejected.csv`.",
     .causes =
         "The work limit of a certified run was reached before the error was small enough.\n"
         "A single model was integrated with a tolerance tightened three times, or as small as "
         "double precision allows: the model amplifies integration errors by the factor in the "
         "message.\n"
         "A variable near zero is compared with an absolute tolerance far below its size.\n"
         "A co-simulation FMU that accepts one step size only leaves few step sizes to "
         "compare.",
     .remedy =
         "Request the tolerance that was reached: `--tolerance` with the estimate of the "
         "report. With an amplification F no tolerance below about F times 1e-14 can be met.\n"
         "Give a certified run ten times more work: `--work-limit`.\n"
         "Leave out `--master`, `--hold` and `--method`, so that the program chooses them; a "
         "single model may need a method of higher order: `--method dop853`, or `--method "
         "radau9` if it is stiff.\n"
         "Give a variable that stays near zero an absolute tolerance of its own size: "
         "`--absolute-tolerance`.\n"
         "Record fewer rows (`--interval`): longer steps become possible. With components of "
         "one fixed step size choose an interval that is 24 or 48 times that step.\n"
         "Take FMUs for model exchange instead of co-simulation: `--interface me`.",
     .example = "bellwether run system.toml --tolerance 1e-6 --work-limit 3e7",
     .pages = "certified.md integration.md"},
    {.code = "rounding-limit",
     .meaning =
         "The estimated error is above the tolerance, and smaller steps or tolerances do not "
         "reduce it. What is left is noise. For a single model the estimate is at most ten "
         "tolerances. The result is doubtful; the estimate in the report shows the noise, not "
         "a constant error inside a component.",
     .causes =
         "The FMUs' own solvers are less accurate than the tolerance.\n"
         "The model amplifies the rounding errors of double precision.\n"
         "In a Modelica model: nearly equal numbers are subtracted, or the matrix of a system "
         "of equations is nearly singular, so that its solution is uncertain by more than the "
         "tolerance. This is measured at every 64th solution.\n"
         "Integrations with two tolerances take nearly the same steps, so that their "
         "difference says little.",
     .remedy =
         "Request a tolerance ten times larger: `--tolerance`.\n"
         "Set the tolerances inside the FMUs with `--set`, if they are parameters, or export "
         "the FMUs with a tighter solver tolerance.\n"
         "Take the FMUs for model exchange, which are integrated here: `--interface me`.\n"
         "Try another integration method (`--method`) if the message says that the steps were "
         "nearly the same.\n"
         "In a model, rewrite differences of nearly equal numbers.",
     .example = "bellwether run system.toml --tolerance 1e-4",
     .pages = "certified.md integration.md"},
    {.code = "no-asymptotics",
     .meaning =
         "Runs with different step sizes do not behave as the method requires, so that the "
         "error cannot be estimated and the result is rejected. As a warning: outputs jump, "
         "their times cannot be located, and the error is estimated roughly, with first order; "
         "the result is doubtful.",
     .causes = "The communication steps are far too long for what happens between two rows, or the "
               "coupling is unstable.\n"
               "Components have undeclared discontinuities, random numbers or counters inside.\n"
               "An algebraic loop has a gain above 1.\n"
               "As a warning: components cannot roll back, or `--events ignore` was given.",
     .remedy =
         "Allow more work: `--work-limit`, ten times the default of 3000000.\n"
         "Record rows closer together if something happens between two of them: `--interval`.\n"
         "Export the FMUs with `canGetAndSetFMUstate`, so that they can roll back: then "
         "discontinuities are located and loops are iterated. Leave out `--events ignore`.\n"
         "Describe inputs that jump at known times by a table (`--input`) instead of a "
         "component.\n"
         "Take the FMUs for model exchange: `--interface me`.",
     .example = "bellwether run system.toml --work-limit 3e7 --interval 0.01",
     .pages = "certified.md certified.md"},
    {.code = "hidden-fast-mode",
     .meaning = "Something in the coupled system is much faster than the communication steps. Runs "
                "with different step sizes agree with each other and still converge to a wrong "
                "result: a computation of a few rows with very fine steps gives other values.",
     .causes =
         "Stiffly coupled components: a hard spring or damper with one end in each component.\n"
         "A fast transient at the start time that the first rows step over.\n"
         "A co-simulation FMU whose own solver makes steps that are too long for the tolerance: "
         "shorter doSteps change the result, and the message says by how much.",
     .remedy =
         "Couple the stiff components as one model: take them for model exchange (`--interface "
         "me`), or put both ends of the spring or damper into one component.\n"
         "Export the FMUs with `canGetAndSetFMUstate`, so that the implicit master `ith` can "
         "be used.\n"
         "Allow more work, so that the steps resolve the fast mode: `--work-limit`.\n"
         "Give the FMU's solver shorter steps or a smaller tolerance, if it has such parameters: "
         "`--set`.",
     .example = "bellwether run system.toml --interface me",
     .pages = "certified.md"},
    {.code = "event-sequence-differs",
     .meaning =
         "Integrations with different tolerances, or runs with different step sizes, do not "
         "have the same events in the same order, and the result is rejected. Where all rows of "
         "a single model agree nevertheless, it is a warning, and the result is doubtful. The "
         "message names the first event that differs.",
     .causes = "A threshold is just touched, so that small errors decide whether an event occurs.\n"
               "Two events are almost simultaneous.\n"
               "The steps are far too long, or so many events follow each other that small errors "
               "decide.",
     .remedy =
         "Request a smaller `--tolerance`, or more `--work-limit` for a coupled system.\n"
         "Look at the model at the time of the message: `--record '*' --interval 1e-3`. If the "
         "order of two events does not matter there, give both one condition or a hysteresis.\n"
         "End the run before that time: `--stop`.",
     .example = "bellwether run model.mo --tolerance 1e-8",
     .pages = "integration.md certified.md"},
    {.code = "internal-error-unknown",
     .meaning =
         "A co-simulation FMU solves its own equations. The estimate covers the error of the "
         "coupling, and what shorter doSteps change: the error of a solver that makes steps within "
         "each doStep. What does not depend on the doSteps cannot be seen from outside. This note "
         "appears in every certified run with such FMUs.",
     .causes = "The FMU is a black box: its interface is co-simulation.",
     .remedy = "Nothing, if the accuracy of the FMU's own solver is known.\n"
               "Take FMUs for model exchange, which are integrated here with a thousandth of the "
               "tolerance: `--interface me`, or `interface = \"me\"` for one component.\n"
               "Set the FMU's own tolerance with `--set`, if it is a parameter, and compare both "
               "results: `bellwether compare`.",
     .example = "bellwether run system.toml --interface me",
     .pages = "certified.md"},
    {.code = "tolerance-unreachable",
     .meaning = "With `--error-test step-doubling` a communication step has an error above the "
                "tolerance, and a smaller step is not allowed. The run ends there (exit code 4).",
     .causes =
         "`--min-step` is too large for what happens at that time, or `--step` fixes the step.\n"
         "An output jumps, and its time cannot be located because a component cannot roll "
         "back.\n"
         "The coupling is stiff, so that errors do not shrink with the step.",
     .remedy =
         "Leave out `--step` and `--min-step`, or give smaller ones.\n"
         "Request a larger `--tolerance`.\n"
         "Leave out `--master` and `--error-test`: the certified run chooses steps and master "
         "itself.",
     .example = "bellwether run system.toml --error-test step-doubling --min-step 1e-9",
     .pages = "methods.md"},
};

}  // namespace

extern const std::span<const Explanation> accuracy_explanations;
const std::span<const Explanation> accuracy_explanations = accuracy_rows;

}  // namespace bw::inspect
