// The rules for the files of an FMU, one row each: BW_RULE(name, severity, sections of the
// standards, the requirement in one line). The key of a rule is its name with '-' for '_'. Included
// by rules.h and rules.cpp, each with a BW_RULE of its own.

// The document.
BW_RULE(xml_syntax, error, "1.0: 3; 2.0: 2.2; 3.0: 2.4",
        "the file is well-formed XML without a document type declaration")
BW_RULE(xml_encoding, warning, "2.0: 2.2; 3.0: 2.4", "the file is encoded in UTF-8, as it says")
BW_RULE(xml_encoding_declared, note, "2.0: 2.2; 3.0: 2.4", "the declared encoding is UTF-8")
BW_RULE(xml_declaration, note, "2.0: 2.2; 3.0: 2.4",
        "the first line is an XML declaration that names the encoding UTF-8")
BW_RULE(root_element, error, "1.0: 3; 2.0: 2.2.1; 3.0: 2.4.1",
        "the outermost element is that of its kind of file")
BW_RULE(fmi_version, error, "1.0: 3; 2.0: 2.2.1; 3.0: 2.4.1",
        "fmiVersion names a version of the standard")
BW_RULE(fmi_version_unfinished, warning, "3.0: 2.4.1",
        "fmiVersion names a released version, not a draft")
BW_RULE(attribute_missing, error, "1.0: 3; 2.0: 2.2; 3.0: 2.4", "a required attribute is present")
BW_RULE(attribute_value, error, "1.0: 3; 2.0: 2.2; 3.0: 2.4",
        "the value of an attribute has the attribute's type")
BW_RULE(attribute_unknown, note, "1.0: 3; 2.0: 2.2; 3.0: 2.4",
        "an element has only attributes that the standard defines")
BW_RULE(element_missing, error, "1.0: 3; 2.0: 2.2; 3.0: 2.4", "a required element is present")
BW_RULE(element_unknown, note, "1.0: 3; 2.0: 2.2; 3.0: 2.4",
        "an element contains only elements that the standard defines")
BW_RULE(element_twice, warning, "1.0: 3; 2.0: 2.2; 3.0: 2.4",
        "an element that may occur once occurs once; the first is used")

// The head.
BW_RULE(interface_missing, error, "2.0: 2.2.1; 3.0: 2.4.1",
        "there is at least one of ModelExchange, CoSimulation, ScheduledExecution")
BW_RULE(model_identifier, error, "1.0: 3; 2.0: 3.3.1, 4.3.1; 3.0: 2.4.2",
        "modelIdentifier can be the name of a file")
BW_RULE(model_identifier_characters, warning, "1.0: 3; 2.0: 3.3.1, 4.3.1; 3.0: 2.4.2",
        "modelIdentifier has letters, digits and '_' only")
BW_RULE(default_experiment, warning, "1.0: 3; 2.0: 2.2.5; 3.0: 2.4.6",
        "the default experiment is finite and not empty; wrong values are ignored")
BW_RULE(log_category_twice, warning, "2.0: 2.2.4; 3.0: 2.4.5", "names of log categories are unique")

// Units and types.
BW_RULE(unit_twice, warning, "1.0: 3; 2.0: 2.2.2; 3.0: 2.4.3",
        "names of units are unique; the first is used")
BW_RULE(unit_conversion, error, "1.0: 3; 2.0: 2.2.2; 3.0: 2.4.3",
        "a unit converts by a finite factor other than 0 and a finite offset")
BW_RULE(unit_not_defined, warning, "2.0: 2.2.2; 3.0: 2.4.3",
        "a unit that a variable or type names is defined")
BW_RULE(display_unit_not_defined, note, "1.0: 3; 2.0: 2.2.2; 3.0: 2.4.3",
        "a display unit that is named is defined with its unit")
