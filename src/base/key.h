#pragma once
// Names of the code as the keys that users read: key_of<"not_converged"> is "not-converged".

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace bw {

template <std::size_t size>
struct Key {
  char text[size];
  consteval Key(const char (&name)[size]) {  // NOLINT: implicit, for key_of<"name">
    std::replace_copy(name, name + size, text, '_', '-');
  }
};

template <Key key>
inline constexpr std::string_view key_of = key.text;

}  // namespace bw
