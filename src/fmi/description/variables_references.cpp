// Names of variables, and references to them.

#include <fmt/format.h>

#include "base/xml.h"
#include "fmi/description/attributes.h"
#include "fmi/description/rules.h"
#include "fmi/description/variables.h"

namespace bw::fmi {

VariableReferences VariableReferences::by_position(std::size_t count) {
  VariableReferences references;
  references.count_ = count;
  return references;
}

// If two share a reference, the first one is used.
VariableReferences VariableReferences::by_value(const std::vector<XmlElement>& variables) {
  VariableReferences references;
  references.by_value_ = true;
  references.index_.reserve(variables.size());
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const auto text = variables[i].attribute("valueReference");
    const auto value = text ? to_xs_integer(*text) : std::nullopt;
    if (value && *value >= 0 && *value <= unsigned_range.max)
      references.index_.emplace(static_cast<std::uint32_t>(*value), i);
  }
  return references;
}

std::optional<std::size_t> VariableReferences::find(const ElementReader& element,
                                                    std::string_view key,
                                                    std::string_view text) const {
  const auto number = to_xs_integer(text);
  if (!by_value_) {
    if (number && *number >= 1 && static_cast<std::uint64_t>(*number) <= count_)
      return static_cast<std::size_t>(*number - 1);
    element.wrong(key, text, fmt::format("expected the index of a variable, from 1 to {}", count_),
                  Rule::reference_unknown);
    return {};
  }
  if (number && *number >= 0 && *number <= unsigned_range.max)
    if (const auto known = index_.find(static_cast<std::uint32_t>(*number)); known != index_.end())
      return known->second;
  element.wrong(key, text, "expected the value reference of a variable", Rule::reference_unknown);
  return {};
}

std::optional<std::size_t> VariableReferences::attribute(ElementReader& element,
                                                         std::string_view key) const {
  const auto text = element.find(key);
  return text ? find(element, key, *text) : std::nullopt;
}

std::vector<std::size_t> VariableReferences::list(ElementReader& element,
                                                  std::string_view key) const {
  std::vector<std::size_t> found;
  if (const auto text = element.find(key))
    for (const std::string_view word : words_of(*text))
      if (const auto index = find(element, key, word)) found.push_back(*index);
  return found;
}

void Names::add(const ElementReader& element, std::string_view name) {
  if (!name.empty() && !names_.insert(name).second)
    element.wrong("name", name, "another variable has this name; names must differ",
                  Rule::variable_name_twice);
}

}  // namespace bw::fmi