BW_RULE(type_twice, error, "1.0: 3; 2.0: 2.2.3; 3.0: 2.4.4", "names of types are unique")
BW_RULE(type_element, error, "1.0: 3; 2.0: 2.2.3; 3.0: 2.4.4",
        "a type definition contains its type")
BW_RULE(type_unknown, error, "1.0: 3; 2.0: 2.2.7; 3.0: 2.4.7",
        "declaredType names a type that is defined")
BW_RULE(type_mismatch, error, "1.0: 3; 2.0: 2.2.7; 3.0: 2.4.7",
        "declaredType names a type that fits the variable")
BW_RULE(enumeration_without_type, warning, "1.0: 3; 2.0: 2.2.7; 3.0: 2.4.7",
        "an enumeration variable declares its type")
BW_RULE(enumeration_value_twice, warning, "2.0: 2.2.3; 3.0: 2.4.4",
        "the values of an enumeration's items are unique")
BW_RULE(limits_order, error, "1.0: 3; 2.0: 2.2.7; 3.0: 2.4.4", "min is not above max")
BW_RULE(nominal_not_positive, warning, "2.0: 2.2.7; 3.0: 2.4.4",
        "a nominal value is finite and above 0")

// Variables.
BW_RULE(variable_name_empty, error, "1.0: 3; 2.0: 2.2.7; 3.0: 2.4.7", "a variable has a name")
BW_RULE(variable_name_twice, error, "1.0: 3; 2.0: 2.2.7; 3.0: 2.4.7",
        "names of variables and aliases are unique")
BW_RULE(variable_name_shared, warning, "1.0: 3",
        "names of variables are unique; in FMI 1.0 those that share one get their value references "
        "behind it")
BW_RULE(variable_type, error, "1.0: 3; 2.0: 2.2.7",
        "a scalar variable contains exactly one type element")
BW_RULE(value_reference_twice, error, "3.0: 2.4.7", "value references of variables are unique")
BW_RULE(reference_unknown, error, "2.0: 2.2.7, 2.2.8; 3.0: 2.4.7, 2.4.8",
        "an index or value reference points at a variable")
BW_RULE(causality_variability, error, "2.0: 2.2.7; 3.0: 2.4.7",
        "causality and variability are a permitted combination")
BW_RULE(parameter_variability, warning, "2.0: 2.2.7; 3.0: 2.4.7",
        "a parameter says whether it is fixed or tunable")
BW_RULE(variability_of_type, warning, "2.0: 2.2.7; 3.0: 2.4.7",
        "only variables with real values are continuous")
BW_RULE(initial_not_allowed, warning, "2.0: 2.2.7; 3.0: 2.4.7",
        "initial fits causality and variability")
BW_RULE(
    start_missing, warning, "1.0: 3; 2.0: 2.2.7; 3.0: 2.4.7",
    "inputs, parameters, constants and variables with initial exact or approx have a start value")
BW_RULE(start_needless, warning, "2.0: 2.2.7; 3.0: 2.4.7",
        "a calculated variable has no start value")
BW_RULE(start_outside_limits, warning, "1.0: 3; 2.0: 2.2.7; 3.0: 2.4.7",
        "a start value lies within min and max and is an item of its enumeration")
BW_RULE(start_count, error, "3.0: 2.4.7",
        "an array has one start value for all elements or one for each")
BW_RULE(start_as_attribute, warning, "3.0: 2.4.7",
        "strings and binaries have their start values in Start elements")
BW_RULE(dimension, error, "3.0: 2.4.7",
        "a dimension has a size above 0 or names the variable with its size, not both")
BW_RULE(dimension_parameter, error, "3.0: 2.4.7",
        "a dimension's variable is a UInt64 structural parameter or constant")
BW_RULE(clock_interval, error, "3.0: 2.4.4",
        "a periodic clock has an interval above 0 and a shift not below 0")
BW_RULE(clock_interval_needless, warning, "3.0: 2.4.4",
        "only a periodic clock has an interval and a shift")
