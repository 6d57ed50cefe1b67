#include "base/value.h"

#include "base/text.h"

namespace bw {

std::string_view name(Type type) {
  switch (type) {
    case Type::real: return "Real";
    case Type::integer: return "Integer";
    case Type::boolean: return "Boolean";
    case Type::enumeration: return "Enumeration";
    case Type::string: return "String";
    case Type::binary: return "Binary";
    case Type::clock: return "Clock";
  }
  return "?";
}

std::string text(const Value& value) {
  if (const auto* real = std::get_if<double>(&value)) return shortest(*real);
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return std::to_string(*integer);
  if (const auto* boolean = std::get_if<bool>(&value)) return *boolean ? "true" : "false";
  return "\"" + std::get<std::string>(value) + "\"";
}

}  // namespace bw
