// Parameter values (SSP 2.0.1, chapter 6).

#include <map>
#include <sstream>

#include "base/xml.h"
#include "system/ssp/ssp_document.h"
#include "system/ssp/ssp_reader.h"

namespace bw::system {
namespace {

SspValue read_value(const XmlElement& element, SspReader& reader) {
  reader.expect(element, "id description name", std::string(ssp_types) + " Dimension");
  SspValue value;
  value.position = element.exact_position();
  value.name = reader.required(element, "name");
  value.type = reader.read_type(element);
  const auto type = reader.type_element(element);
  if (!type) {
    reader.mistake(element, "the parameter '" + value.name + "' has no value.");
    return value;
  }
  // Texts are elements Value where there are several; everything else stands in a row.
  for (const XmlElement& one : type->children("Value")) value.values.emplace_back(one.text());
  if (!value.values.empty()) {
    if (type->attribute("value"))
      reader.mistake(*type, "a value is an attribute or elements Value, not both.");
    return value;
  }
  const std::string words = reader.required(*type, "value");
  if (value.type.dimensions.empty() || type->name() == "String") {
    value.values.push_back(words);
    return value;
  }
  std::istringstream stream(words);
  for (std::string word; stream >> word;) value.values.push_back(word);
  return value;
}

void check_size(const SspValue& value, const XmlElement& element, SspReader& reader) {
  std::size_t wanted = 1;
  for (const auto& size : value.type.dimensions) {
    if (!size) return reader.mistake(element, "a Dimension of a parameter needs a size.");
    if (*size != 0 && wanted > std::size_t{1'000'000'000} / *size) return;
    wanted *= *size;
  }
  if (!value.values.empty() && value.values.size() != wanted)
    reader.mistake(element, "the parameter '" + value.name + "' has " +
                                std::to_string(value.values.size()) +
                                " values, but its dimensions need " + std::to_string(wanted) + ".");
}

}  // namespace

SspParameterSet read_ssv(const XmlElement& root, SspFindings& findings) {
  SspReader reader(findings);
  SspParameterSet set;
  if (!reader.expect_root(root, "ParameterSet")) return set;
  reader.expect(root, std::string(ssp_metadata) + " version name", "Parameters Units Enumerations");
  set.name = reader.optional(root, "name");
  reader.read_definitions(root);
  const auto all = root.child("Parameters");
  if (!all) {
    reader.mistake(root, "the ParameterSet has no element Parameters.");
    return set;
  }
  reader.expect(*all, "", "Parameter");
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
    reader.remark(element, "the parameter '" + value.name + "' has two values in this set.");
  }
  return set;
}

}  // namespace bw::system
