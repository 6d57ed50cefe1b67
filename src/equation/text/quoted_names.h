#pragma once
// Quoted names of Base Modelica that are computed: 'a.b[(1:n)[\'i\']].c' is the field c of an
// element of a.b, whose subscript is an expression in which quotes have backslashes.

#include <string_view>
#include <vector>

namespace bw::equation {

// Subscripts like [1,2] are part of a name; others are to be evaluated.
bool has_computed_subscript(std::string_view name);

// The pieces of such a name without backslashes, in turn: "a.b", "[(1:n)['i']]", ".c".
std::vector<std::string_view> pieces_of_name(std::string_view name);

}  // namespace bw::equation
