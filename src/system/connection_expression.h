#pragma once
// The right side of a connection as text: "prey.x", "2.5 * prey.x + 1", "-prey.x / 3", "1 +
// prey.x".
//
//   sum  = ['-'] term { ('+' | '-') term }
//   term = factor { ('*' | '/') factor }        factor = ['-'] number | component.variable
//
// Exactly one output stands in it, and it stands linearly. Names may hold brackets, der(x) and
// 'quoted' pieces; a component's name may hold hyphens, which are a minus only after the dot, and
// begin with digits. Whatever does not fit is connected in the form { from = "component.variable",
// gain = 2.5 }.

#include <string_view>

#include "base/position.h"
#include "system/system.h"

namespace bw::system {

struct ConnectionExpression {
  Endpoint source;
  double gain = 1.0, offset = 0.0;
};

// Throws InputError that says what is wrong at which character.
ConnectionExpression read_connection_expression(std::string_view text, const Position& position);

}  // namespace bw::system
