#pragma once
// Parses the right side of a connection: "prey.x", "2.5 * prey.x + 1", "-prey.x / 3", "1 + prey.x".
//
//   sum  = ['-'] term { ('+' | '-') term }
//   term = factor { ('*' | '/') factor }        factor = ['-'] number | component.variable
//
// It is linear in exactly one output. Names may contain brackets, der(x) and 'quoted' pieces; the
// name of a component may begin with digits and contain hyphens, which are a minus only after the
// dot. Other names need the form { from = "component.variable", gain = 2.5 }.

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
