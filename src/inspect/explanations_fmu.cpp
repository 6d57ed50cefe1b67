// Diagnostics about FMUs.

#include "inspect/explanations.h"

namespace bw::inspect {
namespace {

constexpr Explanation fmu_rows[] = {
    {.code = "fmu-warning",
     .meaning = "An FMU returned the status warning from a call. The first message of the FMU is "
                "shown, and the number of warnings. The result is doubtful.",
     .causes = "The FMU's own checks: a value out of range, a solver that was less accurate than "
               "intended.",
     .remedy = "Read the FMU's messages: `--verbose`.\n"
               "Change the value that the FMU complains about: `--set component.variable=value`.\n"
               "Shorten the communication step if the FMU's solver complains: `--max-step` or "
               "`--step`.",
     .example = "bellwether run system.toml --verbose",
     .pages = "check.md"},
    {.code = "fmu-error",
     .meaning =
         "An FMU returned error or fatal from a call, or threw an exception. The run cannot go "
         "on (exit code 4); rows up to then are in `<name>.csv.partial`.",
     .causes = "An input or parameter that the FMU cannot handle.\n"
               "Missing resources: files, licences, a network connection.\n"
               "A defect of the FMU.",
     .remedy = "Read the FMU's messages before the error: `--verbose`.\n"
               "Test the FMU by itself: `bellwether check X.fmu --run`, and `bellwether run X.fmu` "
               "with `--input`.\n"
               "Set the inputs and parameters that it needs: `--set component.variable=value`; "
               "`bellwether info X.fmu` lists them.\n"
               "Shorten the communication step: `--max-step` or `--step`.",
     .example = "bellwether check pump.fmu --run",
     .pages = "check.md info.md"},
    {.code = "fmu-discard",
     .meaning =
         "An FMU rejected a step (status discard), and the master cannot take a smaller one. "
         "The run cannot go on (exit code 4).",
     .causes = "The communication step is fixed by `--step`, or already at `--min-step`.\n"
               "The FMU cannot roll back, so that the step cannot be repeated.",
     .remedy = "Leave out `--step`, or give a smaller one.\n"
               "Let the master choose the steps: `--error-test step-doubling`, with a small "
               "`--min-step`.\n"
               "Take the FMU for model exchange: `--interface me`.",
     .example = "bellwether run system.toml --error-test step-doubling --min-step 1e-9",
     .pages = "methods.md"},
    {.code = "fmu-terminated",
     .meaning = "An FMU requested the end of the simulation (`terminateSimulation`, or the status "
                "discard with terminated). The result ends there.",
     .causes = "The FMU's model reached its own end: an assertion, a stop time, an empty tank.",
     .remedy = "Nothing, if this end is expected.\n"
               "Read why: `--verbose` shows the FMU's messages.\n"
               "Change the parameter that ends it: `--set component.variable=value`.",
     .example = "bellwether run system.toml --verbose",
     .pages = "methods.md"},
    {.code = "fmu-environment",
     .meaning = "An FMU changed the process in which it runs: rounding mode, locale, working "
                "directory, signal handlers, descriptors, limits or user. The change was undone, "
                "and the result is not affected.",
     .causes = "A run-time library of the exporting tool sets it up for itself.",
     .remedy =
         "Nothing.\n"
         "Report it to the maker of the FMU: other programs may compute wrong numbers with it. "
         "`bellwether check X.fmu --run` lists it as `run-environment`.",
     .example = "bellwether check pump.fmu --run",
     .pages = "architecture.md check.md"},
    {.code = "fmu-description",
     .meaning =
         "An FMU's archive or `modelDescription.xml` violates the standard in a way that does "
         "not hinder the run.",
     .causes = "The exporting tool writes it this way.",
     .remedy = "Nothing.\n"
               "See all findings with their lines and sections of the standard: `bellwether check "
               "X.fmu`.",
     .example = "bellwether check pump.fmu",
     .pages = "check.md"},
    {.code = "component-resumed",
     .meaning =
         "The process of an isolated component crashed, ended itself or was killed. A copy of it, "
         "or "
         "a new process that was given the same inputs again, took over, and the run went on. The "
         "rows are those of a run in which nothing happened.",
     .causes = "A defect of the FMU that shows now and then.\n"
               "Somebody, or the system for lack of memory, killed the process.",
     .remedy = "Nothing, if it happens once: a call that ends the process again ends the run.\n"
               "Look at the FMU by itself: `bellwether check X.fmu --run`.",
     .example = "bellwether run system.toml --isolate --verbose",
     .pages = "isolation.md"},
    {.code = "fmu-needs-tool",
     .meaning = "An FMU works only together with the program that made it (`needsExecutionTool`).",
     .causes = "It was exported as a connector to a running program, not as stand-alone code.",
     .remedy = "Install the tool, and start it if its manual says so.\n"
               "Export the FMU again as a stand-alone one: `bellwether info X.fmu` shows "
               "`needsExecutionTool`.\n"
               "With `--sandbox`, let it start and reach its tool: `--allow network,processes`.",
     .example = "bellwether info pump.fmu",
     .pages = "info.md"},
    {.code = "fmu-compiled",
     .meaning =
         "An FMU contains no library for this machine but its sources, and they were compiled "
         "here. The library is kept, so that the next run does not compile again.",
     .causes = "The FMU was exported as source code (folder `sources/`).",
     .remedy =
         "Nothing.\n"
         "Choose the compiler by the environment variables `CC` and `CXX`.\n"
         "If the build description lists something that was left out, compare the result with "
         "that of a library built by its own instructions.",
     .example = "CC=clang bellwether run pump.fmu",
     .pages = "info.md"},
    {.code = "fmu-end-failed",
     .meaning = "An FMU returned an error or crashed when it was terminated or freed. All rows had "
                "been computed before, so the result is complete and the verdict is not changed.",
     .causes = "The FMU frees memory twice, or was never tried with a whole run.",
     .remedy = "Nothing, as far as the result is concerned.\n"
               "Report it to the maker of the FMU; `bellwether check X.fmu --run` shows whether it "
               "happens always.",
     .example = "bellwether check pump.fmu --run",
     .pages = "check.md misbehaving.md"},
    {.code = "sandbox-incomplete",
     .meaning =
         "`--sandbox` is in force, but one of its layers could not be had; the message names "
         "it and the reason of the system. The numbers are not concerned.",
     .causes = "The kernel is older than Linux 6.2, or was built without Landlock.\n"
               "A container or the distribution refuses user namespaces to ordinary users.",
     .remedy = "Nothing, where one of Landlock and the file view remains: each keeps the user's "
               "files closed.\n"
               "In a container, allow user namespaces; on a host, look at the setting "
               "`user.max_user_namespaces`.",
     .example = "bellwether run pump.fmu --sandbox",
     .pages = "sandbox.md"},
    {.code = "component-crashed",
     .meaning =
         "A component ended the process of the run by a signal: a segmentation fault (SIGSEGV), an "
         "abort (SIGABRT, also for a corrupt heap), an illegal instruction, or a kill from "
         "outside. The message names the component, the call and the simulated time. The run "
         "cannot go on (exit code 4); all rows that were accepted are in `<name>.csv.partial`.",
     .causes = "A defect of the FMU, or of a library that it loads.\n"
               "An input, parameter or step for which the FMU was never tried.\n"
               "Two FMUs whose libraries disturb each other in one process.",
     .remedy = "Read the FMU's messages before the crash: `--verbose`.\n"
               "Test the FMU by itself: `bellwether check X.fmu --run`.\n"
               "Take another interface, if it offers one: `--interface me` or `--interface cs`.\n"
               "Give each FMU a process of its own: `--isolate`.\n"
               "Find the place in a debugger: run it with `--in-process`.",
     .example = "bellwether check pump.fmu --run",
     .pages = "misbehaving.md isolation.md check.md"},
    {.code = "component-exited",
     .meaning = "A component called `exit()`, `_exit()` or something else that ends its process, "
                "with the exit code in the message. The run cannot go on (exit code 4); all rows "
                "that were accepted are in `<name>.csv.partial`.",
     .causes = "A run-time library that ends the program on an error, for instance without a "
               "licence.\n"
               "Code that was a program of its own before it became an FMU.",
     .remedy = "Read what it says before: `--verbose`, and its own output on standard error.\n"
               "Provide what it misses: licences, files, environment variables.\n"
               "Test the FMU by itself: `bellwether check X.fmu --run`.",
     .example = "bellwether run pump.fmu --verbose",
     .pages = "misbehaving.md check.md"},
    {.code = "component-hung",
     .meaning = "A call into a component has not returned for the time of `--call-timeout` (10 min "
                "unless given), and the run was ended. The run cannot go on (exit code 4); all "
                "rows that were accepted are in `<name>.csv.partial`.",
     .causes = "An endless loop, for instance of an iteration that does not converge.\n"
               "A wait for a licence server, a tool or a user.\n"
               "A step that simply takes longer.",
     .remedy = "Give it more time: `--call-timeout 2h`.\n"
               "Shorten the communication step: `--max-step` or `--step`.\n"
               "Read the FMU's messages: `--verbose`.",
     .example = "bellwether run pump.fmu --call-timeout 2h",
     .pages = "misbehaving.md"},
    {.code = "component-out-of-memory",
     .meaning = "A component could not allocate memory, or the system ended the process of the run "
                "because memory was short. The run cannot go on (exit code 4); all rows that were "
                "accepted are in `<name>.csv.partial`.",
     .causes = "A component that allocates more at every step.\n"
               "A system with more instances than the machine has memory for.\n"
               "A limit of the session or of the container.",
     .remedy = "Watch the memory while it runs: `top`.\n"
               "Record fewer variables, and estimate with fewer processes: `--record`, "
               "`--threads 1`.\n"
               "Test the FMU by itself: `bellwether check X.fmu --run`.",
     .example = "bellwether run system.toml --threads 1",
     .pages = "misbehaving.md"},
};

}  // namespace

extern const std::span<const Explanation> fmu_explanations;
const std::span<const Explanation> fmu_explanations = fmu_rows;

}  // namespace bw::inspect