BW_RULE(clock_reference, error, "3.0: 2.4.7", "the attribute clocks lists clocks")

// The structure.
BW_RULE(structure_missing, warning, "2.0: 2.2.8; 3.0: 2.4.8", "there is a ModelStructure")
BW_RULE(output_not_listed, warning, "2.0: 2.2.8; 3.0: 2.4.8",
        "every output is listed in ModelStructure")
BW_RULE(output_causality, warning, "2.0: 2.2.8; 3.0: 2.4.8",
        "only outputs are listed as such in ModelStructure; others are left out of the list")
BW_RULE(unknown_twice, warning, "2.0: 2.2.8; 3.0: 2.4.8",
        "a list of ModelStructure contains a variable once")
BW_RULE(derivative_without_state, warning, "2.0: 2.2.8; 3.0: 2.4.8",
        "a state derivative names its state by the attribute derivative")
BW_RULE(dependencies_kind, warning, "2.0: 2.2.8; 3.0: 2.4.8",
        "dependenciesKind has one known word for each dependency")
BW_RULE(dependency_name, warning, "1.0: 3", "a direct dependency is the name of an input")

// Further files.
BW_RULE(terminal_name_twice, warning, "3.0: 2.4.9", "names of terminals on one level are unique")
BW_RULE(build_source_missing, warning, "3.0: 2.4.10", "a source file set has source files")

// Found by `check` in a description as a whole.
BW_RULE(token_empty, warning, "1.0: 3; 2.0: 2.2.1; 3.0: 2.4.1",
        "guid or instantiationToken is not empty")
BW_RULE(generation_time, note, "1.0: 3; 2.0: 2.2.1; 3.0: 2.4.1",
        "generationDateAndTime is a date and time of ISO 8601, 2026-05-28T13:30:00Z")
BW_RULE(capability_flags, warning, "2.0: 3.3.1, 4.3.1; 3.0: 2.4.2",
        "a capability that needs another one is declared together with it")
BW_RULE(log_category_spelling, note, "2.0: 2.2.4; 3.0: 2.4.5",
        "a log category of the standard is spelled as in the standard")
BW_RULE(variable_name_characters, warning, "1.0: 3; 2.0: 2.2.7; 3.0: 2.4.7",
        "a name has no control characters and no blanks around it")
BW_RULE(variable_name_structured, note, "1.0: 3; 2.0: 2.2.9; 3.0: 2.4.7",
        "names of the structured convention read like a.b[3].c or der(x)")
BW_RULE(independent_missing, warning, "3.0: 2.4.7", "one variable is independent")
BW_RULE(independent_twice, error, "2.0: 2.2.7; 3.0: 2.4.7", "at most one variable is independent")
BW_RULE(independent_type, error, "2.0: 2.2.7; 3.0: 2.4.7",
        "the independent variable is a real scalar")
BW_RULE(reinit_of_no_state, warning, "2.0: 2.2.7; 3.0: 2.4.7",
        "reinit is set for states of model exchange only")
BW_RULE(multiple_set_of_no_input, warning, "2.0: 2.2.7; 3.0: 2.4.7",
        "canHandleMultipleSetPerTimeInstant is set for inputs only")
BW_RULE(intermediate_update_of_parameter, warning, "3.0: 2.4.7",
        "a variable that is fixed during a step has no intermediateUpdate")
BW_RULE(alias_start_twice, warning, "2.0: 2.2.7",
        "at most one of several aliases has a start value, unless they are constants")
BW_RULE(alias_of_constant, error, "2.0: 2.2.7",
        "an alias of a constant is a constant with the same value")
BW_RULE(alias_unit, warning, "2.0: 2.2.7", "aliases have the same unit")
BW_RULE(alias_without_base, warning, "1.0: 3",
        "an alias has the value reference of a variable that is not an alias")
BW_RULE(alias_negated_type, warning, "1.0: 3", "a negated alias is a number or a Boolean")
BW_RULE(previous_not_discrete, error, "3.0: 2.4.7",
        "previous refers to a discrete variable of the same type")
