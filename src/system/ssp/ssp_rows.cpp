// Takes the rows of the table apart, once.

#include <algorithm>

#include "base/text.h"
#include "system/ssp/ssp_schema.h"

namespace bw::system {
namespace {

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> pieces;
  while (!text.empty()) {
    const std::string_view piece = text.substr(0, text.find(at));
    text.remove_prefix(std::min(text.size(), piece.size() + 1));
    if (!piece.empty()) pieces.push_back(piece);
  }
  return pieces;
}

// "local@2" -> "local", true
bool take_mark(std::string_view& text) {
  if (!text.ends_with("@2")) return false;
  text.remove_suffix(2);
  return true;
}

SspAttributeRule attribute_of(std::string_view text) {
  SspAttributeRule rule;
  rule.need = text.front() == '!'   ? SspNeed::required
              : text.front() == '1' ? SspNeed::required_in_1
              : text.front() == '~' ? SspNeed::expected
                                    : SspNeed::optional;
  if (rule.need != SspNeed::optional) text.remove_prefix(1);
  const auto colon = text.find(':');
  rule.name = text.substr(0, colon);
  std::string_view type = text.substr(colon + 1);
  if (type.find('|') == std::string_view::npos) {
    rule.is_new = take_mark(type);
    rule.type = type;
    return rule;
  }
  for (std::string_view word : split(type, '|')) {
    const bool is_new = take_mark(word);
    rule.words.push_back({std::string(word), is_new});
  }
  return rule;
}

SspChildRule child_of(std::string_view text) {
  SspChildRule rule;
  rule.is_new = take_mark(text);
  const auto slash = text.find('/');
  const std::string_view name = text.substr(0, slash);
  rule.space = name.substr(0, name.find(':'));
  rule.name = name.substr(name.find(':') + 1);
  rule.row = slash == std::string_view::npos ? name : text.substr(slash + 1);
  return rule;
}

SspElementRule element_of(const SspRow& row) {
  SspElementRule rule;
  rule.name = row.name;
  rule.is_unused = row.is_unused;
  for (const std::string_view one : split(row.attributes, ' '))
    rule.attributes.push_back(attribute_of(one));
  for (const std::string_view one : split(row.children, ' ')) {
    SspPlaceRule& place = rule.places.emplace_back();
    if (one == "any") {
      place.often = 'a';
      continue;
    }
    place.often = one.front();
    for (const std::string_view child : split(one.substr(1), '|'))
      place.alternatives.push_back(child_of(child));
  }
  return rule;
}

}  // namespace

const SspElementRule& ssp_element_rule(const std::string& row) {
  static const auto all = [] {
    std::unordered_map<std::string, SspElementRule> rules;
    for (const SspRow& one : ssp_rows()) rules.emplace(one.name, element_of(one));
    return rules;
  }();
  return all.at(row);
}

std::string_view ssp_namespace(std::string_view prefix) {
  if (prefix == "ssd") return "http://ssp-standard.org/SSP1/SystemStructureDescription";
  if (prefix == "ssv") return "http://ssp-standard.org/SSP1/SystemStructureParameterValues";
  if (prefix == "ssm") return "http://ssp-standard.org/SSP1/SystemStructureParameterMapping";
  if (prefix == "ssb") return "http://ssp-standard.org/SSP1/SystemStructureSignalDictionary";
  if (prefix == "ssc") return "http://ssp-standard.org/SSP1/SystemStructureCommon";
  return "";
}

}  // namespace bw::system
