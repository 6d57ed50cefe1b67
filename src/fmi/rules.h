#pragma once
// What the files of an FMU must keep: one table of all rules (rules.cpp). A new rule is a name here
// and a row there, at the same place.

#include <span>
#include <string_view>

#include "base/report.h"

namespace bw::fmi {

enum class Rule {
  // The document.
  xml_syntax,
  xml_encoding,
  xml_declaration,
  root_element,
  fmi_version,
  fmi_version_unfinished,
  attribute_missing,
  attribute_value,
  attribute_unknown,
  element_missing,
  element_unknown,
  element_twice,
  // The head.
  interface_missing,
  model_identifier,
  model_identifier_characters,
  default_experiment,
  log_category_twice,
  // Units and types.
  unit_twice,
  unit_conversion,
  unit_not_defined,
  display_unit_not_defined,
  type_twice,
  type_element,
  type_unknown,
  type_mismatch,
  enumeration_without_type,
  enumeration_value_twice,
  limits_order,
  nominal_not_positive,
  // Variables.
  variable_name_empty,
  variable_name_twice,
  variable_type,
  value_reference_twice,
  reference_unknown,
  causality_variability,
  parameter_variability,
  variability_of_type,
  initial_not_allowed,
  start_missing,
  start_needless,
  start_outside_limits,
  start_count,
  start_as_attribute,
  dimension,
  dimension_parameter,
  clock_interval,
  clock_interval_needless,
  clock_reference,
  // The structure.
  structure_missing,
  output_not_listed,
  output_causality,
  unknown_twice,
  derivative_without_state,
  dependencies_kind,
  dependency_name,
  // Further files.
  terminal_name_twice,
  build_source_missing,
};

struct RuleKind {
  Rule rule;
  std::string_view key;  // stable: "variable-name-twice"
  Finding::Severity severity;
  std::string_view section;  // of the standards, "2.0: 2.2.7; 3.0: 2.4.7"
  std::string_view meaning;  // what is asked for, in one line
};

std::span<const RuleKind> rule_kinds();
const RuleKind& kind(Rule rule);

// Key and severity from the table.
void add(Report& report, Rule rule, const Position& place, std::string_view sentence);

}  // namespace bw::fmi
