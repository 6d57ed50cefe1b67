#pragma once
// The polynomial through 8 values at equal distances, by exact fractions. About node i its k-th
// derivative is
//
//   a_ik = sum_q table[i][k][q] g_q,   table[i][k][q] = k! times the coefficient of u^k in the
//   Lagrange polynomial  prod_{m != q} (u - (m - i)) / (q - m)
//
// A floating-point inverse of the matrix (q - i)^k would lose 7 digits.

#include <array>
#include <cstddef>
#include <cstdint>

namespace bw::ode::modal_table {

constexpr std::size_t nodes = 8, last = nodes - 1;
using Integers = std::array<std::int64_t, nodes>;

constexpr std::int64_t factorial(std::size_t k) {
  return k < 2 ? 1 : static_cast<std::int64_t>(k) * factorial(k - 1);
}

// k! times the coefficients of prod_{m != q} (u - (m - i)).
constexpr Integers numerators(std::size_t i, std::size_t q) {
  Integers all{1};
  for (std::size_t m = 0; m < nodes; ++m) {
    if (m == q) continue;
    const std::int64_t root = static_cast<std::int64_t>(m) - static_cast<std::int64_t>(i);
    for (std::size_t k = nodes - 1; k > 0; --k) all[k] = all[k - 1] - root * all[k];
    all[0] *= -root;
  }
  for (std::size_t k = 0; k < nodes; ++k) all[k] *= factorial(k);
  return all;
}

// prod_{m != q} (q - m)
constexpr std::int64_t denominator(std::size_t q) {
  return ((nodes - 1 - q) % 2 == 0 ? 1 : -1) * factorial(q) * factorial(nodes - 1 - q);
}

using Coefficients = std::array<std::array<std::array<double, nodes>, nodes>, nodes>;

constexpr Coefficients make_table() {
  Coefficients all{};
  for (std::size_t i = 0; i < nodes; ++i)
    for (std::size_t q = 0; q < nodes; ++q) {
      const Integers of_q = numerators(i, q);
      for (std::size_t k = 0; k < nodes; ++k)
        all[i][k][q] = static_cast<double>(of_q[k]) / static_cast<double>(denominator(q));
    }
  return all;
}

// The derivatives of u^p, p = 0..7, come out exactly: p! for k = p about its own origin, 0 for
// others.
inline bool is_exact() {
  constexpr std::int64_t common = factorial(nodes - 1);  // of all denominators
  for (std::size_t i = 0; i < nodes; ++i)
    for (std::size_t p = 0; p < nodes; ++p) {
      Integers sums{};
      for (std::size_t q = 0; q < nodes; ++q) {
        const std::int64_t u = static_cast<std::int64_t>(q) - static_cast<std::int64_t>(i);
        std::int64_t power = 1;
        for (std::size_t m = 0; m < p; ++m) power *= u;
        const Integers of_q = numerators(i, q);
        for (std::size_t k = 0; k < nodes; ++k)
          sums[k] += of_q[k] * (common / denominator(q)) * power;
      }
      for (std::size_t k = 0; k < nodes; ++k)
        if (sums[k] != (k == p ? common * factorial(p) : 0)) return false;
    }
  return true;
}

inline constexpr Coefficients table = make_table();

// The seventh difference.
inline constexpr std::array<double, nodes> difference = {-1, 7, -21, 35, -35, 21, -7, 1};

}  // namespace bw::ode::modal_table
