// Parameter values (SSP 2.0.1, chapter 6).

#include <map>
#include <sstream>

#include "base/text.h"
#include "base/xml.h"
#include "system/rules.h"
#include "system/ssp/ssp_document.h"
#include "system/ssp/ssp_reader.h"

namespace bw::system {
namespace {

SspValue read_value(const XmlElement& element, SspReader& reader) {
  SspValue value;
  value.position = element.exact_position();
  value.name = SspReader::text(element, "name");
  value.type = reader.read_type(element);
  const auto type = reader.type_element(element);
  if (!type) return value;  // a mistake of form
  // Texts are elements Value where there are several; everything else stands in a row.
  for (const XmlElement& one : type->children("Value"))
    value.values.push_back(SspReader::text(one, "value"));
  const auto words = type->attribute("value");
  const bool is_text = is_listed(type->name(), "String Enumeration Binary");
  if (!value.values.empty() && words)
    reader.mistake(Rule::ssp_value, *type, "a value is an attribute or elements Value, not both.");
  if (value.values.empty() && !words && is_text)
    reader.mistake(Rule::ssp_value, *type, "the parameter '" + value.name + "' has no value.");
  if (!value.values.empty() || !words) return value;
  if (value.type.dimensions.empty() || is_text) {
    value.values.emplace_back(type->name() == "String" ? *words : trimmed(*words));
    return value;
  }
  std::istringstream stream{std::string(*words)};
  for (std::string word; stream >> word;) value.values.push_back(word);
  return value;
}

void check_size(const SspValue& value, const XmlElement& element, SspReader& reader) {
  std::size_t wanted = 1;
  for (const SspDimension& dimension : value.type.dimensions) {
    if (!dimension.size)
      return reader.mistake(Rule::ssp_dimension, element,
                            "a Dimension of a parameter needs a size.");
    if (*dimension.size != 0 && wanted > std::size_t{1'000'000'000} / *dimension.size) return;
    wanted *= *dimension.size;
  }
  if (!value.values.empty() && value.values.size() != wanted)
    reader.mistake(Rule::ssp_value, element,
                   "the parameter '" + value.name + "' has " + std::to_string(value.values.size()) +
                       " values, but its dimensions need " + std::to_string(wanted) + ".");
  const bool is_row = value.type.dimensions.empty() && value.values.size() == 1 &&
                      !is_listed(value.type.name, "String Enumeration Binary");
  if (is_row && value.values.front().find_first_of(" \t\r\n") != std::string::npos)
    reader.mistake(Rule::ssp_value, element,
                   "the parameter '" + value.name +
                       "' has several values, but no Dimension; give it the size of the array.");
}

}  // namespace

SspParameterSet read_ssv(const XmlElement& root, SspFindings& findings) {
  SspReader reader(findings);
  SspParameterSet set;
  set.name = SspReader::text(root, "name");
  reader.read_definitions(root);
  const auto all = root.child("Parameters");
  if (!all) return set;
  std::map<std::string, std::size_t> seen;
  for (const XmlElement& element : all->children("Parameter")) {
    SspValue value = read_value(element, reader);
    check_size(value, element, reader);
    const auto [place, first] = seen.emplace(value.name, set.values.size());
    if (first) {
      set.values.push_back(std::move(value));
      continue;
    }
    // A mistake only where the name is used.
    SspValue& earlier = set.values[place->second];
    if (earlier.values != value.values) earlier.other = value.position;
    reader.remark(Rule::ssp_parameter_twice, element,
                  "the parameter '" + value.name + "' has two values in this set.");
  }
  return set;
}

}  // namespace bw::system
