// <ModelVariables> of FMI 3.0 (2.4.7): an element for each type, arrays, aliases and clocks.

#include <fmt/format.h>

#include "base/xml.h"
#include "fmi/description/attributes.h"
#include "fmi/description/description.h"
#include "fmi/description/description_reading.h"
#include "fmi/description/rules.h"
#include "fmi/description/types.h"
#include "fmi/description/variables.h"
#include "model/variable.h"

namespace bw::fmi {

using model::Causality;
using model::Variability;

namespace {

// No array has more elements than this: products must not overflow, and memory must not run out
// before the size is checked.
constexpr std::int64_t most_described_elements = std::numeric_limits<std::int32_t>::max();

class VariablesReader {
 public:
  VariablesReader(std::vector<XmlElement> elements, Reading& reading)
      : elements_(std::move(elements)),
        reading_(reading),
        variables_(reading.description.variables),
        references_(VariableReferences::by_value(elements_)),
        names_(elements_.size()) {}

  VariableReferences read() {
    variables_.resize(elements_.size());
    for (std::size_t i = 0; i < elements_.size(); ++i) read_variable(i);
    for (std::size_t i = 0; i < elements_.size(); ++i)
      if (variables_[i].is_array()) settle_sizes(i);
    return std::move(references_);
  }

 private:
  void read_variable(std::size_t index);
  void read_links(ElementReader& element, Variable& variable);
  void read_clocks(ElementReader& element, Variable& variable);
  void read_children(const ElementReader& element, Variable& variable);
  void read_dimension(const XmlElement& xml, Variable& variable);
  void read_alias(const XmlElement& xml, Variable& variable);
  void settle_sizes(std::size_t index);

  std::vector<XmlElement> elements_;
  Reading& reading_;
  std::vector<Variable>& variables_;
  VariableReferences references_;
  Names names_;
};

void VariablesReader::read_variable(std::size_t index) {
  Variable& variable = variables_[index];
  ElementReader element = reading_.element(elements_[index]);
  VariableReader reader(element, element, reading_, variable);
  reader.begin(*data_type_of(Version::fmi3, elements_[index].name()));
  names_.add(element, element.find("name").value_or(""));
  const std::string text = element.text("valueReference");
  if (to_xs_integer(text) && references_.find(element, "valueReference", text) != index)
    element.wrong("valueReference", text, "another variable has it; value references must differ",
                  Rule::value_reference_twice);
  reader.settle(reader.roles());
  reader.read_starts();
  read_links(element, variable);
  read_children(element, variable);
  element.note_unknown_attributes();
}

void VariablesReader::read_links(ElementReader& element, Variable& variable) {
  read_clocks(element, variable);
  variable.can_set_per_time_instant = element.flag("canHandleMultipleSetPerTimeInstant", true);
  if (variable.type == DataType::clock) return;
  variable.intermediate_update = element.flag("intermediateUpdate");
  variable.previous = references_.attribute(element, "previous");
  if (!is_real(variable.face.type)) return;
  variable.derivative_of = references_.attribute(element, "derivative");
  variable.reinit = element.flag("reinit");
}

void VariablesReader::read_clocks(ElementReader& element, Variable& variable) {
  for (const std::size_t clock : references_.list(element, "clocks")) {
    const XmlElement& meant = elements_[clock];
    if (meant.name() == "Clock")
      variable.clocks.push_back(clock);
    else
      element.wrong("clocks", element.text("clocks"),
                    fmt::format("'{}' is not a clock", meant.attribute("name").value_or("")),
                    Rule::clock_reference);
  }
}

void VariablesReader::read_children(const ElementReader& element, Variable& variable) {
  for (auto child = element.element().first_child(); child; child = child->next()) {
    if (child->name() == "Dimension") read_dimension(*child, variable);
    if (child->name() == "Alias") read_alias(*child, variable);
  }
  if (element.element().first_child())
    element.note_unknown_children({"Dimension", "Start", "Alias", "Annotations"});
}

void VariablesReader::read_dimension(const XmlElement& xml, Variable& variable) {
  ElementReader element = reading_.element(xml);
  element.call(variable.face.name);
  Dimension dimension;
  const bool has_size = element.has("start"), has_parameter = element.has("valueReference");
  if (has_size == has_parameter)
    element.add(Rule::dimension, "must have either start or valueReference");
  if (const auto size = element.integer("start", {1, most_described_elements}))
    dimension.size = static_cast<std::size_t>(*size);
  if (!has_size) dimension.parameter = references_.attribute(element, "valueReference");
  element.note_unknown_attributes();
  if (variable.type == DataType::clock)
    element.add(Rule::dimension, "makes an array of a clock, which is not allowed");
  else
    variable.dimensions.push_back(dimension);
}

void VariablesReader::read_alias(const XmlElement& xml, Variable& variable) {
  ElementReader element = reading_.element(xml);
  Alias alias;
  const std::string_view name = element.required("name").value_or("");
  alias.name = name;
  alias.description = element.text("description");
  if (is_real(variable.face.type)) alias.display_unit = element.text("displayUnit");
  names_.add(element, name);
  element.note_unknown_attributes();
  variable.aliases.push_back(std::move(alias));
}

// A parameter may follow the arrays that it sizes.
void VariablesReader::settle_sizes(std::size_t index) {
  Variable& variable = variables_[index];
  ElementReader element = reading_.element(elements_[index]);
  element.call(variable.face.name);
  for (Dimension& dimension : variable.dimensions) {
    if (!dimension.parameter) continue;
    const Variable& size = variables_[*dimension.parameter];
    const bool may_size = size.face.causality == Causality::structural_parameter ||
                          size.face.variability == Variability::constant;
    const auto* start = size.starts.empty() ? nullptr : std::get_if<std::int64_t>(&size.starts[0]);
    if (!may_size || size.type != DataType::uint64 || start == nullptr) {
      element.add(Rule::dimension_parameter,
                  fmt::format("has a dimension given by '{}', which is not a structural parameter "
                              "or constant of type UInt64",
                              size.face.name));
    } else if (*start < 1 || *start > most_described_elements) {
      element.add(
          Rule::dimension,
          fmt::format("has a dimension given by '{}', whose start value is {}; it must be above 0",
                      size.face.name, *start));
    } else {
      dimension.size = static_cast<std::size_t>(*start);
    }
  }
  double product = 1;
  for (const Dimension& dimension : variable.dimensions)
    product *= static_cast<double>(dimension.size);
  if (product > static_cast<double>(most_described_elements)) {
    element.add(Rule::dimension, fmt::format("has {} elements; the limit is {}", brief(product),
                                             most_described_elements));
    variable.dimensions.clear();
    return;
  }
  const std::size_t starts = variable.starts.size(), count = variable.element_count();
  if (starts > 1 && starts != count)
    element.add(
        Rule::start_count,
        fmt::format("has {} elements and {} start values; expected 1 or {}", count, starts, count));
}

}  // namespace

VariableReferences read_variables_3(const XmlElement& model_variables, Reading& reading) {
  std::vector<XmlElement> elements;
  for (auto child = model_variables.first_child(); child; child = child->next()) {
    if (data_type_of(Version::fmi3, child->name()))
      elements.push_back(*child);
    else
      add(reading.report, Rule::element_unknown, child->position(),
          fmt::format("<{}> in <ModelVariables> is not a variable; it was ignored.",
                      child->name()));
  }
  return VariablesReader(std::move(elements), reading).read();
}

}  // namespace bw::fmi
