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

void SspReader::mistake(Rule rule, const XmlElement& element, std::string_view sentence) {
  add(findings_.mistakes, rule, element.exact_position(), sentence);
}

void SspReader::remark(Rule rule, const XmlElement& element, const std::string& sentence) {
  findings_.remark(rule, std::string(element.name()), sentence, element.exact_position());
}

std::string SspReader::text(const XmlElement& element, std::string_view attribute,
                            std::string_view otherwise) {
  return std::string(element.attribute(attribute).value_or(otherwise));
}

double SspReader::number(const XmlElement& element, std::string_view attribute, double otherwise) {
  const auto value = to_number(element.attribute(attribute).value_or(""));
  return value && std::isfinite(*value) ? *value : otherwise;
}

bool SspReader::boolean(const XmlElement& element, std::string_view attribute, bool otherwise) {
  return to_boolean(trimmed(element.attribute(attribute).value_or(""))).value_or(otherwise);
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
