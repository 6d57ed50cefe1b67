#include "system/ssp/ssp_reader.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace bw::system {
namespace {

// Boolean values of XML Schema.
std::optional<bool> to_boolean(std::string_view text) {
  if (text == "true" || text == "1") return true;
  if (text == "false" || text == "0") return false;
  return {};
}

std::vector<std::string> words_of(std::string_view list) {
  std::vector<std::string> words;
  while (!list.empty()) {
    const std::string_view word = list.substr(0, list.find(' '));
    list.remove_prefix(std::min(list.size(), word.size() + 1));
    if (!word.empty()) words.emplace_back(word);
  }
  return words;
}

}  // namespace

bool is_listed(std::string_view word, std::string_view list) {
  for (std::size_t at = 0; (at = list.find(word, at)) != std::string_view::npos; ++at) {
    const std::size_t end = at + word.size();
    if ((at == 0 || list[at - 1] == ' ') && (end == list.size() || list[end] == ' ')) return true;
  }
  return false;
}

void SspReader::mistake(const XmlElement& element, std::string_view sentence) {
  findings_.mistakes.add(element.exact_position(), sentence);
}

void SspReader::remark(const XmlElement& element, const std::string& sentence) {
  findings_.remarks.push_back({std::string(element.name()), sentence, element.exact_position()});
}

void SspReader::report_annotations(const XmlElement& annotations) {
  for (const XmlElement& one : annotations.children("Annotation"))
    if (said_.emplace("annotation", one.attribute("type").value_or("")).second)
      remark(one, "the annotation '" + std::string(one.attribute("type").value_or("")) +
                      "' belongs to another program and has no effect.");
}

void SspReader::expect(const XmlElement& element, std::string_view attributes,
                       std::string_view children) {
  const std::string name(element.name());
  for (std::size_t i = 0; i < element.attribute_count(); ++i) {
    const std::string_view key = element.attribute_at(i).first;
    if (is_listed(key, attributes) || key.find(':') != std::string_view::npos) continue;
    mistake(element, name + " has no attribute '" + std::string(key) + "' in SSP." +
                         did_you_mean(key, words_of(attributes)));
  }
  for (auto child = element.first_child(); child; child = child->next()) {
    if (child->name() == "Annotations")
      report_annotations(*child);
    else if (!is_listed(child->name(), children))
      remark(*child, "the element " + std::string(child->name()) + " in " + name +
                         " is not part of SSP and has no effect.");
  }
}

bool SspReader::expect_root(const XmlElement& root, std::string_view name) {
  if (root.name() != name) {
    mistake(root, "the root element is " + std::string(root.name()) + ", but this file needs " +
                      std::string(name) + ".");
    return false;
  }
  const std::string version = required(root, "version");
  if (version.empty() || version == "1.0" || version == "2.0") return true;
  if (version.starts_with("1.") || version.starts_with("2."))
    remark(root, "version '" + version + "' is read like " + version.substr(0, 2) + "0.");
  else
    mistake(root, "version '" + version + "' of SSP is not known; known are 1.0 and 2.0.");
  return true;
}

std::string SspReader::required(const XmlElement& element, std::string_view attribute) {
  if (const auto value = element.attribute(attribute)) return std::string(*value);
  mistake(element,
          std::string(element.name()) + " needs the attribute '" + std::string(attribute) + "'.");
  return {};
}

std::string SspReader::optional(const XmlElement& element, std::string_view attribute,
                                std::string_view otherwise) {
  return std::string(element.attribute(attribute).value_or(otherwise));
}

double SspReader::number(const XmlElement& element, std::string_view attribute, double otherwise) {
  const auto text = element.attribute(attribute);
  if (!text) return otherwise;
  const auto value = to_number(*text);
  if (value && std::isfinite(*value)) return *value;
  mistake(element, "the attribute '" + std::string(attribute) + "' of " +
                       std::string(element.name()) + " must be a finite number, not '" +
                       std::string(*text) + "'.");
  return otherwise;
}

bool SspReader::boolean(const XmlElement& element, std::string_view attribute, bool otherwise) {
  const auto text = element.attribute(attribute);
  if (!text) return otherwise;
  const auto value = to_boolean(*text);
  if (!value)
    mistake(element, "the attribute '" + std::string(attribute) + "' of " +
                         std::string(element.name()) + " must be true or false, not '" +
                         std::string(*text) + "'.");
  return value.value_or(otherwise);
}

std::string SspReader::word(const XmlElement& element, std::string_view attribute,
                            std::initializer_list<std::string_view> words) {
  const auto text = element.attribute(attribute);
  if (!text) return std::string(*words.begin());
  if (std::ranges::find(words, *text) != words.end()) return std::string(*text);
  std::vector<std::string> known(words.begin(), words.end());
  mistake(element, "the attribute '" + std::string(attribute) + "' of " +
                       std::string(element.name()) + " cannot be '" + std::string(*text) +
                       "'; it is " + listed(known, {.last = " or "}) + ".");
  return std::string(*words.begin());
}

std::optional<XmlElement> SspReader::type_element(const XmlElement& element) {
  static const std::vector<std::string> types = words_of(ssp_types);
  for (auto child = element.first_child(); child; child = child->next()) {
    // ssd:Clock, which has a name, says to which clock a connector belongs.
    if (child->name() == "Clock" && child->attribute("name")) continue;
    if (std::ranges::find(types, child->name()) != types.end()) return child;
  }
  return {};
}

}  // namespace bw::system
