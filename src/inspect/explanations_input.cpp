// Diagnostics about inputs, units and settings.

#include "inspect/explanations.h"

namespace bw::inspect {
namespace {

constexpr Explanation input_rows[] = {
    {.code = "unit-assumed",
     .meaning =
         "A connection joins a variable with a unit to one without, passes bare numbers "
         "between different units, or joins a difference to an absolute quantity. The message "
         "says what was assumed. The result is doubtful.",
     .causes = "A component does not declare the unit of a variable.\n"
               "`unit = \"as-is\"` was given for variables with different units.",
     .remedy = "Say the unit in the connection: `unit = \"kW\"` where the source has none.\n"
               "If bare numbers are intended, give the factor: `gain = 1000`.\n"
               "Declare the unit in the model: `Real P(unit = \"W\")`.\n"
               "In SSP, declare the connector's unit and define it in `Units`, or write "
               "`suppressUnitConversion` where bare numbers are intended.",
     .example = "\"room.heat\" = { from = \"heater.P\", unit = \"kW\" }",
     .pages = "tutorial.md"},
    {.code = "input-out-of-range",
     .meaning = "A start value or parameter is outside the range (min, max) that the component "
                "declares for it. It was set as given. The result is doubtful.",
     .causes = "A typing error, or a value in another unit.\n"
               "The declared range is too narrow.",
     .remedy =
         "Correct the value in `[parameters]` or `--set`; give its unit if it differs: `--set "
         "\"tank.T=20 degC\"`.\n"
         "`bellwether info X.fmu --variables all` shows the ranges.",
     .example = "bellwether run system.toml --set \"tank.power=3 kW\"",
     .pages = "info.md"},
    {.code = "result-incomplete",
     .meaning = "The format of the result file has no place for a recorded variable, or rounds it. "
                "The rows are otherwise complete, and the verdict is not concerned.",
     .causes = "A .mat file has doubles only: strings and binaries are left out, and whole numbers "
               "beyond 2^53 are rounded.",
     .remedy = "Write `.nc` or `.csv`, which have all types.\n"
               "Leave the variable out: `--record \"!component.text\"`.",
     .example = "bellwether run system.toml -o run.nc",
     .pages = "results.md"},
    {.code = "input-not-driven",
     .meaning = "An input has neither a connection nor a value and keeps its start value.",
     .causes = "A connection was forgotten, or the start value is intended.",
     .remedy = "Connect it in `[connections]`: `\"room.T_out\" = \"weather.T\"`.\n"
               "Give it a value: `--set component.input=value`, or a table over time: `--input`.\n"
               "Nothing, if the start value is intended.",
     .example = "bellwether run system.toml --set room.T_out=5",
     .pages = "tutorial.md"},
    {.code = "input-out-of-table",
     .meaning = "The run begins before or ends after the table of its inputs. The first or last "
                "values were held there. The result is doubtful.",
     .causes = "The table covers a shorter period than `--start` and `--stop`.\n"
               "The times of the table are in another unit than seconds.",
     .remedy = "End the run with the table: `--stop` (and `--start`).\n"
               "Extend the table by rows; one more row at the stop time makes the held value "
               "explicit.",
     .example = "bellwether run room.fmu --input weather.csv --stop 1h",
     .pages = "tutorial.md"},
    {.code = "parameter-driven",
     .meaning = "A table of inputs has a column for a tunable parameter. FMI lets it change at "
                "events and between communication steps, so the table drives it like a discrete "
                "input. The verdict is not changed.",
     .causes = "The table was written for a tool that treats tunable parameters as inputs.",
     .remedy = "Nothing, if the parameter is meant to change during the run.\n"
               "Remove the column and give one value: `--set component.parameter=value`.",
     .example = "bellwether run pump.fmu --set gain=2",
     .pages = "tutorial.md"},
    {.code = "input-jump-inside-step",
     .meaning =
         "The table of a component's inputs jumps within a communication step, and the "
         "component accepts one step size only. The jump acts with the next step. The result "
         "is doubtful.",
     .causes = "The FMU declares no variable communication step size "
               "(`canHandleVariableCommunicationStepSize`).",
     .remedy = "Move the jumps of the table to multiples of the step, or choose a `--step` that "
               "divides their times.\n"
               "Export the FMU with `canHandleVariableCommunicationStepSize`, or take it for model "
               "exchange: `--interface me`.",
     .example = "bellwether run room.fmu --input weather.csv --step 0.5",
     .pages = "methods.md"},
    {.code = "setting-ignored",
     .meaning = "An option or a setting of the project file has no effect on this run, or another "
                "effect than in the program it was written for.",
     .causes =
         "A MasterSim project (`.msim`) contains settings of its own graphical interface or of "
         "its master algorithms.\n"
         "An option does not apply to this kind of run.",
     .remedy = "Nothing, if the result is trusted.\n"
               "Convert the project and edit the system file: `bellwether convert project.msim -o "
               "system.toml`.\n"
               "Leave the option out.",
     .example = "bellwether convert project.msim -o system.toml",
     .pages = "msim.md"},
    {.code = "interrupted",
     .meaning = "The run was ended before its stop time, by Ctrl-C or SIGTERM (exit code 130). The "
                "rows up to then are in `<name>.csv.partial`.",
     .causes = "The user, or the system, ended the run.",
     .remedy = "Run it again; to make it shorter, give an earlier `--stop`, a larger `--tolerance` "
               "or fewer rows (`--interval`).",
     .example = "bellwether run system.toml --stop 10",
     .pages = "architecture.md"},
};

}  // namespace

extern const std::span<const Explanation> input_explanations;
const std::span<const Explanation> input_explanations = input_rows;

}  // namespace bw::inspect