BW_RULE(previous_without_clock, warning, "3.0: 2.4.7",
        "a variable with a previous value belongs to a clock")
BW_RULE(clocked_not_discrete, warning, "3.0: 2.4.7", "a clocked variable is discrete")
BW_RULE(clock_of_itself, error, "3.0: 2.4.7", "a clock does not belong to itself")
BW_RULE(clock_output_timed, warning, "3.0: 2.4.4", "an output clock is triggered")
BW_RULE(clock_priority, warning, "3.0: 2.4.4",
        "for scheduled execution every input clock has a priority")
BW_RULE(state_type, error, "2.0: 2.2.8; 3.0: 2.4.8",
        "a state is a continuous real, and its derivative a real of its size")
BW_RULE(derivative_variability, warning, "2.0: 2.2.8; 3.0: 2.4.8",
        "a state derivative is continuous")
BW_RULE(state_causality, warning, "2.0: 2.2.7; 3.0: 2.4.7",
        "a continuous state is a local variable or an output")
BW_RULE(state_twice, error, "2.0: 2.2.8; 3.0: 2.4.8", "a state has one listed derivative")
BW_RULE(derivative_not_listed, note, "2.0: 2.2.8; 3.0: 2.4.8",
        "the derivatives of states are listed in ModelStructure")
BW_RULE(clocked_state, error, "3.0: 2.4.8", "a listed clocked state has a previous value")
BW_RULE(event_indicator_type, error, "3.0: 2.4.8", "an event indicator is a continuous real")
BW_RULE(initial_unknown_missing, warning, "2.0: 2.2.8; 3.0: 2.4.8",
        "outputs, states, derivatives and calculated parameters that initialisation computes "
        "are listed as InitialUnknown")
BW_RULE(initial_unknown_needless, warning, "2.0: 2.2.8; 3.0: 2.4.8",
        "nothing else is listed as InitialUnknown")
BW_RULE(dependency_not_known, warning, "2.0: 2.2.8; 3.0: 2.4.8",
        "dependencies are inputs, states, parameters, exact variables or time")
BW_RULE(dependency_twice, warning, "2.0: 2.2.8; 3.0: 2.4.8",
        "an unknown lists each dependency once")

// Found by `check` in the archive.
BW_RULE(archive, error, "1.0: 2.4; 2.0: 2.3; 3.0: 2.5",
        "the file is a zip archive that contains modelDescription.xml")
BW_RULE(archive_doubtful, warning, "2.0: 2.3; 3.0: 2.5",
        "names in the archive are relative, with '/' between")
BW_RULE(archive_entry_unknown, note, "1.0: 2.4; 2.0: 2.3; 3.0: 2.5",
        "the archive contains only files that the standard defines")
BW_RULE(documentation_missing, note, "1.0: 2.4; 2.0: 2.3; 3.0: 2.5",
        "the documentation begins with index.html (FMI 1.0: _main.html)")
BW_RULE(platform_name, note, "2.0: 2.3; 3.0: 2.5",
        "folders in binaries/ have the names of platforms of the version")
BW_RULE(library_missing, warning, "1.0: 2.4; 2.0: 2.3; 3.0: 2.5",
        "there is a library for this machine")
BW_RULE(library_from_sources, note, "2.0: 2.3; 3.0: 2.5", "nothing has to be compiled before a run")
BW_RULE(library_nowhere, error, "1.0: 2.4; 2.0: 2.3; 3.0: 2.5",
        "there is a library, or its sources, for each interface")
BW_RULE(library_not_loaded, error, "1.0: 2.4; 2.0: 2.3; 3.0: 2.5", "the library loads")
BW_RULE(library_needs, warning, "1.0: 2.4; 2.0: 2.3; 3.0: 2.5",
        "other libraries that the library needs are installed")
