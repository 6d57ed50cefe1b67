// All bells, one row each: BW_BELL(name, severity, when it is reported). The key of a bell is its
// name with '-' for '_'. A `cosmetic` row is a warning that does not concern the numbers and never
// changes the verdict. Included by bell.h and bells.cpp, each with a BW_BELL of its own.

BW_BELL(nan, error, "an output is not a number or infinite; the run ends there")
BW_BELL(not_converged, error, "an iteration did not converge, so there is no result to believe")
BW_BELL(coupling_diverges, error,
        "signals on a loop of connections grow without bound: the coupling is too stiff for "
        "co-simulation with these steps; the run ends there")
BW_BELL(tolerance_unreachable, error,
        "the error test fails with the smallest step, or with the fixed one")
BW_BELL(tolerance_not_met, error,
        "the best estimate of the error is above ten tolerances; a warning where it is within ten")
BW_BELL(no_asymptotics, error,
        "the chains of a certified run do not converge as they must, so that there is no "
        "estimate of the error; a warning where there is a rough one")
BW_BELL(hidden_fast_mode, error,
        "something in the coupled system is faster than the steps that the work limit allows, "
        "and makes the result wrong without showing in the chains")
BW_BELL(event_sequence_differs, error, "runs with different steps do not meet the same events")
BW_BELL(event_near_end, warning,
        "an event is so near to the end of the run or to a row, or an indicator so near to an "
        "event, that errors within the tolerance decide")
BW_BELL(rounding_limit, warning,
        "shorter steps do not make the result better: the parts' own errors or the digits of "
        "numbers are the limit, and it is above the tolerance")
BW_BELL(internal_error_unknown, note,
        "a closed part solves its own equations, and the error of that cannot be seen from "
        "outside")
BW_BELL(discontinuity, note,
        "something jumps there that nothing announced: a loop cannot converge and was crossed by "
        "one short step that was not iterated, or an integrator began anew behind the jump")
BW_BELL(stiff_switch, note,
        "the model changes its character on the way, and the method of integration with it")
BW_BELL(event_not_located, warning,
        "an output jumped within a step and the parts cannot go back to find out when")
BW_BELL(step_too_small, error,
        "an integrator needs steps that are too small for the clock; the run cannot go on")
BW_BELL(too_many_events, error,
        "events follow each other without time passing; the run cannot go on")
BW_BELL(zeno, error,
        "events come faster and faster towards a time that they never pass; the run cannot go on")
BW_BELL(chatter, warning,
        "a switch goes to and fro: a hundred events of one indicator or more in a hundredth of "
        "the run")
BW_BELL(drift, warning,
        "a quantity that was named as conserved moves by more than the tolerance allows, or "
        "cannot be computed")
BW_BELL(unstable_period, note,
        "with --diagnose: an eigenvalue of the model has a positive real part for some time, "
        "and errors grow then")
BW_BELL(border_modes, note,
        "with --diagnose: modes are so slow that the accuracy of the model's data does not "
        "determine them; the states named may be left out of the model")
BW_BELL(critical_state, note,
        "with --diagnose: one state, or a few, makes most of the rejected steps too "
        "inaccurate")
BW_BELL(fmu_warning, warning, "an FMU answered a call with the status warning")
BW_BELL(fmu_error, error,
        "an FMU answered a call with error or fatal, or threw; the run cannot go on")
BW_BELL(fmu_discard, error, "an FMU did not accept a step and the master cannot take a smaller one")
BW_BELL(fmu_terminated, note, "an FMU asked to end the simulation; the result ends there")
BW_BELL(fmu_environment, note,
        "an FMU changed the process around it (rounding mode, locale, folder, signal "
        "handlers); it was put back")
BW_BELL(fmu_description, note,
        "an FMU's archive or description breaks the standard in a harmless way")
BW_BELL(fmu_needs_tool, note, "an FMU works only together with the program that made it")
BW_BELL(fmu_compiled, note, "an FMU brought sources only and was compiled here")
BW_BELL(unit_assumed, warning,
        "a wire joins a variable with a unit to one without, and the same unit was assumed")
BW_BELL(input_out_of_range, warning,
        "a start value or parameter lies outside the range that the part declares for it")
BW_BELL(input_not_driven, note, "an input has neither a wire nor a value and keeps its start value")
BW_BELL(input_out_of_table, warning,
        "the run is longer than the table of its inputs, whose first or last values were held")
BW_BELL(input_jump_inside_step, warning,
        "an input jumped within a step that the part does not allow to be split; it acts with "
        "the next step")
BW_BELL(setting_ignored, note,
        "an option or a setting of the project file has no effect on the run, or another one than "
        "in the program it was written for")
BW_BELL(assertion_failed, error,
        "an assertion of a model does not hold; the run ends there. A warning where the model "
        "says that it is one")
BW_BELL(model_terminated, note, "a model asked to end the simulation; the result ends there")
BW_BELL(start_assumed, note,
        "a state of a model has no initial equation and no fixed start value and begins with "
        "its start value")
BW_BELL(model_doubtful, warning,
        "the text of a model has something that is allowed and probably a mistake, such as "
        "units that do not fit")
BW_BELL(model_text_ignored, cosmetic,
        "something in the text of a model has no effect on the numbers: a unit that is not known, "
        "stateSelect, an unknown entry of the experiment")
BW_BELL(solution_jumps, warning,
        "the solution of a loop of equations jumps although nothing does that it follows from: "
        "it ended, or there are several, and the run went on with another one")
BW_BELL(interrupted, error, "the user ended the run before its stop time")
