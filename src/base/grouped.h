#pragma once
// Numbers as people read them.

#include <cstddef>
#include <string>

#include "base/text.h"

namespace bw {

// "13 400": digits in groups of three, with plain blanks.
inline std::string grouped(long count) {
  std::string digits = std::to_string(count);
  const std::size_t sign = count < 0 ? 1 : 0;
  for (std::size_t at = digits.size(); at > sign + 3;) {
    at -= 3;
    digits.insert(at, " ");
  }
  return digits;
}

// At most `digits` significant digits, without padding in the exponent: "1e-6", not "1e-06".
inline std::string compact(double value, int digits = 6) {
  std::string text = brief(value, digits);
  const std::size_t exponent = text.find('e');
  if (exponent == std::string::npos) return text;
  std::size_t at = exponent + 1;
  if (text[at] == '+') text.erase(at, 1);
  if (text[at] == '-') ++at;
  while (at + 1 < text.size() && text[at] == '0') text.erase(at, 1);
  return text;
}

}  // namespace bw
