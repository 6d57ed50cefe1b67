// Annotations that this program writes itself (write_ssd.cpp): the settings of a run, which are
// those of [run] in TOML and are checked like them, and what SSP has no word for in a component.

#include <charconv>
#include <cstdint>

#include "base/sandbox/allowance.h"
#include "base/text.h"
#include "base/value.h"
#include "base/xml.h"
#include "system/rules.h"
#include "system/ssp/ssp_document.h"
#include "system/ssp/ssp_draft.h"
#include "system/ssp/ssp_reader.h"
#include "system/system.h"

namespace bw::system {
namespace {

// The element in the annotation of this type; nothing: there is none.
std::optional<XmlElement> own_annotation(const XmlElement& holder, std::string_view type) {
  const auto annotations = holder.child("Annotations");
  if (!annotations) return {};
  for (const XmlElement& one : annotations->children("Annotation"))
    if (one.attribute("type") == type) return one.first_child();
  return {};
}

std::optional<Value> value_of(const XmlElement& element, const std::string& word) {
  if (element.name() == "String") return word;
  if (element.name() == "Boolean" && (word == "true" || word == "false")) return word == "true";
  if (element.name() == "Real")
    if (const auto number = to_number(word)) return *number;
  std::int64_t whole = 0;
  const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), whole);
  if (element.name() == "Integer" && problem == std::errc{} && end == word.data() + word.size())
    return whole;
  return {};
}

Setting read_setting(const XmlElement& element, SspReader& reader) {
  if (!element.attribute("name"))
    reader.mistake(Rule::ssp_attribute_missing, element, "Setting needs the attribute 'name'.");
  Setting setting{SspReader::text(element, "name"), {}, element.exact_position()};
  for (auto one = element.first_child(); one; one = one->next()) {
    const std::string word = SspReader::text(*one, "value");
    if (const auto value = value_of(*one, word))
      setting.values.push_back(*value);
    else
      reader.mistake(Rule::ssp_value, *one,
                     "'" + word + "' is no value of type " + std::string(one->name()) + ".");
  }
  return setting;
}

std::vector<std::string> read_words(const XmlElement& holder, std::string_view name) {
  std::vector<std::string> words;
  for (const XmlElement& one : holder.children(name))
    words.push_back(SspReader::text(one, "value"));
  return words;
}

// What the annotations of a newer version may hold is not passed over.
void expect_children(const XmlElement& holder, std::string_view known, SspReader& reader) {
  for (auto child = holder.first_child(); child; child = child->next())
    if (!is_listed(child->name(), known))
      reader.mistake(Rule::ssp_value, *child,
                     "the element " + std::string(child->name()) + " in " +
                         std::string(holder.name()) + " is not known to this version.");
}

}  // namespace

bool is_own_annotation(std::string_view type) {
  return type == own_run_annotation || type == own_component_annotation;
}

void read_own_settings(const XmlElement& root, SspReader& reader, SspDocument& document) {
  const auto run = own_annotation(root, own_run_annotation);
  if (!run) return;
  expect_children(*run, "Setting", reader);
  for (const XmlElement& one : run->children("Setting"))
    document.settings.push_back(read_setting(one, reader));
}

void read_own_details(const XmlElement& xml, SspReader& reader, SspElement& element) {
  const auto details = own_annotation(xml, own_component_annotation);
  if (!details) return;
  expect_children(*details, "Allow Held", reader);
  element.isolated = SspReader::boolean(*details, "isolate", false);
  element.held = read_words(*details, "Held");
  element.allow = read_words(*details, "Allow");
  reader.attempt([&] {
    (void)allowance(element.allow, details->exact_position().text() + ": allow of component '" +
                                       element.name + "'");
  });
}

}  // namespace bw::system
