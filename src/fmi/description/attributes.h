#pragma once
// One element of a description, read with care: attributes as typed values by the lexical rules of
// XML Schema. What cannot be read becomes a finding, and the default value is returned, so that
// reading continues. Unread attributes are noted at the end.

#include <array>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/report.h"
#include "base/text.h"
#include "base/xml.h"
#include "fmi/description/rules.h"

namespace bw::fmi {

struct IntegerRange {
  std::int64_t min = std::numeric_limits<std::int32_t>::min();
  std::int64_t max = std::numeric_limits<std::int32_t>::max();
};
constexpr IntegerRange unsigned_range{0, std::numeric_limits<std::uint32_t>::max()};
constexpr IntegerRange unsigned_long_range{0, std::numeric_limits<std::int64_t>::max()};

// The words that an attribute may have.
template <class Value, std::size_t count>
using Words = std::array<std::pair<std::string_view, Value>, count>;

class ElementReader {
 public:
  ElementReader(const XmlElement& element, Report& report) : element_(element), report_(&report) {}

  const XmlElement& element() const { return element_; }
  Report& report() const { return *report_; }
  // The subject of findings: <Real> 'x' has ...
  void call(std::string_view subject) { subject_ = subject; }

  std::optional<std::string_view> find(std::string_view key);
  bool has(std::string_view key) { return find(key).has_value(); }
  std::string text(std::string_view key) { return std::string(find(key).value_or("")); }
  // A missing one is a finding; then it is empty.
  std::optional<std::string_view> required(std::string_view key);

  std::optional<double> real(std::string_view key);
  bool flag(std::string_view key, bool otherwise = false);
  std::optional<std::int64_t> integer(std::string_view key, IntegerRange range = {});

  template <class Value, std::size_t count>
  std::optional<Value> word(std::string_view key, const Words<Value, count>& words) {
    const auto text = find(key);
    if (!text) return {};
    for (const auto& [word, value] : words)
      if (word == trimmed(*text)) return value;
    std::vector<std::string> known;
    for (const auto& [word, value] : words) known.emplace_back(word);
    wrong_word(key, *text, known);
    return {};
  }

  // The first child of the name; a missing one is a finding.
  std::optional<XmlElement> required_child(std::string_view name);

  // "<Element> 'subject' <clause>."
  void add(Rule rule, std::string_view clause) const;
  void wrong(std::string_view key, std::string_view value, std::string_view right,
             Rule rule = Rule::attribute_value) const;

  // At the end: attributes and elements that were not read.
  void note_unknown_attributes() const;
  void note_unknown_children(std::initializer_list<std::string_view> known) const;

 private:
  void wrong_word(std::string_view key, std::string_view value,
                  const std::vector<std::string>& known) const;

  static constexpr std::size_t most_read = 40;
  XmlElement element_;
  Report* report_;
  std::string_view subject_;
  std::uint64_t found_ = 0;  // attributes, by position
  std::size_t read_count_ = 0;
  std::array<std::string_view, most_read> read_;
};

// The value alone; nothing when the text is no value. Surrounding blanks are allowed.
std::optional<double> to_xs_double(std::string_view text);  // "1.5", "-2e3", "INF", "NaN"
std::optional<std::int64_t> to_xs_integer(std::string_view text);
std::optional<std::uint64_t> to_xs_unsigned(std::string_view text);
std::optional<bool> to_xs_boolean(std::string_view text);  // "true", "false", "1", "0"

// A list of XML Schema, separated by blanks.
std::vector<std::string_view> words_of(std::string_view text);

}  // namespace bw::fmi
