// The events of a table over time: where it begins, at its first and its last time, at jumps and,
// where they are wanted or the curves are constant between them, at all of its times.

#include <algorithm>
#include <limits>
#include <vector>

#include "equation/core/expression.h"
#include "equation/tables/curve.h"
#include "equation/tables/table.h"
#include "equation/tables/table_nodes.h"

namespace bw::equation {

namespace {

constexpr double hair = 1e-10;  // of the length of the table: one event, for the library as well
constexpr double never = std::numeric_limits<double>::max();

std::vector<double> event_times(const Table& table) {
  const bool at_all =
      table.time_events == TimeEvents::always || table.smoothness == Smoothness::constant;
  std::vector<double> times{table.first()};
  for (std::size_t i = 1; i < table.rows; ++i) {
    const double time = table.at(i, 0);
    const bool jumps = i + 1 < table.rows && is_nearly_equal(time, table.at(i + 1, 0));
    if ((at_all || jumps || i + 1 == table.rows) && !is_nearly_equal(times.back(), time))
      times.push_back(time);
  }
  return times;
}

// How many whole periods lie before the one that ends at `next` or, with floor, contains it.
Node turns(Graph& graph, const Table& table, Node local, double shift) {
  const Node part =
      graph.make(Op::divide, graph.make(Op::subtract, local, graph.constant(table.first())),
                 graph.constant(table.period()));
  return graph.make(Op::floor_silent, graph.make(Op::add, part, graph.constant(shift)));
}

Node less(Graph& graph, Node a, double b) {
  return graph.make(Op::less_silent, a, graph.constant(b));
}

// The curves between two events; nothing but a jump is between rows at the same time, unless
// several of them follow each other.
Node part_value(Graph& graph, const std::vector<Segment>& segments, double begin, double end,
                Node local, int order) {
  std::vector<Node> pieces;
  std::vector<double> breaks;
  const Segment* last_jump = nullptr;
  for (const Segment& segment : segments) {
    const double middle = (segment.begin + segment.end) / 2;
    if (middle < begin || middle > end) continue;
    if (is_nearly_equal(segment.begin, segment.end)) {
      last_jump = &segment;
      continue;
    }
    if (!pieces.empty()) breaks.push_back(segment.begin);
    pieces.push_back(polynomial(graph, segment, local, order));
  }
  if (pieces.empty()) return polynomial(graph, *last_jump, local, order);
  return chosen_piece(graph, local, breaks, pieces);
}

}  // namespace

Node next_time_event(Graph& graph, const Table& table, Node time) {
  const Node start = graph.constant(table.start_time);
  Node next = graph.constant(never);
  if (table.rows > 1) {
    Node local = graph.make(Op::subtract, time, graph.constant(table.shift_time));
    Node offset = graph.constant(table.shift_time);
    const bool is_periodic = table.extrapolation == Extrapolation::periodic;
    if (is_periodic) {
      const Node whole = graph.make(Op::multiply, turns(graph, table, local, hair),
                                    graph.constant(table.period()));
      local = graph.make(Op::subtract, local, whole);
      offset = graph.make(Op::add, offset, whole);
    }
    const double late = 2 * hair * table.period();
    std::vector<Node> pieces;
    std::vector<double> breaks;
    for (const double event : event_times(table)) {
      pieces.push_back(graph.make(Op::add, offset, graph.constant(event)));
      breaks.push_back(event - late);
    }
    if (is_periodic)
      breaks.pop_back();
    else
      pieces.push_back(graph.constant(never));
    next = chosen_piece(graph, local, breaks, pieces);
  }
  return graph.make(Op::choose, less(graph, time, table.start_time), start, next);
}

Node time_table_value(Graph& graph, const Table& table, std::size_t result, Node time, Node next,
                      int order) {
  const std::size_t column = table.chosen[result];
  const std::vector<Segment> segments = segments_of(table, column);
  Node value = graph.constant(order == 0 ? table.at(0, column) : 0);
  if (!segments.empty()) {
    Node local = graph.make(Op::subtract, time, graph.constant(table.shift_time));
    Node end = graph.make(Op::subtract, next, graph.constant(table.shift_time));
    const bool is_periodic = table.extrapolation == Extrapolation::periodic;
    if (is_periodic) {
      const Node whole =
          graph.make(Op::multiply, turns(graph, table, end, -hair), graph.constant(table.period()));
      local = graph.make(Op::subtract, local, whole);
      end = graph.make(Op::subtract, end, whole);
    }
    const std::vector<double> events = event_times(table);
    std::vector<Node> pieces;
    std::vector<double> breaks;
    if (!is_periodic) {
      pieces.push_back(polynomial(graph, before_first(table, segments, column), local, order));
      breaks.push_back((events[0] + events[1]) / 2);
    }
    for (std::size_t k = 1; k < events.size(); ++k) {
      pieces.push_back(part_value(graph, segments, events[k - 1], events[k], local, order));
      if (k + 1 < events.size()) breaks.push_back((events[k] + events[k + 1]) / 2);
    }
    if (!is_periodic) {
      breaks.push_back(events.back() + table.period() / 2);
      pieces.push_back(polynomial(graph, behind_last(table, segments, column), local, order));
    }
    value = chosen_piece(graph, end, breaks, pieces);
  }
  return graph.make(Op::choose,
                    graph.make(Op::less_equal_silent, next, graph.constant(table.start_time)),
                    graph.constant(0), value);
}

}  // namespace bw::equation
