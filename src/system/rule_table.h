// The rules for systems and the files of SSP, one row each: BW_RULE(name, severity, sections of the
// standard (SSP 2.0.1), the requirement in one line, what to do). The key of a rule is its name
// with
// '-' for '_'. Included by rules.h and rules.cpp, each with a BW_RULE of its own.

// How the components, connections and values of any system fit together.
BW_RULE(variable_unknown, error, "", "a connection or value names a component and its variable",
        "Correct the name; `bellwether info` of the FMU lists its variables.")
BW_RULE(connection_causality, error, "", "a connection leads from an output to an input",
        "Swap the ends, or connect an output.")
BW_RULE(connection_type, error, "", "a connection joins variables of one type",
        "Connect variables of one type, or convert with a mapping of the connection.")
BW_RULE(connection_unit, error, "", "the unit of an output can be converted to that of the input",
        "Correct the unit at the connector or in the FMU; suppressUnitConversion (SSP) and unit = "
        "\"as-is\" (TOML) pass the numbers as they are.")
BW_RULE(connection_size, error, "", "a connection joins arrays of one size",
        "Connect arrays of one size, or single elements.")
BW_RULE(connection_map, error, "", "a transformation fits the type of what it transforms",
        "Use a mapping of the type that the variables have.")
BW_RULE(input_driven_twice, error, "", "an input is driven by one connection",
        "Remove one of the connections; add signals in a component of their own.")
BW_RULE(value_unusable, error, "", "a value fits the type and unit of its variable",
        "Write a value of the variable's type, in a unit that can be converted to its own.")
BW_RULE(component_unusable, error, "", "a component can be opened with the interface it needs",
        "Use an FMU with this interface, or leave implementation (SSP) or interface (TOML) out.")

// The form of the files of SSP: what the schemas demand.
BW_RULE(ssp_package, error, "3", "a package is a zip archive with a system structure description",
        "Put SystemStructure.ssd at the top of the zip archive; `#Variant.ssd` behind the name "
        "chooses another description.")
BW_RULE(ssp_package_doubtful, warning, "3", "a package has each entry once, at its place",
        "Pack the folder again.")
BW_RULE(ssp_xml, error, "5", "a file is well-formed XML without a document type declaration",
        "Mend the XML at the line; leave DOCTYPE out.")
BW_RULE(ssp_encoding, warning, "5", "a file is encoded in UTF-8", "Save the file in UTF-8.")
BW_RULE(ssp_root, error, "5.1, 6.1, 7.1, 8.1", "the outermost element is that of its kind of file",
        "Name the right file, or mend its outermost element.")
BW_RULE(ssp_version, error, "5.1", "version names a known version of the standard",
        "Write version=\"2.0\" or \"1.0\".")
BW_RULE(ssp_version_form, warning, "5.1", "version is 1.0 or 2.0",
        "Write version=\"2.0\" or \"1.0\".")
BW_RULE(ssp_newer, warning, "5.1", "a file of version 1.0 has nothing that came with 2.0",
        "Declare version=\"2.0\", or leave out what is new in it.")
BW_RULE(ssp_namespace, warning, "4, 5, 6, 7, 8", "elements are in the namespaces of the standard",
        "Declare the namespaces of the standard at the outermost element.")
BW_RULE(ssp_namespace_foreign, error, "4, 5, 6, 7, 8",
        "no element of another program has the name and the place of one of the standard",
        "Use the namespace of the standard, or move the element into an Annotation.")
BW_RULE(ssp_attribute_missing, error, "4, 5, 6, 7, 8", "a required attribute is present",
        "Add the attribute.")
BW_RULE(ssp_name_missing, warning, "5.1, 6.1", "systems, sets and enumerations have names",
        "Add a name.")
BW_RULE(ssp_attribute_unknown, error, "4, 5, 6, 7, 8",
        "an element has only attributes that the standard defines",
        "Correct the attribute's name, or remove it.")
BW_RULE(ssp_attribute_value, error, "4, 5, 6, 7, 8",
        "the value of an attribute has the attribute's type",
        "Write a value of the attribute's type.")
BW_RULE(ssp_element_missing, error, "4, 5, 6, 7, 8", "a required element is present",
        "Add the element.")
BW_RULE(ssp_element_unknown, note, "4, 5, 6, 7, 8",
        "an element contains only elements that the standard defines; others have no effect",
        "Correct the element's name; content of other programs belongs into an Annotation.")
