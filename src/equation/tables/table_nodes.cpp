#include "equation/tables/table_nodes.h"

#include <vector>

#include "equation/tables/curve.h"

namespace bw::equation {

Node chosen_piece(Graph& graph, Node u, std::span<const double> breaks,
                  std::span<const Node> pieces) {
  if (breaks.empty()) return pieces[0];
  const std::size_t middle = breaks.size() / 2;
  const Node below = chosen_piece(graph, u, breaks.first(middle), pieces.first(middle + 1));
  const Node above = chosen_piece(graph, u, breaks.subspan(middle + 1), pieces.subspan(middle + 1));
  if (below == above) return below;
  return graph.make(Op::choose, graph.make(Op::less_silent, u, graph.constant(breaks[middle])),
                    below, above);
}

Node polynomial(Graph& graph, const Segment& segment, Node u, int order) {
  if (order > 0) return polynomial(graph, segment.derivative(), u, order - 1);
  const Node v = graph.make(Op::subtract, u, graph.constant(segment.begin));
  Node sum = graph.constant(segment.coefficients[3]);
  for (std::size_t k = 3; k-- > 0;)
    sum = graph.make(Op::add, graph.constant(segment.coefficients[k]),
                     graph.make(Op::multiply, v, sum));
  return sum;
}

namespace {

// u - T floor((u - first) / T)
Node wrapped(Graph& graph, Node u, double first, double period) {
  const Node turns = graph.make(
      Op::floor_silent, graph.make(Op::divide, graph.make(Op::subtract, u, graph.constant(first)),
                                   graph.constant(period)));
  return graph.make(Op::subtract, u, graph.make(Op::multiply, graph.constant(period), turns));
}

Node line_between(Graph& graph, Node u, double u0, double u1, Node y0, Node y1) {
  const Node part = graph.make(Op::divide, graph.make(Op::subtract, u, graph.constant(u0)),
                               graph.constant(u1 - u0));
  return graph.make(Op::add, y0, graph.make(Op::multiply, part, graph.make(Op::subtract, y1, y0)));
}

// Between values y at the positions x, as a table does.
Node interpolated(Graph& graph, const Table& table, Node u, const std::vector<double>& x,
                  const std::vector<Node>& y) {
  if (x.size() == 1) return y[0];
  const bool is_linear = table.smoothness == Smoothness::linear;
  const bool goes_on = table.extrapolation == Extrapolation::last_two_points;
  if (table.extrapolation == Extrapolation::periodic)
    u = wrapped(graph, u, x.front(), x.back() - x.front());
  std::vector<Node> pieces;
  std::vector<double> breaks;
  if (!goes_on) pieces.push_back(y[0]);
  if (!goes_on) breaks.push_back(x[0]);
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    pieces.push_back(is_linear ? line_between(graph, u, x[i], x[i + 1], y[i], y[i + 1]) : y[i]);
    breaks.push_back(x[i + 1]);
  }
  if (goes_on)
    breaks.pop_back();
  else
    pieces.push_back(y.back());
  return chosen_piece(graph, u, breaks, pieces);
}

}  // namespace

Node table_value(Graph& graph, const Table& table, std::size_t result, Node u, int order) {
  const std::size_t column = table.chosen[result];
  const std::vector<Segment> segments = segments_of(table, column);
  if (segments.empty()) return graph.constant(order == 0 ? table.at(0, column) : 0);
  if (table.extrapolation == Extrapolation::periodic)
    u = wrapped(graph, u, table.first(), table.period());
  std::vector<Node> pieces{polynomial(graph, before_first(table, segments, column), u, order)};
  std::vector<double> breaks;
  for (const Segment& segment : segments) {
    breaks.push_back(segment.begin);
    pieces.push_back(polynomial(graph, segment, u, order));
  }
  breaks.push_back(table.last());
  pieces.push_back(polynomial(graph, behind_last(table, segments, column), u, order));
  return chosen_piece(graph, u, breaks, pieces);
}

Node table_value_of_two(Graph& graph, const Table& table, Node u1, Node u2) {
  std::vector<double> x1, x2;
  for (std::size_t i = 1; i < table.rows; ++i) x1.push_back(table.at(i, 0));
  for (std::size_t j = 1; j < table.columns; ++j) x2.push_back(table.at(0, j));
  std::vector<Node> rows;
  for (std::size_t i = 1; i < table.rows; ++i) {
    std::vector<Node> row;
    for (std::size_t j = 1; j < table.columns; ++j) row.push_back(graph.constant(table.at(i, j)));
    rows.push_back(interpolated(graph, table, u2, x2, row));
  }
  return interpolated(graph, table, u1, x1, rows);
}

}  // namespace bw::equation
