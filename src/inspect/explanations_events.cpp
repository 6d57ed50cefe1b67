// Diagnostics about events.

#include "inspect/explanations.h"

namespace bw::inspect {
namespace {

constexpr Explanation event_rows[] = {
    {.code = "event-near-end",
     .meaning =
         "An event indicator is so close to zero that errors within the tolerance decide "
         "whether the event occurs. Or a row is so close to an event that its side cannot be "
         "decided. The result is doubtful.",
     .causes = "The run ends at the time of an event.\n"
               "A threshold is just touched: the indicator turns back before it is crossed.\n"
               "A row (`--interval`) falls on the time of an event.",
     .remedy =
         "End the run a little earlier or later: `--stop`.\n"
         "Move the rows off the event: another `--interval`.\n"
         "Request a smaller `--tolerance`, which narrows the uncertain range.\n"
         "Give the model a definite behaviour where it just touches a threshold, for example a "
         "hysteresis.",
     .example = "bellwether run model.mo --stop 10.5 --interval 0.03",
     .pages = "integration.md"},
    {.code = "unresolved-feature",
     .meaning =
         "Between the two times a derivative or an event indicator of a Modelica model may change "
         "for a time that is shorter than the steps: a narrow pulse, a threshold that is crossed "
         "twice. Bounds of the model's formulas allow it, and the search did not find out whether "
         "it happens, or a fixed step passes over it. Or small oscillations grow where the run "
         "ends, and the method damps them more than they grow: an implicit one by steps that are "
         "longer than they are, an explicit one by steps near its border of stability. The result "
         "is doubtful.",
     .causes = "A pulse such as `exp(-((time - t0)/w)^2)`, a narrow window such as `abs(x - c) < "
               "d`, and a method with a fixed step.\n"
               "A formula that is nearly singular over a long time, so that its bounds stay wide.\n"
               "A condition inside of `noEvent()` that changes again and again.\n"
               "An oscillator that starts below the tolerance and would become large, such as "
               "van der Pol's from 1e-6.",
     .remedy =
         "Where an oscillation grows: `--method dop853`, or a smaller `nominal` of its states.\n"
         "With a fixed step: leave out `--step` and take `--method auto`; such places are "
         "then stepped into.\n"
         "Give the pulse an event: `if` or `when` without `noEvent()`, at its begin and end.\n"
         "Look at the interval alone: `--start`, `--stop` and a small `--interval`.",
     .example = "bellwether run model.mo --method auto",
     .pages = "integration.md"},
    {.code = "event-not-located",
     .meaning =
         "An output jumped within a communication step. Its time was not located, so connected "
         "components react up to one step late. The result is doubtful.",
     .causes = "Components cannot roll back (no `canGetAndSetFMUstate`, and their process cannot "
               "be copied).\n"
               "A fixed step without error test was given, or `--events ignore`.",
     .remedy = "Leave out `--step` and `--master`: the run is certified, and events are located "
               "where components can roll back.\n"
               "Add `--error-test step-doubling`; locating needs it, or `--iterations`, and "
               "components that can roll back.\n"
               "Export the FMUs with `canGetAndSetFMUstate`, or take them for model exchange: "
               "`--interface me`.\n"
               "Give a shorter `--step`: the delay is at most one step.",
     .example = "bellwether run system.toml --error-test step-doubling",
     .pages = "methods.md"},
    {.code = "too-many-events",
     .meaning =
         "More than a thousand events occur at one time, and time does not advance (exit code "
         "4).",
     .causes = "A model switches back and forth: each event makes the condition of the other one "
               "true.\n"
               "Signals of coupled components switch each other.",
     .remedy = "Give the switch a hysteresis in the model, or a third state between the two "
               "(sticking between sliding left and sliding right).\n"
               "In a coupled system, step over them: `--events ignore`.",
     .example = "bellwether run system.toml --events ignore",
     .pages = "integration.md methods.md"},
    {.code = "zeno",
     .meaning =
         "Events follow each other faster and faster and never pass the time that the message "
         "names (exit code 4): 13 events of one indicator in one direction whose distances "
         "shrink by a steady factor.",
     .causes = "The model has no state of rest: an ideal ball that bounces ever lower and ever "
               "faster.",
     .remedy =
         "Give the model a state of rest: below a small speed `v_min` it stays on the floor.\n"
         "End the run before that time: `--stop`.",
     .example = "bellwether run ball.mo --stop 2.9",
     .pages = "integration.md"},
    {.code = "event-not-reproduced",
     .meaning =
         "An event indicator changed its sign within a step, by more than rounding. The step was "
         "repeated to locate the change, and the indicator kept its sign. The event may be late or "
         "missing, and the result is doubtful.",
     .causes = "An indicator depends on earlier evaluations: the model keeps values from call to "
               "call, such as a hysteresis or the start of an iteration inside.\n"
               "A system of equations inside the model is solved too roughly.",
     .remedy = "Make the indicators functions of the time, the states and the inputs; change "
               "memory in event mode only.\n"
               "Solve the equations inside the model to rounding accuracy.\n"
               "Check the FMU: `bellwether check --run`.",
     .example = "bellwether check --run model.fmu",
     .pages = "integration.md"},
    {.code = "chatter",
     .meaning =
         "One event indicator switches a hundred times or more within a hundredth of the "
         "simulated time. Each event ends a step, so the run is slow, and fast switching is "
         "seldom intended. Impacts, events that change states, are not counted as switching.",
     .causes = "A switch without hysteresis, or with one that is too small.\n"
               "The true solution slides along the switching surface (dry friction, sliding mode).",
     .remedy = "Give the switch a hysteresis in the model, or a larger one.\n"
               "Model the sliding or sticking state itself.\n"
               "If the switching is intended, run shorter periods: `--start` and `--stop`.",
     .example = "bellwether run model.mo --stop 0.1 --record '*'",
     .pages = "diagnosis.md"},
};

}  // namespace

extern const std::span<const Explanation> event_explanations;
const std::span<const Explanation> event_explanations = event_rows;

}  // namespace bw::inspect