BW_RULE(ssp_element_twice, error, "4, 5, 6, 7, 8", "an element that may occur once occurs once",
        "Remove one of both.")
BW_RULE(ssp_list_twice, warning, "4, 5, 6, 7, 8",
        "an element has one list of each kind; all are read", "Join both lists.")
BW_RULE(ssp_element_order, warning, "4, 5, 6, 7, 8", "elements have the order of the schemas",
        "Write the elements in the order of the schema.")
BW_RULE(ssp_element_empty, warning, "4, 5, 6, 7, 8", "a list has an entry, or is left out",
        "Add an entry, or remove the list.")
BW_RULE(ssp_unused_part, warning, "4, 5",
        "geometry, metadata and annotations, which change no run, have the form of the schemas",
        "Mend it where other programs open the file; a run does not use it.")
BW_RULE(ssp_id, warning, "4.1", "an id is a name of XML, and the only one of its kind in its file",
        "Give each element an id of its own that begins with a letter.")
BW_RULE(ssp_content, error, "5.2.3, 5.5.3",
        "values, mappings and dictionaries have either a source or a content",
        "Remove either the source or the content.")
BW_RULE(ssp_mime_type, error, "5.2.3, 5.3",
        "the type of a component, set, mapping or dictionary is known",
        "Write the type that the standard lists, or leave type out.")
BW_RULE(ssp_annotation, note, "4.2", "annotations of other programs have no effect",
        "Set what it says with an option of `bellwether run`.")
BW_RULE(ssp_xsd, error, "", "the file is valid by the official schemas (--xsd)",
        "Mend what the schema names.")
BW_RULE(ssp_xsd_missing, error, "", "the folder of --xsd holds the official schemas",
        "Give the folder with the .xsd files of the SSP standard.")

// What the files of SSP say.
BW_RULE(ssp_name_twice, error, "4.4, 5.2, 5.5.3, 8",
        "elements, connectors, dictionaries, units, enumerations and their items have names of "
        "their own",
        "Rename one of both.")
BW_RULE(ssp_parameter_twice, warning, "6.2", "a parameter set has one value for each name",
        "Remove one value; the last one counts.")
BW_RULE(ssp_unit_undefined, warning, "4.4.2", "a unit is defined in Units of its file",
        "Define the unit in Units.")
BW_RULE(ssp_unit_definition, error, "4.4.2",
        "a unit is a product of whole powers, with a factor that is not 0",
        "Write whole powers of the base units, and a factor.")
BW_RULE(ssp_unit_unusual, warning, "4.4.2",
        "a unit of a common name is defined as it is usually meant",
        "Correct factor and offset, or give the unit another name.")
BW_RULE(ssp_enumeration_undefined, warning, "4.4.1",
        "an enumeration is defined in Enumerations of its file",
        "Define the enumeration in Enumerations.")
BW_RULE(ssp_dimension, error, "4.5.4",
        "a dimension has a size or a connector that gives it, not both",
        "Write either size or sizeConnector.")
BW_RULE(ssp_size_connector, warning, "4.5.4",
        "the connector that gives a size is a parameter or constant of the same element",
        "Name a structural parameter of the same element.")
BW_RULE(ssp_clock_unknown, warning, "5.2.1",
        "the clock of a connector is a connector of the same element",
        "Name a clock connector of the same element.")
BW_RULE(ssp_value, error, "6.2",
        "a value has the form of its type, and as many elements as its dimensions",
        "Write a value of the type, with as many elements as the dimensions have.")
BW_RULE(ssp_map_twice, error, "4.5.2", "a transformation maps each value once",
        "Remove one of the entries.")
BW_RULE(ssp_mapping_twice, error, "7.2", "a mapping maps one parameter to each target",
        "Remove one of the entries.")
BW_RULE(ssp_experiment, error, "5.1.1", "the stop time is not before the start time",
        "Swap startTime and stopTime, or give --stop.")
BW_RULE(ssp_nesting, error, "5.3", "systems do not contain themselves",
        "Remove the component that leads back to its own system.")
BW_RULE(ssp_uri, error, "5.3", "a source is a file beside its description, or below",
        "Copy the file beside the description, and name it by a relative path.")
BW_RULE(ssp_backslash, note, "5.3", "folders of a source are separated by slashes",
        "Write / between folders, for programs that insist on the standard.")
