// The rules for systems and the files of SSP, one row each: BW_RULE(name, severity, sections of the
// standard (SSP 2.0.1), the requirement in one line). The key of a rule is its name with '-' for
// '_'. Included by rules.h and rules.cpp, each with a BW_RULE of its own.

// How the components, connections and values of any system fit together.
BW_RULE(variable_unknown, error, "", "a connection or value names a component and its variable")
BW_RULE(connection_causality, error, "", "a connection leads from an output to an input")
BW_RULE(connection_type, error, "", "a connection joins variables of one type")
BW_RULE(connection_unit, error, "", "the unit of an output can be converted to that of the input")
BW_RULE(connection_size, error, "", "a connection joins arrays of one size")
BW_RULE(connection_map, error, "", "a transformation fits the type of what it transforms")
BW_RULE(input_driven_twice, error, "", "an input is driven by one connection")
BW_RULE(value_unusable, error, "", "a value fits the type and unit of its variable")
BW_RULE(component_unusable, error, "", "a component can be opened with the interface it needs")

// The form of the files of SSP: what the schemas demand.
BW_RULE(ssp_package, error, "3", "a package is a zip archive with a system structure description")
BW_RULE(ssp_package_doubtful, warning, "3", "a package has each entry once, at its place")
BW_RULE(ssp_xml, error, "5", "a file is well-formed XML without a document type declaration")
BW_RULE(ssp_encoding, warning, "5", "a file is encoded in UTF-8")
BW_RULE(ssp_root, error, "5.1, 6.1, 7.1, 8.1", "the outermost element is that of its kind of file")
BW_RULE(ssp_version, error, "5.1", "version names a known version of the standard")
BW_RULE(ssp_version_form, warning, "5.1", "version is 1.0 or 2.0")
BW_RULE(ssp_newer, warning, "5.1", "a file of version 1.0 has nothing that came with 2.0")
BW_RULE(ssp_namespace, warning, "4, 5, 6, 7, 8", "elements are in the namespaces of the standard")
BW_RULE(ssp_namespace_foreign, error, "4, 5, 6, 7, 8",
        "no element of another program has the name and the place of one of the standard")
BW_RULE(ssp_attribute_missing, error, "4, 5, 6, 7, 8", "a required attribute is present")
BW_RULE(ssp_name_missing, warning, "5.1, 6.1", "systems, sets and enumerations have names")
BW_RULE(ssp_attribute_unknown, error, "4, 5, 6, 7, 8",
        "an element has only attributes that the standard defines")
BW_RULE(ssp_attribute_value, error, "4, 5, 6, 7, 8",
        "the value of an attribute has the attribute's type")
BW_RULE(ssp_element_missing, error, "4, 5, 6, 7, 8", "a required element is present")
BW_RULE(ssp_element_unknown, note, "4, 5, 6, 7, 8",
        "an element contains only elements that the standard defines; others have no effect")
BW_RULE(ssp_element_twice, error, "4, 5, 6, 7, 8", "an element that may occur once occurs once")
BW_RULE(ssp_list_twice, warning, "4, 5, 6, 7, 8",
        "an element has one list of each kind; all are read")
BW_RULE(ssp_element_order, warning, "4, 5, 6, 7, 8", "elements have the order of the schemas")
BW_RULE(ssp_element_empty, warning, "4, 5, 6, 7, 8", "a list has an entry, or is left out")
BW_RULE(ssp_unused_part, warning, "4, 5",
        "geometry, metadata and annotations, which change no run, have the form of the schemas")
BW_RULE(ssp_id, warning, "4.1", "an id is a name of XML, and the only one of its kind in its file")
BW_RULE(ssp_content, error, "5.2.3, 5.5.3",
        "values, mappings and dictionaries have either a source or a content")
BW_RULE(ssp_mime_type, error, "5.2.3, 5.3",
        "the type of a component, set, mapping or dictionary is known")
BW_RULE(ssp_annotation, note, "4.2", "annotations of other programs have no effect")
BW_RULE(ssp_xsd, error, "", "the file is valid by the official schemas (--xsd)")
BW_RULE(ssp_xsd_missing, error, "", "the folder of --xsd holds the official schemas")

// What the files of SSP say.
BW_RULE(ssp_name_twice, error, "4.4, 5.2, 5.5.3, 8",
        "elements, connectors, dictionaries, units, enumerations and their items have names of "
        "their own")
