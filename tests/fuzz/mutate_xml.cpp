// How inputs of the targets for XML are changed, so that mostly they stay well formed: random bytes
// alone would try the XML parser for ever and seldom what comes behind it. Finds tags and
// attributes without any care for the grammar, then changes one to three of them.

#include <algorithm>
#include <string>
#include <vector>

#include "fuzz/dice.h"
#include "xml_words.h"

namespace bw::fuzz {
namespace {

struct Slice {
  std::size_t begin = 0, size = 0;
};

struct Markup {
  std::vector<Slice> leaves;                              // <a .../>
  std::vector<Slice> elements;                            // <a ...> to the next </a>
  std::vector<Slice> tag_names, attribute_names, values;  // values without quotes
  std::vector<Slice> attributes;                          // with the blank before
  std::vector<std::size_t> tag_ends;                      // behind '>'
};

// clang-format off
const char* const values[] = {
    "", "0", "1", "-1", "2", "3", "1.0", "2.0", "3.0", "1e999", "-1e999", "1e-999", "NaN", "INF",
    "-INF", "127", "128", "-129", "255", "256", "65535", "65536", "2147483647", "2147483648",
    "-2147483648", "-2147483649", "4294967295", "4294967296", "9223372036854775807",
    "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
    "18446744073709551616", "340282350000000000000000000000000000000", "0x10", "1 2 3",
    "1 1 1 1 1", " 1 ", "true", "false", "1,5", "der(x)", "a[1,2]", "a.b", "..", "&#10;", "&#0;",
    "&amp;", "\xC3\xA4", "\xE4", "4294967296 4294967296", "0 0", "deadbeef", "f"};
// clang-format on

// clang-format off
const char* const inserts[] = {
    "x", "<!-- c -->", "<![CDATA[<x>]]>", "<?p i?>", "&#x41;", "&lt;", "&unknown;", "<a/>", "\n",
    "<!DOCTYPE a [<!ENTITY e \"f\">]>", "<Start value=\"1\"/>", "<Dimension start=\"3\"/>",
    "<Dimension valueReference=\"1\"/>", "<Alias name=\"a\"/>", "\xE4",
    "<Item name=\"i\" value=\"1\"/>", "<Unknown index=\"1\" dependencies=\"1 2\"/>",
    "<Output valueReference=\"1\" dependencies=\"\"/>"};
// clang-format on

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool ends_name(char c) { return is_blank(c) || c == '/' || c == '>' || c == '='; }

std::size_t end_of_name(const std::string& xml, std::size_t at) {
  while (at < xml.size() && !ends_name(xml[at])) ++at;
  return at;
}

// From behind the tag's name; returns the place of its '>', or npos.
std::size_t scan_attributes(const std::string& xml, std::size_t at, Markup& found) {
  for (;;) {
    const std::size_t blank = at;
    while (at < xml.size() && is_blank(xml[at])) ++at;
    if (at >= xml.size()) return xml.npos;
    if (xml[at] == '>' || xml[at] == '/' || xml[at] == '?') return xml.find('>', at);
    const std::size_t name_end = end_of_name(xml, at);
    const std::size_t open = xml.find_first_of("\"'", name_end);
    if (open == xml.npos) return xml.npos;
    const std::size_t close = xml.find(xml[open], open + 1);
    if (close == xml.npos) return xml.npos;
    found.attribute_names.push_back({at, name_end - at});
    found.values.push_back({open + 1, close - open - 1});
    found.attributes.push_back({blank, close + 1 - blank});
    at = close + 1;
  }
}

Markup scan(const std::string& xml) {
  Markup found;
  for (std::size_t at = xml.find('<'); at != xml.npos; at = xml.find('<', at)) {
    const std::size_t begin = at++;
    if (at >= xml.size() || xml[at] == '/' || xml[at] == '!' || xml[at] == '?') continue;
    const std::size_t name_end = end_of_name(xml, at);
    const std::string name = xml.substr(at, name_end - at);
    const std::size_t end = scan_attributes(xml, name_end, found);
    if (end == xml.npos) break;
    found.tag_ends.push_back(end + 1);
    if (xml[end - 1] == '/') {
      found.leaves.push_back({begin, end + 1 - begin});
      found.tag_names.push_back({at, name.size()});
    } else if (const std::size_t close = xml.find("</" + name + ">", end); close != xml.npos) {
      found.elements.push_back({begin, close + name.size() + 3 - begin});
    }
    at = end;
  }
  return found;
}

std::string text(const std::string& xml, Slice slice) {
  return xml.substr(slice.begin, slice.size);
}

std::string new_value(const std::string& xml, const std::string& old, const Markup& found,
                      Dice& dice) {
  switch (dice.below(5)) {
    case 0: return text(xml, dice.one_of(found.values));
    case 1: return dice.one_of(xml_words);
    case 2: return old + " " + dice.one_of(values);
    case 3: {
      std::string value = mutated(old);
      std::replace_if(
          value.begin(), value.end(), [](char c) { return c == '<' || c == '"'; }, '_');
      return value;
    }
    default: return dice.one_of(values);
  }
}

void change_attribute(std::string& xml, const Markup& found, Dice& dice) {
  if (found.values.empty()) return;
  const std::size_t which = dice.below(found.values.size());
  const Slice value = found.values[which], name = found.attribute_names[which];
  switch (dice.below(6)) {
    case 0: xml.replace(name.begin, name.size, dice.one_of(xml_words)); break;
    case 1: xml.erase(found.attributes[which].begin, found.attributes[which].size); break;
    case 2:
      xml.insert(found.attributes[which].begin, std::string(" ") + dice.one_of(xml_words) + "=\"" +
                                                    new_value(xml, text(xml, value), found, dice) +
                                                    "\"");
      break;
    default: xml.replace(value.begin, value.size, new_value(xml, text(xml, value), found, dice));
  }
}

// `slices`: leaves or whole elements.
void change_element(std::string& xml, const Markup& found, const std::vector<Slice>& slices,
                    Dice& dice) {
  if (slices.empty()) return;
  const Slice slice = dice.one_of(slices);
  const std::string element = text(xml, slice);
  const std::size_t target = dice.one_of(found.tag_ends);
  switch (dice.below(3)) {
    case 0: xml.erase(slice.begin, slice.size); break;
    case 1: xml.insert(slice.begin, element); break;  // twice
    default: xml.insert(target, element); break;      // also elsewhere
  }
}

void change_once(std::string& xml, Dice& dice) {
  const Markup found = scan(xml);
  if (found.tag_ends.empty()) return;
  switch (dice.below(10)) {
    case 0: xml.insert(dice.one_of(found.tag_ends), dice.one_of(inserts)); break;
    case 1:
      if (found.tag_names.empty()) break;
      {
        const Slice name = dice.one_of(found.tag_names);
        xml.replace(name.begin, name.size, dice.one_of(xml_words));
      }
      break;
    case 2: change_element(xml, found, found.elements, dice); break;
    case 3:
    case 4: change_element(xml, found, found.leaves, dice); break;
    default: change_attribute(xml, found, dice);
  }
}

std::string mutated_xml(std::string xml, Dice& dice) {
  for (std::size_t count = 1 + dice.below(3); count > 0; --count) change_once(xml, dice);
  return xml;
}

}  // namespace
}  // namespace bw::fuzz

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  bw::fuzz::Dice dice(seed);
  if (dice.one_in(4)) return LLVMFuzzerMutate(data, size, max_size);
  const std::string before(reinterpret_cast<const char*>(data), size);
  const std::string after = bw::fuzz::mutated_xml(before, dice);
  if (after.size() > max_size || after == before) return LLVMFuzzerMutate(data, size, max_size);
  after.copy(reinterpret_cast<char*>(data), after.size());
  return after.size();
}