BW_RULE(ssp_file_missing, error, "5.3", "a source exists",
        "Correct the name (upper and lower case differ), or add the file.")
BW_RULE(ssp_id_unknown, error, "5.3", "the fragment of a source is the id of a system",
        "Name the id of a system of the same file.")
BW_RULE(ssp_component_empty, note, "5.3", "a component has a source",
        "Give the component a source, or leave it as a place for one.")
BW_RULE(ssp_component_renamed, note, "", "the joined names of components differ",
        "Rename one of both, so that result columns have plain names.")
BW_RULE(ssp_modelica_path, note, "5.3", "the class of a Modelica component is that of its file",
        "Give the file the name of its class.")
BW_RULE(ssp_dictionary_unknown, error, "5.4, 5.5.3",
        "a reference names a dictionary of its system, or of one above it",
        "Declare the dictionary in this system or above it.")
BW_RULE(ssp_entry_unknown, error, "5.4", "a connection to a dictionary names one of its entries",
        "Add the entry to the dictionary, or correct the name.")
BW_RULE(ssp_connection_end, error, "5.5.2",
        "a connection joins connectors of its system and of its elements",
        "Correct the name of the element or connector.")
BW_RULE(ssp_connection_kind, error, "5.5.2.1",
        "a connection leads from what gives to what takes a value",
        "Connect an output to an input; correct kind where it is wrong.")
BW_RULE(ssp_connection_turned, note, "5.5.2", "the start of a connection gives the value",
        "Swap start and end for programs that do not turn it themselves.")
BW_RULE(ssp_connection_allowed, warning, "5.5.2.1",
        "a connection joins kinds that the standard's table lists",
        "Change the kind of a connector for programs that insist on the table.")
BW_RULE(ssp_connection_cycle, error, "5.5.2",
        "connectors of systems do not lead back to themselves",
        "Connect a component's output to one of the connectors.")
BW_RULE(ssp_connection_element, error, "5.5.2", "the connector of a system is connected as a whole",
        "Connect the whole array, or the elements of the components themselves.")
BW_RULE(ssp_driven_twice, error, "5.5.2.1", "one connection leads to a connector",
        "Remove one of both connections; if two signals should act on one input, add them in a "
        "component of their own.")
BW_RULE(ssp_connector_undeclared, warning, "5.2.1",
        "a component declares the connectors of its connections",
        "Declare the connector at the component.")
BW_RULE(ssp_connector_idle, note, "5.2.1", "the connectors of a system are connected inside of it",
        "Connect it inside of the system, or remove it.")
BW_RULE(ssp_not_driven, note, "5.5.2", "what a variable follows is driven by something",
        "Connect an output to it, or give it a value.")
BW_RULE(ssp_parameter_unused, note, "5.2.3", "a value has a target",
        "Correct the name of the parameter, or remove it; a mapping may rename it.")
BW_RULE(ssp_mapping_unused, warning, "7.2", "the source of a mapping is a parameter of the set",
        "Correct the source of the entry, or remove it.")
BW_RULE(ssp_binding_lost, note, "5.2.3",
        "one binding gives a value to a variable; the highest one wins",
        "Remove the value that should not count.")
BW_RULE(ssp_value_connected, note, "5.2.3", "what is connected has no value of its own",
        "Remove the value or the connection.")

// The files of SSP and the descriptions of the components.
BW_RULE(ssp_connector_variable, warning, "5.2.1", "a connector of a component has a variable",
        "Correct the name of the connector, or remove it.")
BW_RULE(ssp_connector_kind, warning, "5.2.1",
        "the kind of a connector is the causality of its variable",
        "Declare the kind that the FMU's description has as causality.")
BW_RULE(ssp_connector_type, warning, "5.2.1", "the type of a connector is that of its variable",
        "Declare the type of the FMU's variable.")
BW_RULE(ssp_connector_unit, warning, "4.5.1", "the unit of a connector is that of its variable",
        "Declare the unit of the FMU's variable; that one is used.")
BW_RULE(ssp_input_open, note, "5.2.1", "an input of a component is connected or has a value",
        "Connect the input, or give it a value.")
BW_RULE(ssp_connector_dimension, warning, "4.5.4",
        "the dimensions of a connector are those of its variable",
        "Declare the dimensions of the FMU's variable.")
