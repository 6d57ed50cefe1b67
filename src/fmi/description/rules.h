#pragma once
// The rules for the files of an FMU: one table (rules.cpp). A new rule is a name here and a row
// there, at the same position.

#include <span>
#include <string_view>

#include "base/position.h"
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
  // Found by `check` in a description as a whole.
  token_empty,
  generation_time,
  capability_flags,
  log_category_spelling,
  variable_name_characters,
  variable_name_structured,
  independent_missing,
  independent_twice,
  independent_type,
  reinit_of_no_state,
  multiple_set_of_no_input,
  intermediate_update_of_parameter,
  alias_start_twice,
  alias_of_constant,
  alias_unit,
  alias_without_base,
  alias_negated_type,
  previous_not_discrete,
  previous_without_clock,
  clocked_not_discrete,
  clock_of_itself,
  clock_output_timed,
  clock_priority,
  state_type,
  derivative_variability,
  state_causality,
  state_twice,
  derivative_not_listed,
  clocked_state,
  event_indicator_type,
  initial_unknown_missing,
  initial_unknown_needless,
  dependency_not_known,
  dependency_twice,
  // Found by `check` in the archive.
  archive,
  archive_doubtful,
  archive_entry_unknown,
  documentation_missing,
  platform_name,
  library_missing,
  library_from_sources,
  library_nowhere,
  library_not_loaded,
  library_needs,
  function_missing_needed,
  function_missing,
  source_file_missing,
  build_identifier,
  file_version,
  terminal_variable,
  icon_missing,
  // Found by `check --run`.
  run_skipped,
  run_failed,
  run_crashed,
  run_endless,
  run_get,
  run_set,
  run_set_start,
  run_nan,
  run_stop,
  run_steps,
  run_again,
  run_reset,
  run_reset_refused,
  run_restore,
  run_serialise,
  run_step_split,
  run_derivatives,
  run_nominals,
  run_log_category,
  run_environment,
  // Found by `check` in a system.
  system,
  system_doubtful,
};

struct RuleKind {
  Rule rule;
  std::string_view key;  // stable: "variable-name-twice"
  Finding::Severity severity;
  std::string_view section;  // of the standards, "2.0: 2.2.7; 3.0: 2.4.7"
  std::string_view meaning;  // the requirement, in one line
};

std::span<const RuleKind> rule_kinds();
const RuleKind& kind(Rule rule);

// Key and severity from the table.
void add(Report& report, Rule rule, const Position& place, std::string_view sentence);

}  // namespace bw::fmi
