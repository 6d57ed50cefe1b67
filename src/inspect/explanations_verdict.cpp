// The four verdicts.

#include "inspect/explanations.h"

namespace bw::inspect {
namespace {

constexpr Explanation verdict_rows[] = {
    {.code = "trusted",
     .meaning = "The error was estimated and is within the tolerance, and no warning concerns the "
                "numbers. The result file has the requested name; exit code 0.",
     .causes =
         "Everything that is checked was passed. With co-simulation FMUs the estimate covers "
         "the coupling only; the first line of the report says so. A co-simulation FMU on its "
         "own is run with other steps and tolerances: its rows converge, which is no bound "
         "of their error.\n"
         "Of a Modelica model the formulas are known: what happens between the steps was "
         "searched, too; unknowns of algebraic loops and signals between connected models "
         "are sampled for it. Of an FMU only the values at the times of evaluation are known: a "
         "pulse that is shorter than its steps and has no event is missed by every "
         "integration, and nothing can say so.",
     .remedy = "Nothing. For the error of each value: `--error-columns`.",
     .example = "bellwether run system.toml --error-columns",
     .pages = "certified.md integration.md"},
    {.code = "unverified",
     .meaning =
         "Nothing is wrong, but the error was not estimated. The first line of the report says "
         "why; exit code 0.",
     .causes = "A step, master, hold or error test was given (`--step`, `--master`), or "
               "`--no-certify`.\n"
               "Rows at every step (`--every-step`) or a method with fixed steps.\n"
               "A co-simulation FMU on its own whose rows do not converge with shorter "
               "communication steps or smaller tolerances, or do not depend on them at all.",
     .remedy = "Leave out the option that the report names; `--certify` estimates the error with a "
               "given master.\n"
               "Find out whether the result is good enough: halve the step (`--step`) and compare "
               "both results with `bellwether compare`.",
     .example = "bellwether run system.toml --certify",
     .pages = "certified.md"},
    {.code = "doubtful",
     .meaning = "The error was estimated and is within ten tolerances, or a warning concerns the "
                "numbers. The result file has the requested name; exit code 0.",
     .causes = "A warning of the report; its code is in brackets.",
     .remedy = "Explain the warning: `bellwether explain CODE`.\n"
               "Request a larger `--tolerance`, or allow more work: `--work-limit`.",
     .example = "bellwether explain event-not-located",
     .pages = "certified.md integration.md"},
    {.code = "rejected",
     .meaning =
         "The run ended with an error, or the estimated error is above ten tolerances. No file "
         "gets the requested name; the rows are in `<name>.rejected.csv`, for looking only. "
         "Exit code 3; 4 if the run could not go on, 130 if it was interrupted (rows in "
         "`<name>.csv.partial`).",
     .causes = "An error of the report; its code is in brackets.",
     .remedy =
         "Explain the error: `bellwether explain CODE`.\n"
         "Follow the line `try` of the report, for example `--tolerance 1e-2` or `--work-limit "
         "1e7`.",
     .example = "bellwether explain tolerance-not-met",
     .pages = "certified.md architecture.md"},
};

}  // namespace

std::span<const Explanation> verdict_explanations() { return verdict_rows; }

}  // namespace bw::inspect
