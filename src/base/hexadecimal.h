#pragma once
// Bytes as people read them: two hexadecimal digits each.

#include <string>
#include <string_view>

namespace bw {

inline std::string hexadecimal(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const char byte : bytes) {
    const auto code = static_cast<unsigned char>(byte);
    text += digits[code >> 4];
    text += digits[code & 15];
  }
  return text;
}

}  // namespace bw
