#pragma once
// Values that all modules exchange.

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace bw {

// A clock is a discrete value that counts its ticks.
enum class Type { real, integer, boolean, enumeration, string, binary, clock };

std::string_view name(Type type);  // "Real", "Integer", ...

// Real signals are smooth and live as plain doubles; everything else is discrete and compared by
// equality. Integers, booleans and enumerations are the number, strings and binaries the bytes.
using Discrete = std::variant<std::int64_t, std::string>;

inline bool is_real(Type type) { return type == Type::real; }

// A value as the user wrote it: a start value, a parameter, an option.
using Value = std::variant<double, std::int64_t, bool, std::string>;

std::string text(const Value& value);  // as one would type it again

}  // namespace bw
