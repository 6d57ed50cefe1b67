#pragma once
// Text of unknown origin for a terminal, within signal handlers: nothing is allocated.

#include <algorithm>
#include <cstddef>

namespace bw {
namespace printable {

// Bytes of the sequence that begins here; 0: none does.
inline std::size_t sequence_at(const unsigned char* text, std::size_t left) {
  const unsigned char first = text[0];
  const std::size_t length = first < 0x80                    ? 1
                             : first >= 0xc2 && first < 0xe0 ? 2
                             : first >= 0xe0 && first < 0xf0 ? 3
                             : first >= 0xf0 && first < 0xf5 ? 4
                                                             : 0;
  if (length > left) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((text[i] & 0xc0U) != 0x80) return 0;
  if (length < 2) return length;
  const bool is_too_long = (first == 0xe0 && text[1] < 0xa0) || (first == 0xf0 && text[1] < 0x90);
  const bool is_surrogate = first == 0xed && text[1] >= 0xa0;
  const bool is_beyond = first == 0xf4 && text[1] >= 0x90;
  return is_too_long || is_surrogate || is_beyond ? 0 : length;
}

inline bool is_control(const unsigned char* text, std::size_t length) {
  if (length == 1) return text[0] < 0x20 || text[0] == 0x7f;
  return length == 2 && text[0] == 0xc2 && text[1] < 0xa0;
}

}  // namespace printable

// Replaces control characters (also those of Unicode, U+0080 to U+009F) and bytes that are not part
// of a UTF-8 sequence by '?'.
inline void make_printable(char* text, std::size_t size) noexcept {
  for (std::size_t i = 0; i < size;) {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes
    const auto* const here = reinterpret_cast<const unsigned char*>(text + i);
    const std::size_t bytes = printable::sequence_at(here, size - i),
                      passed = std::max<std::size_t>(bytes, 1);
    if (bytes == 0 || printable::is_control(here, bytes)) std::fill_n(text + i, passed, '?');
    i += passed;
  }
}

}  // namespace bw
