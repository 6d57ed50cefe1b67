#pragma once
// Numbers as a page has them, read back, and a small result.

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "result/read_csv.h"

namespace bw::test {

inline std::vector<double> decoded(const std::string& text) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned group = 0, bits = 0;
  for (const char c : text) {
    if (c == '=') break;
    group = group << 6U | static_cast<unsigned>(digits.find(c));
    bits += 6;
    if (bits >= 8) bits -= 8, bytes += static_cast<char>(group >> bits & 255U);
  }
  std::vector<double> numbers(bytes.size() / sizeof(double));
  std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(double));
  return numbers;
}

// One column x, in m, at the times 0, 1, 2, ...
inline result::Table table(std::size_t rows, double (*f)(double)) {
  result::Table made;
  result::TableColumn x{.name = "x", .unit = "m"};
  for (std::size_t i = 0; i < rows; ++i) {
    made.times.push_back(static_cast<double>(i));
    x.numbers.push_back(f(static_cast<double>(i)));
  }
  made.columns.push_back(x);
  return made;
}

}  // namespace bw::test
