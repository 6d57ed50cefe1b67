#pragma once
// The symbols that units are built from, with and without SI prefixes.

#include <array>
#include <optional>
#include <string_view>

namespace bw {

// What one symbol is in SI base units: numerator / denominator * 10^ten. Kept apart until the
// whole unit is read, so that the factor of km/h or cm2 is rounded once.
struct UnitSymbol {
  std::array<int, 8> exponents{};  // as in Unit
  double numerator = 1.0, denominator = 1.0;
  int ten = 0;
  double offset = 0.0;
};

// "kW" is kilo and watt, but "min" is a minute and no milli-inch: whole symbols go first.
std::optional<UnitSymbol> find_unit_symbol(std::string_view symbol);

}  // namespace bw
