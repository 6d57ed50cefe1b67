#pragma once
// Attributes of a model description as typed values, by the lexical rules of XML Schema. What
// cannot be read is an InputError: file, line, element, attribute, value, what would be right.

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "base/xml.h"

namespace bw::fmi {

// Throws InputError: "file:line: <Element> sentence".
[[noreturn]] void refuse(const XmlElement& element, std::string_view sentence);
[[noreturn]] void refuse(const XmlElement& element, std::string_view key, std::string_view value,
                         std::string_view right);

// The attribute itself; a missing one is refused.
std::string_view required(const XmlElement& element, std::string_view key);
XmlElement required_child(const XmlElement& element, std::string_view name);

std::string text_attribute(const XmlElement& element, std::string_view key);  // "" when missing
std::optional<double> real_attribute(const XmlElement& element, std::string_view key);
bool boolean_attribute(const XmlElement& element, std::string_view key, bool otherwise);

struct IntegerRange {
  std::int64_t min = std::numeric_limits<std::int32_t>::min();
  std::int64_t max = std::numeric_limits<std::int32_t>::max();
};
constexpr IntegerRange unsigned_range{0, std::numeric_limits<std::uint32_t>::max()};

std::optional<std::int64_t> integer_attribute(const XmlElement& element, std::string_view key,
                                              IntegerRange range = {});

// One of a few words; others are refused.
template <class Value, std::size_t count>
using Words = std::array<std::pair<std::string_view, Value>, count>;

template <class Value, std::size_t count>
std::optional<Value> word_attribute(const XmlElement& element, std::string_view key,
                                    const Words<Value, count>& words) {
  const auto text = element.attribute(key);
  if (!text) return {};
  for (const auto& [word, value] : words)
    if (word == trimmed(*text)) return value;
  std::string right = "one of";
  for (const auto& [word, value] : words) right.append(" \"").append(word).append("\"");
  refuse(element, key, *text, right + " would be right");
}

// The values alone; nothing when the text is none. Blanks around are allowed.
std::optional<double> to_xs_double(std::string_view text);  // "1.5", "-2e3", "INF", "NaN"
std::optional<std::int64_t> to_xs_integer(std::string_view text);
std::optional<bool> to_xs_boolean(std::string_view text);  // "true", "false", "1", "0"

}  // namespace bw::fmi