BW_RULE(function_missing_needed, error, "1.0: 2.1; 2.0: 2.1; 3.0: 2.3",
        "the library exports the functions that every run needs")
BW_RULE(library_version, warning, "2.0: 2.1.4",
        "the library returns the version of the standard that the description names")
BW_RULE(function_missing, warning, "1.0: 2.1; 2.0: 2.1; 3.0: 2.3",
        "the library exports all functions of its interfaces")
BW_RULE(source_file_missing, warning, "2.0: 2.2.1; 3.0: 2.4.10",
        "a source file that is named is in the archive")
BW_RULE(build_identifier, warning, "3.0: 2.4.10", "a build configuration belongs to an interface")
BW_RULE(file_version, warning, "3.0: 2.4.9, 2.4.10",
        "all files of an FMU name one version of the standard")
BW_RULE(terminal_variable, error, "3.0: 2.4.9", "a terminal's members are variables")
BW_RULE(icon_missing, warning, "3.0: 2.4.9", "the icons of terminals are in terminalsAndIcons/")

// Found by `check --run`.
BW_RULE(run_skipped, note, "", "the FMU could be run here")
BW_RULE(run_sandbox, note, "", "what fails does not fail because of the sandbox")
BW_RULE(run_sandbox_incomplete, note, "", "the sandbox has all its layers on this machine")
BW_RULE(run_failed, error, "", "every call that is allowed succeeds")
BW_RULE(run_crashed, error, "", "no call crashes or ends the process")
BW_RULE(run_endless, warning, "", "every call returns within the time limit of an experiment")
BW_RULE(run_cut, note, "", "the check was finished within the time limit of each experiment")
BW_RULE(run_warnings, warning, "", "the FMU warns of nothing in its default experiment")
BW_RULE(run_get, error, "2.0: 2.1.7; 3.0: 2.2.6", "every variable can be read after initialisation")
BW_RULE(run_set, error, "2.0: 2.1.7; 3.0: 2.2.6",
        "start values of parameters and inputs can be set to themselves")
BW_RULE(run_set_start, warning, "1.0: 2.1; 2.0: 2.1.7; 3.0: 2.2.6",
        "start values of states and outputs can be set")
BW_RULE(run_nan, warning, "", "values are finite")
BW_RULE(run_stop, note, "2.0: 4.2.2; 3.0: 4.2.1", "the default experiment can be run to its end")
BW_RULE(run_steps, warning, "", "the default experiment can be run with other step sizes")
BW_RULE(run_again, warning, "", "two instances give bit-identical results")
BW_RULE(run_reset, error, "2.0: 2.1.6; 3.0: 2.3.1", "after a reset the run repeats")
BW_RULE(run_reset_refused, warning, "1.0: 2.2; 2.0: 2.1.6; 3.0: 2.3.1", "an instance can be reset")
BW_RULE(run_restore, error, "2.0: 2.1.8; 3.0: 2.2.7",
        "after a rollback to a saved state the run repeats")
BW_RULE(run_serialise, error, "2.0: 2.1.8; 3.0: 2.2.7", "a serialised state restores the same run")
BW_RULE(run_step_split, note, "2.0: 4.2.2; 3.0: 4.2.1",
        "half the step size gives about the same result")
BW_RULE(run_derivatives, warning, "2.0: 2.1.9; 3.0: 2.2.11",
        "directional derivatives agree with differences")
BW_RULE(run_nominals, warning, "2.0: 3.2.2; 3.0: 3.2.1", "nominal values of states are above 0")
BW_RULE(run_log_category, note, "2.0: 2.2.4; 3.0: 2.4.5",
        "messages have categories that the description lists")
BW_RULE(run_environment, warning, "", "the FMU does not change the process it runs in")

// Found by `check` in a system.
BW_RULE(system, error, "", "the components, connections and values of a system fit together")
BW_RULE(system_doubtful, warning, "", "units and inputs of a system are fully specified")