BW_RULE(ssp_parameter_twice, warning, "6.2", "a parameter set has one value for each name")
BW_RULE(ssp_unit_undefined, warning, "4.4.2", "a unit is defined in Units of its file")
BW_RULE(ssp_unit_definition, error, "4.4.2",
        "a unit is a product of whole powers, with a factor that is not 0")
BW_RULE(ssp_enumeration_undefined, warning, "4.4.1",
        "an enumeration is defined in Enumerations of its file")
BW_RULE(ssp_dimension, error, "4.5.4",
        "a dimension has a size or a connector that gives it, not both")
BW_RULE(ssp_size_connector, warning, "4.5.4",
        "the connector that gives a size is a parameter or constant of the same element")
BW_RULE(ssp_clock_unknown, warning, "5.2.1",
        "the clock of a connector is a connector of the same element")
BW_RULE(ssp_value, error, "6.2",
        "a value has the form of its type, and as many elements as its dimensions")
BW_RULE(ssp_map_twice, error, "4.5.2", "a transformation maps each value once")
BW_RULE(ssp_mapping_twice, error, "7.2", "a mapping maps one parameter to each target")
BW_RULE(ssp_experiment, error, "5.1.1", "the stop time is not before the start time")
BW_RULE(ssp_nesting, error, "5.3", "systems do not contain themselves")
BW_RULE(ssp_uri, error, "5.3", "a source is a file beside its description, or below")
BW_RULE(ssp_file_missing, error, "5.3", "a source exists")
BW_RULE(ssp_id_unknown, error, "5.3", "the fragment of a source is the id of a system")
BW_RULE(ssp_component_empty, note, "5.3", "a component has a source")
BW_RULE(ssp_component_renamed, note, "", "the joined names of components differ")
BW_RULE(ssp_modelica_path, note, "5.3", "the class of a Modelica component is that of its file")
BW_RULE(ssp_dictionary_unknown, error, "5.4, 5.5.3",
        "a reference names a dictionary of its system, or of one above it")
BW_RULE(ssp_entry_unknown, error, "5.4", "a connection to a dictionary names one of its entries")
BW_RULE(ssp_connection_end, error, "5.5.2",
        "a connection joins connectors of its system and of its elements")
BW_RULE(ssp_connection_kind, error, "5.5.2.1",
        "a connection leads from what gives to what takes a value")
BW_RULE(ssp_connection_turned, note, "5.5.2", "the start of a connection gives the value")
BW_RULE(ssp_connection_allowed, warning, "5.5.2.1",
        "a connection joins kinds that the standard's table lists")
BW_RULE(ssp_connection_cycle, error, "5.5.2",
        "connectors of systems do not lead back to themselves")
BW_RULE(ssp_connection_element, error, "5.5.2", "the connector of a system is connected as a whole")
BW_RULE(ssp_driven_twice, error, "5.5.2.1", "one connection leads to a connector")
BW_RULE(ssp_connector_undeclared, warning, "5.2.1",
        "a component declares the connectors of its connections")
BW_RULE(ssp_connector_idle, note, "5.2.1", "the connectors of a system are connected inside of it")
BW_RULE(ssp_not_driven, note, "5.5.2", "what a variable follows is driven by something")
BW_RULE(ssp_parameter_unused, note, "5.2.3", "a value has a target")
BW_RULE(ssp_mapping_unused, warning, "7.2", "the source of a mapping is a parameter of the set")
BW_RULE(ssp_binding_lost, note, "5.2.3",
        "one binding gives a value to a variable; the highest one wins")
BW_RULE(ssp_value_connected, note, "5.2.3", "what is connected has no value of its own")

// The files of SSP and the descriptions of the components.
BW_RULE(ssp_connector_variable, warning, "5.2.1", "a connector of a component has a variable")
BW_RULE(ssp_connector_kind, warning, "5.2.1",
        "the kind of a connector is the causality of its variable")
BW_RULE(ssp_connector_type, warning, "5.2.1", "the type of a connector is that of its variable")
BW_RULE(ssp_connector_unit, warning, "4.5.1", "the unit of a connector is that of its variable")
BW_RULE(ssp_input_open, note, "5.2.1", "an input of a component is connected or has a value")
BW_RULE(ssp_connector_dimension, warning, "4.5.4",
        "the dimensions of a connector are those of its variable")
