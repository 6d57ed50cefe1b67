#pragma once
// What the schemas of SSP 1.0 and 2.0.1 demand of each element: its attributes with their types,
// and its children in their order. Written from the standard, as a table of texts.

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace bw::system {

// A row of the table.
//
//   attributes   "!name:text kind:input|output|local@2": separated by blanks; what stands before a
//                name says whether it must be there: '!' always, '1' in files of version 1.0, '~'
//                by the standard, though nothing here needs it. Behind the colon: a type, or the
//                words that are allowed.
//   children     "!ssd:System *ssc:MetaData@2 ?ssc:Real|ssc:Integer": in this order, each with how
//                often it may occur ('!' once, '?' at most once, '+', '*'); alternatives take one
//                place. "ssd:Units/units" has the row "units", every other one that of its name.
//
// "@2" marks what came with version 2.0.
struct SspRow {
  std::string_view name;
  std::string_view attributes, children;
  bool is_unused = false;  // and everything in it: it changes no run
};
std::span<const SspRow> ssp_rows();

// The same, taken apart.
enum class SspNeed { optional, required, required_in_1, expected };
struct SspWord {
  std::string text;
  bool is_new = false;  // of version 2.0
};
struct SspAttributeRule {
  std::string name;
  SspNeed need = SspNeed::optional;
  std::string type;            // empty: one of the words
  std::vector<SspWord> words;  // that are allowed
  bool is_new = false;
};
struct SspChildRule {
  std::string space, name;  // "ssd", "System"
  std::string row;
  bool is_new = false;
};
struct SspPlaceRule {
  char often = '?';
  std::vector<SspChildRule> alternatives;
};
struct SspElementRule {
  std::string_view name;
  std::vector<SspAttributeRule> attributes;
  std::vector<SspPlaceRule> places;
  bool is_unused = false;
};

const SspElementRule& ssp_element_rule(const std::string& row);
// "ssd" -> "http://ssp-standard.org/SSP1/SystemStructureDescription"; "" for an unknown prefix.
std::string_view ssp_namespace(std::string_view prefix);

// Whether a text has a type of the table; else what it should be, like "a whole number".
struct SspTypeVerdict {
  bool is_right = true;
  std::string wanted{};
};
SspTypeVerdict has_ssp_type(std::string_view text, std::string_view type);

}  // namespace bw::system
