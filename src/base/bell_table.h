// All bells, one row each: BW_BELL(name, severity, when it is reported). The key of a bell is its
// name with '-' for '_'. A `cosmetic` row is a warning that does not concern the numbers and never
// changes the verdict. Included by bell.h and bells.cpp, each with a BW_BELL of its own.

BW_BELL(nan, error, "an output or a state is infinite or not a number; the run ends there")
BW_BELL(not_converged, error,
        "an iteration did not converge: of an algebraic loop, or inside an integration method")
BW_BELL(coupling_diverges, error,
        "signals on a loop of connections grow without bound: the coupling is too stiff for "
        "co-simulation with these steps; the run ends there")
BW_BELL(tolerance_unreachable, error,
        "the error test fails with the smallest communication step allowed, or with the fixed one")
BW_BELL(tolerance_not_met, error,
        "the best estimate of the error is above ten tolerances; a warning where it is within ten")
BW_BELL(no_asymptotics, error,
        "runs with different step sizes do not converge as the method should, so that the error "
        "cannot be estimated; a warning where a rough estimate exists")
BW_BELL(hidden_fast_mode, error,
        "the coupled system has a mode much faster than the communication steps, and it makes the "
        "result wrong although all step sizes agree")
BW_BELL(event_sequence_differs, error,
        "runs with different step sizes or tolerances have different events, or the same ones in "
        "another order")
BW_BELL(event_near_end, warning,
        "errors within the tolerance decide whether an event occurs, or on which side of a row it "
        "lies")
BW_BELL(rounding_limit, warning,
        "the estimated error is above the tolerance, and smaller steps do not reduce it: the "
        "limit is rounding or the components' own solvers")
BW_BELL(internal_error_unknown, note,
        "a co-simulation FMU has its own solver, whose error cannot be seen from outside; the "
        "estimate covers the coupling only")
BW_BELL(discontinuity, note,
        "a discontinuity without an event was found; the integrator was restarted there, or a "
        "loop was crossed by one short step without iteration")
BW_BELL(stiff_switch, note,
        "the model became stiff, or stopped being stiff, and the integration method was changed")
BW_BELL(oscillation_switch, note,
        "a method that passes over many oscillations in one step took over: the model is linear, "
        "or nearly periodic")
BW_BELL(event_not_located, warning,
        "an output jumped within a communication step, and its time was not located")
BW_BELL(step_too_small, error,
        "an integration method needs steps smaller than the resolution of time; the run cannot go "
        "on")
BW_BELL(method_unsuitable, error,
        "the requested integration method cannot integrate this model; the run cannot go on")
BW_BELL(too_many_events, error,
        "more than a thousand events occur at one time; the run cannot go on")
BW_BELL(zeno, error,
        "events follow each other faster and faster towards a time that they never pass; the run "
        "cannot go on")
BW_BELL(event_not_reproduced, warning,
        "an event indicator changed its sign in a step and did not when the step was repeated")
BW_BELL(chatter, warning,
        "one event indicator switches a hundred times or more within a hundredth of the simulated "
        "time")
BW_BELL(drift, warning,
        "a quantity given as conserved changes by more than the tolerance allows, or cannot be "
        "computed")
BW_BELL(unstable_period, note,
        "with --diagnose: an eigenvalue of the model has a positive real part for some time, and "
        "errors grow then")
BW_BELL(border_modes, note,
        "with --diagnose: some modes are so slow that the accuracy of the model's data does not "
        "determine them")
BW_BELL(critical_state, note,
        "with --diagnose: one state, or a few, causes most of the rejected steps")
BW_BELL(fmu_warning, warning, "an FMU returned the status warning from a call")
BW_BELL(fmu_error, error,
        "an FMU returned error or fatal from a call, or threw an exception; the run cannot go on")
BW_BELL(fmu_discard, error, "an FMU rejected a step, and the master cannot take a smaller one")
BW_BELL(fmu_terminated, note, "an FMU requested the end of the simulation; the result ends there")
BW_BELL(fmu_environment, note,
        "an FMU changed the process it runs in (rounding mode, locale, working directory, signal "
        "handlers); the change was undone")
BW_BELL(fmu_description, note,
        "an FMU's archive or description violates the standard in a harmless way")
BW_BELL(component_resumed, note,
        "the process of an isolated component ended unexpectedly; another one took over, with the "
        "same values as without it")
BW_BELL(fmu_needs_tool, note, "an FMU works only together with the program that made it")
BW_BELL(fmu_compiled, note, "an FMU contains sources only, and they were compiled here")
BW_BELL(unit_assumed, warning,
        "a connection joins a variable with a unit to one without, and the same unit was assumed")
BW_BELL(input_out_of_range, warning,
        "a start value or parameter is outside the range that the component declares for it")
BW_BELL(input_not_driven, note,
        "an input has neither a connection nor a value and keeps its start value")
BW_BELL(input_out_of_table, warning,
        "the run goes beyond the table of its inputs, whose first or last values were held")
BW_BELL(input_jump_inside_step, warning,
        "an input jumps within a step that the component does not allow to be split; the jump "
        "acts one step late")
BW_BELL(setting_ignored, note,
        "an option or a setting of the project file has no effect on the run, or another one than "
        "in the program it was written for")
BW_BELL(assertion_failed, error,
        "an assertion of a model does not hold; the run ends there. A warning where the model "
        "says AssertionLevel.warning")
BW_BELL(model_terminated, note, "a model called terminate(); the result ends there")
BW_BELL(start_assumed, note,
        "a state of a model has neither an initial equation nor a fixed start value and starts at "
        "its start value")
BW_BELL(model_doubtful, warning,
        "a model contains something that is allowed and probably a mistake, such as units that do "
        "not fit")
BW_BELL(model_text_ignored, cosmetic,
        "something in a model has no effect on the numbers: a unit that is not known, stateSelect, "
        "an unknown entry of the experiment")
BW_BELL(solution_jumps, warning,
        "the solution of a system of equations jumps although nothing it depends on does: the run "
        "continued with another solution")
BW_BELL(several_start_solutions, warning,
        "the equations of a model have several solutions, and neither a start value nor homotopy() "
        "nor another equation decides between them")
BW_BELL(interrupted, error, "the user ended the run before its stop time")
BW_BELL(unresolved_feature, warning,
        "between two times a model may do something that no step of the integration met: the "
        "search for it reached its limit, or the step is fixed")
BW_BELL(fmu_end_failed, cosmetic,
        "an FMU failed when it was terminated or freed, after the last row; the rows are complete")
BW_BELL(parameter_driven, cosmetic,
        "a table of inputs has a column for a tunable parameter and changes it during the run")
BW_BELL(result_incomplete, cosmetic,
        "the format of the result file has no place for a recorded variable, or rounds it")
BW_BELL(sandbox_incomplete, cosmetic,
        "a layer of the sandbox could not be had on this machine; the others are in force")
BW_BELL(component_crashed, error,
        "foreign code ended the process of the run by a signal, such as a segmentation fault or "
        "an abort; the run cannot go on")
BW_BELL(component_exited, error,
        "foreign code called exit() and ended the process of the run; the run cannot go on")
BW_BELL(component_hung, error,
        "a call into a component did not return within --call-timeout; the run was ended")
BW_BELL(component_out_of_memory, error,
        "a component could not allocate memory, or the system ended the run because memory was "
        "short; the run cannot go on")
