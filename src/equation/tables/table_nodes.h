#pragma once
// What a table returns, as nodes: a balanced tree of choices with a polynomial in each leaf, so
// that it is differentiated, compiled and exported like everything else. Nothing here generates an
// event, except that the times of next_time_event() are ones.

#include <cstddef>
#include <span>

#include "equation/core/expression.h"
#include "equation/tables/curve.h"
#include "equation/tables/table.h"

namespace bw::equation {

// pieces[k], where breaks[k - 1] <= u < breaks[k].
Node chosen_piece(Graph& graph, Node u, std::span<const double> breaks,
                  std::span<const Node> pieces);

// Of order 1: its derivative.
Node polynomial(Graph& graph, const Segment& segment, Node u, int order = 0);

// `result` counts the chosen columns, from 0; `order` 1: the derivative by u.
Node table_value(Graph& graph, const Table& table, std::size_t result, Node u, int order = 0);
Node table_value_of_two(Graph& graph, const Table& table, Node u1, Node u2);

// Time is divided where the table has events. The value belongs to the part that ends at the next
// one, so that it is the limit from the left at an event until that is handled.
Node next_time_event(Graph& graph, const Table& table, Node time);
Node time_table_value(Graph& graph, const Table& table, std::size_t result, Node time, Node next,
                      int order = 0);

}  // namespace bw::equation
