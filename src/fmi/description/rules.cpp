// The table of all rules for an FMU: those of its readers; rules that only `check` applies are in
// rules_checking.h.

#include "fmi/description/rules.h"

#include <algorithm>
#include <array>

#include "fmi/description/rules_checking.h"

namespace bw::fmi {
namespace {

constexpr std::array reading_kinds = {
    RuleKind{Rule::xml_syntax, "xml-syntax", Finding::Severity::error, "1.0: 3; 2.0: 2.2; 3.0: 2.4",
             "the file is well-formed XML without a document type declaration"},
    RuleKind{Rule::xml_encoding, "xml-encoding", Finding::Severity::warning, "2.0: 2.2; 3.0: 2.4",
             "the file is encoded in UTF-8, as it says"},
    RuleKind{Rule::xml_declaration, "xml-declaration", Finding::Severity::note,
             "2.0: 2.2; 3.0: 2.4",
             "the first line is an XML declaration that names the encoding UTF-8"},
    RuleKind{Rule::root_element, "root-element", Finding::Severity::error,
             "1.0: 3; 2.0: 2.2.1; 3.0: 2.4.1",
             "the outermost element is the one of its kind of file"},
    RuleKind{Rule::fmi_version, "fmi-version", Finding::Severity::error,
             "1.0: 3; 2.0: 2.2.1; 3.0: 2.4.1", "fmiVersion names a version of the standard"},
    RuleKind{Rule::fmi_version_unfinished, "fmi-version-unfinished", Finding::Severity::warning,
             "3.0: 2.4.1", "fmiVersion names a finished version that we know, no draft"},
    RuleKind{Rule::attribute_missing, "attribute-missing", Finding::Severity::error,
             "1.0: 3; 2.0: 2.2; 3.0: 2.4", "an attribute that is required is there"},
    RuleKind{Rule::attribute_value, "attribute-value", Finding::Severity::error,
             "1.0: 3; 2.0: 2.2; 3.0: 2.4", "the value of an attribute is one of its type"},
    RuleKind{Rule::attribute_unknown, "attribute-unknown", Finding::Severity::note,
             "1.0: 3; 2.0: 2.2; 3.0: 2.4",
             "an element has no attributes that the standard does not know"},
    RuleKind{Rule::element_missing, "element-missing", Finding::Severity::error,
             "1.0: 3; 2.0: 2.2; 3.0: 2.4", "an element that is required is there"},
    RuleKind{Rule::element_unknown, "element-unknown", Finding::Severity::note,
             "1.0: 3; 2.0: 2.2; 3.0: 2.4",
             "an element holds no elements that the standard does not know"},
    RuleKind{Rule::element_twice, "element-twice", Finding::Severity::warning,
             "1.0: 3; 2.0: 2.2; 3.0: 2.4",
             "an element that may stand once stands once; the first counts"},
    RuleKind{Rule::interface_missing, "interface-missing", Finding::Severity::error,
             "2.0: 2.2.1; 3.0: 2.4.1",
             "there is at least one of ModelExchange, CoSimulation, ScheduledExecution"},
    RuleKind{Rule::model_identifier, "model-identifier", Finding::Severity::error,
             "1.0: 3; 2.0: 3.3.1, 4.3.1; 3.0: 2.4.2", "modelIdentifier can be the name of a file"},
    RuleKind{Rule::model_identifier_characters, "model-identifier-characters",
             Finding::Severity::warning, "1.0: 3; 2.0: 3.3.1, 4.3.1; 3.0: 2.4.2",
             "modelIdentifier has letters, digits and '_' only"},
    RuleKind{Rule::default_experiment, "default-experiment", Finding::Severity::warning,
             "1.0: 3; 2.0: 2.2.5; 3.0: 2.4.6",
             "the default experiment is finite and not empty; what is wrong is ignored"},
    RuleKind{Rule::log_category_twice, "log-category-twice", Finding::Severity::warning,
             "2.0: 2.2.4; 3.0: 2.4.5", "names of log categories differ"},
    RuleKind{Rule::unit_twice, "unit-twice", Finding::Severity::warning,
             "1.0: 3; 2.0: 2.2.2; 3.0: 2.4.3", "names of units differ; the first counts"},
    RuleKind{Rule::unit_conversion, "unit-conversion", Finding::Severity::error,
             "1.0: 3; 2.0: 2.2.2; 3.0: 2.4.3",
             "a unit converts by a finite factor other than 0 and a finite offset"},
    RuleKind{Rule::unit_not_defined, "unit-not-defined", Finding::Severity::warning,
             "2.0: 2.2.2; 3.0: 2.4.3", "a unit that a variable or type names is defined"},
    RuleKind{Rule::display_unit_not_defined, "display-unit-not-defined", Finding::Severity::note,
             "1.0: 3; 2.0: 2.2.2; 3.0: 2.4.3",
             "a display unit that is named is defined with its unit"},
    RuleKind{Rule::type_twice, "type-twice", Finding::Severity::error,
             "1.0: 3; 2.0: 2.2.3; 3.0: 2.4.4", "names of types differ"},
    RuleKind{Rule::type_element, "type-element", Finding::Severity::error,
             "1.0: 3; 2.0: 2.2.3; 3.0: 2.4.4", "a type definition says of what type it is"},
    RuleKind{Rule::type_unknown, "type-unknown", Finding::Severity::error,
             "1.0: 3; 2.0: 2.2.7; 3.0: 2.4.7", "declaredType names a type that is defined"},
    RuleKind{Rule::type_mismatch, "type-mismatch", Finding::Severity::error,
             "1.0: 3; 2.0: 2.2.7; 3.0: 2.4.7", "declaredType names a type that fits the variable"},
    RuleKind{Rule::enumeration_without_type, "enumeration-without-type", Finding::Severity::warning,
             "1.0: 3; 2.0: 2.2.7; 3.0: 2.4.7", "an enumeration variable declares its type"},
    RuleKind{Rule::enumeration_value_twice, "enumeration-value-twice", Finding::Severity::warning,
             "2.0: 2.2.3; 3.0: 2.4.4", "the values of an enumeration's items differ"},
    RuleKind{Rule::limits_order, "limits-order", Finding::Severity::error,
             "1.0: 3; 2.0: 2.2.7; 3.0: 2.4.4", "min is not above max"},
    RuleKind{Rule::nominal_not_positive, "nominal-not-positive", Finding::Severity::warning,
             "2.0: 2.2.7; 3.0: 2.4.4", "a nominal value is finite and above 0"},
    RuleKind{Rule::variable_name_empty, "variable-name-empty", Finding::Severity::error,
             "1.0: 3; 2.0: 2.2.7; 3.0: 2.4.7", "a variable has a name"},
    RuleKind{Rule::variable_name_twice, "variable-name-twice", Finding::Severity::error,
             "1.0: 3; 2.0: 2.2.7; 3.0: 2.4.7", "names of variables and aliases differ"},
    RuleKind{Rule::variable_type, "variable-type", Finding::Severity::error, "1.0: 3; 2.0: 2.2.7",
             "a scalar variable holds exactly one type element"},
    RuleKind{Rule::value_reference_twice, "value-reference-twice", Finding::Severity::error,
             "3.0: 2.4.7", "value references of variables differ"},
    RuleKind{Rule::reference_unknown, "reference-unknown", Finding::Severity::error,
             "2.0: 2.2.7, 2.2.8; 3.0: 2.4.7, 2.4.8",
             "an index or value reference points at a variable"},
    RuleKind{Rule::causality_variability, "causality-variability", Finding::Severity::error,
             "2.0: 2.2.7; 3.0: 2.4.7", "causality and variability may stand together"},
    RuleKind{Rule::parameter_variability, "parameter-variability", Finding::Severity::warning,
             "2.0: 2.2.7", "a parameter says whether it is fixed or tunable"},
    RuleKind{Rule::variability_of_type, "variability-of-type", Finding::Severity::warning,
             "2.0: 2.2.7; 3.0: 2.4.7", "only variables with real values are continuous"},
    RuleKind{Rule::initial_not_allowed, "initial-not-allowed", Finding::Severity::warning,
             "2.0: 2.2.7; 3.0: 2.4.7", "initial fits causality and variability"},
    RuleKind{Rule::start_missing, "start-missing", Finding::Severity::warning,
             "1.0: 3; 2.0: 2.2.7; 3.0: 2.4.7",
             "inputs, parameters, constants and what is exact or approx have a start value"},
    RuleKind{Rule::start_needless, "start-needless", Finding::Severity::warning,
             "2.0: 2.2.7; 3.0: 2.4.7", "what is calculated has no start value"},
    RuleKind{Rule::start_outside_limits, "start-outside-limits", Finding::Severity::warning,
             "1.0: 3; 2.0: 2.2.7; 3.0: 2.4.7",
             "a start value lies within min and max and is an item of its enumeration"},
    RuleKind{Rule::start_count, "start-count", Finding::Severity::error, "3.0: 2.4.7",
             "an array has one start value for all elements or one for each"},
    RuleKind{Rule::start_as_attribute, "start-as-attribute", Finding::Severity::warning,
             "3.0: 2.4.7", "strings and binaries have their start values in Start elements"},
    RuleKind{Rule::dimension, "dimension", Finding::Severity::error, "3.0: 2.4.7",
             "a dimension has a size above 0 or names the variable that holds it, not both"},
    RuleKind{Rule::dimension_parameter, "dimension-parameter", Finding::Severity::error,
             "3.0: 2.4.7", "a dimension's variable is a UInt64 structural parameter or constant"},
    RuleKind{Rule::clock_interval, "clock-interval", Finding::Severity::error, "3.0: 2.4.4",
             "a periodic clock has an interval above 0 and a shift not below 0"},
    RuleKind{Rule::clock_interval_needless, "clock-interval-needless", Finding::Severity::warning,
             "3.0: 2.4.4", "only a periodic clock has an interval and a shift"},
    RuleKind{Rule::clock_reference, "clock-reference", Finding::Severity::error, "3.0: 2.4.7",
             "the attribute clocks lists clocks"},
    RuleKind{Rule::structure_missing, "structure-missing", Finding::Severity::warning,
             "2.0: 2.2.8; 3.0: 2.4.8", "there is a ModelStructure"},
    RuleKind{Rule::output_not_listed, "output-not-listed", Finding::Severity::warning,
             "2.0: 2.2.8; 3.0: 2.4.8", "every output is listed in ModelStructure"},
    RuleKind{Rule::output_causality, "output-causality", Finding::Severity::error,
             "2.0: 2.2.8; 3.0: 2.4.8", "only outputs are listed as such in ModelStructure"},
    RuleKind{Rule::unknown_twice, "unknown-twice", Finding::Severity::warning,
             "2.0: 2.2.8; 3.0: 2.4.8", "a list of ModelStructure holds a variable once"},
    RuleKind{Rule::derivative_without_state, "derivative-without-state", Finding::Severity::warning,
             "2.0: 2.2.8; 3.0: 2.4.8",
             "a state derivative names its state by the attribute derivative"},
    RuleKind{Rule::dependencies_kind, "dependencies-kind", Finding::Severity::warning,
             "2.0: 2.2.8; 3.0: 2.4.8", "dependenciesKind has one known word for each dependency"},
    RuleKind{Rule::dependency_name, "dependency-name", Finding::Severity::warning, "1.0: 3",
             "a direct dependency is the name of an input"},
    RuleKind{Rule::terminal_name_twice, "terminal-name-twice", Finding::Severity::warning,
             "3.0: 2.4.9", "names of terminals on one level differ"},
    RuleKind{Rule::build_source_missing, "build-source-missing", Finding::Severity::warning,
             "3.0: 2.4.10", "a source file set has source files"},
};

constexpr auto all_kinds = [] {
  std::array<RuleKind, reading_kinds.size() + checking_kinds.size()> all;
  std::copy(reading_kinds.begin(), reading_kinds.end(), all.begin());
  std::copy(checking_kinds.begin(), checking_kinds.end(), all.begin() + reading_kinds.size());
  return all;
}();

// The table is indexed by position.
constexpr bool is_in_order() {
  for (std::size_t i = 0; i < all_kinds.size(); ++i)
    if (all_kinds[i].rule != static_cast<Rule>(i)) return false;
  return true;
}
static_assert(is_in_order());

}  // namespace

std::span<const RuleKind> rule_kinds() { return all_kinds; }

const RuleKind& kind(Rule rule) { return all_kinds[static_cast<std::size_t>(rule)]; }

void add(Report& report, Rule rule, const Position& place, std::string_view sentence) {
  report.add(kind(rule).key, kind(rule).severity, place, sentence);
}

}  // namespace bw::fmi
