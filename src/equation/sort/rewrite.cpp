#include "equation/sort/rewrite.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "equation/core/walk.h"
#include "equation/sort/matching.h"

namespace bw::equation {
namespace {

Op mirrored(Op op) {
  return op == Op::less         ? Op::greater
         : op == Op::less_equal ? Op::greater_equal
         : op == Op::greater    ? Op::less
                                : Op::less_equal;
}

}  // namespace

Node Rewriter::leaf(Op op, std::uint32_t variable) {
  const Alias alias = system_.aliases[variable];
  const Node node = graph().indexed(op, alias.kept);
  return alias.opposite ? graph().make(Op::negate, node) : node;
}

Varies Rewriter::varies(Node node) {
  extend(varies_, system_);
  return varies_[node];
}

// Whether its values are Integers or Booleans.
bool Rewriter::is_whole(Node node) {
  for (auto next = static_cast<Node>(is_whole_.size()); next < graph().size(); ++next) {
    const Term& term = graph()[next];
    const auto all = [&](std::initializer_list<Node> operands) {
      return std::ranges::all_of(operands, [&](Node n) { return n == no_node || is_whole_[n]; });
    };
    bool whole = is_relation(term.op) || (term.op >= Op::logical_and && term.op <= Op::logical_not);
    switch (term.op) {
      case Op::constant:  // no number: where a function has none
        whole = std::isnan(term.value) || term.value == std::floor(term.value);
        break;
      case Op::variable:
      case Op::pre: whole = system_.variables[term.index].type != ScalarType::real; break;
      case Op::memory: whole = true; break;  // truths and integers, so far
      case Op::add:
      case Op::subtract:
      case Op::multiply:
      case Op::negate:
      case Op::min:
      case Op::max:
      case Op::abs: whole = all({term.a, term.b}); break;
      case Op::choose: whole = all({term.b, term.c}); break;
      default:
        whole = whole || (term.op >= Op::floor && term.op <= Op::integer_silent && all({term.b}));
    }
    is_whole_.push_back(whole);
  }
  return is_whole_[node];
}

void Rewriter::rewrite(const std::vector<Node>& roots) {
  const Graph& old = model_.graph;
  std::vector<bool> is_needed(old.size(), false);
  Walk walk(old);
  for (const Node root : roots)
    if (root != no_node) walk.below(root, [&](Node node) { return is_needed[node] = true; });
  new_.assign(old.size(), no_node);
  for (Node node = 0; node < old.size(); ++node)
    if (is_needed[node]) {
      new_[node] = rewritten(old[node]);
      rewrite_for_start(node);
      if (is_doubtful(old[node])) doubtful_.push_back(node);
    }
}

// Relations and roundings stay those of the actual expressions: they are kept in memory once.
void Rewriter::rewrite_for_start(Node node) {
  const Term& term = model_.graph[node];
  if (term.op == Op::homotopy && start_.empty()) {
    start_ = new_;
    system_.homotopy_memory = system_.memories++;
  }
  if (start_.empty()) return;
  start_[node] = new_[node];
  const auto differs = [&](Node operand) {
    return operand != no_node && start_[operand] != new_[operand];
  };
  const bool is_kept = (term.op >= Op::less && term.op <= Op::not_equal) ||
                       (term.op >= Op::floor && term.op <= Op::integer) || term.op == Op::sample ||
                       term.op == Op::edge;
  if (term.op == Op::homotopy)
    start_[node] = between(start_[term.a], start_[term.b]);
  else if (!is_kept && (differs(term.a) || differs(term.b) || differs(term.c)))
    start_[node] = term.op == Op::smooth ? start_[term.a]
                                         : graph().make(term.op, at_start(term.a), at_start(term.b),
                                                        at_start(term.c));
}

// At both ends only one of them is evaluated: the other one may not be defined there.
Node Rewriter::between(Node actual, Node simplified) {
  const Node rest = memory(*system_.homotopy_memory);
  const Node share = graph().make(Op::subtract, graph().constant(1), rest);
  const Node mixed = graph().make(Op::add, graph().make(Op::multiply, share, actual),
                                  graph().make(Op::multiply, rest, simplified));
  return graph().make(Op::choose, rest, graph().make(Op::choose, share, mixed, simplified), actual);
}

bool Rewriter::is_doubtful(const Term& old) {
  if (old.op != Op::equal && old.op != Op::not_equal) return false;
  const Node a = new_[old.a], b = new_[old.b];
  return std::max(varies(a), varies(b)) == Varies::always && !(is_whole(a) && is_whole(b));
}

Node Rewriter::rewritten(const Term& term) {
  const auto mapped = [&](Node node) { return node == no_node ? no_node : new_[node]; };
  const Node a = mapped(term.a), b = mapped(term.b), c = mapped(term.c);
  switch (term.op) {
    case Op::constant: return graph().constant(term.value);
    case Op::time: return graph().time();
    case Op::variable: return leaf(Op::variable, term.index);
    case Op::derivative:
      return system_.is_known(term.index) ? graph().constant(0) : leaf(Op::derivative, term.index);
    case Op::pre: return leaf(system_.is_known(term.index) ? Op::variable : Op::pre, term.index);
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
    case Op::equal:
    case Op::not_equal: return relation(term.op, a, b);
    case Op::floor:
    case Op::ceil:
    case Op::div:
    case Op::mod:
    case Op::rem:
    case Op::integer: return rounding(term.op, a, b);
    case Op::sample: return sample(a, b);
    case Op::initial: return memory(system_.initial_memory);
    case Op::terminal: return memory(system_.terminal_memory);
    case Op::smooth:  // its events are kept: a kink costs accuracy, too
    case Op::homotopy: return a;
    case Op::edge: return edge(a, {});
    case Op::change:
      return graph().make(Op::not_equal, leaf(Op::variable, term.index), leaf(Op::pre, term.index));
    default: return graph().make(term.op, a, b, c);
  }
}

Node Rewriter::relation(Op op, Node a, Node b) {
  const Node plain = graph().make(op, a, b);
  if (varies(a) < Varies::always && varies(b) < Varies::always) return plain;
  if (op == Op::equal || op == Op::not_equal) return plain;
  const Node time = graph().time();
  if (a == time && varies(b) < Varies::always) return relation_of_time(op, b, plain);
  if (b == time && varies(a) < Varies::always) return relation_of_time(mirrored(op), a, plain);
  const bool greater = op == Op::greater || op == Op::less_equal;  // a > b, not (a > b)
  const Node difference =
      greater ? graph().make(Op::subtract, a, b) : graph().make(Op::subtract, b, a);
  Relation made;
  made.difference = difference;
  const bool holds = op == Op::greater || op == Op::less;
  return keep(made, difference, holds, plain);
}

// time `op` event time.
Node Rewriter::relation_of_time(Op op, Node event_time, Node plain) {
  Relation made;
  made.event_time = event_time;
  made.includes = op == Op::greater_equal || op == Op::less;
  const Node key =
      graph().make(made.includes ? Op::greater_equal : Op::greater, graph().time(), event_time);
  return keep(made, key, op == Op::greater_equal || op == Op::greater, plain);
}

Node Rewriter::keep(Relation& made, Node key, bool holds, Node plain) {
  const auto [place, is_new] = relations_.try_emplace(key, system_.memories);
  if (is_new) {
    made.memory = system_.memories++;
    made.text = text_of(graph(), system_.variables, plain);
    system_.relations.push_back(made);
  }
  const Node truth = memory(place->second);
  return holds ? truth : graph().make(Op::logical_not, truth);
}

// The integer stored in memory; silent where nothing changes between events.
Node Rewriter::kept_number(Rounding::Kind kind, Node argument) {
  const Op op = kind == Rounding::Kind::ceil ? Op::ceil_silent : Op::floor_silent;
  if (varies(argument) < Varies::always) {
    if (kind == Rounding::Kind::trunc)
      return graph().make(Op::div_silent, argument, graph().constant(1));
    return graph().make(op, argument);
  }
  const Node key = kind == Rounding::Kind::trunc
                       ? graph().make(Op::div_silent, argument, graph().constant(1))
                       : graph().make(op, argument);
  const auto [place, is_new] = roundings_.try_emplace(key, system_.memories);
  if (is_new)
    system_.roundings.push_back(
        {kind, argument, system_.memories++, text_of(graph(), system_.variables, key)});
  return memory(place->second);
}

Node Rewriter::rounding(Op op, Node a, Node b) {
  using Rounded = Rounding::Kind;
  if (op == Op::ceil) return kept_number(Rounded::ceil, a);
  if (op == Op::floor || op == Op::integer) return kept_number(Rounded::floor, a);
  const Node ratio = graph().make(Op::divide, a, b);
  const Node number = kept_number(op == Op::mod ? Rounded::floor : Rounded::trunc, ratio);
  if (op == Op::div) return number;
  return graph().make(Op::subtract, a, graph().make(Op::multiply, number, b));
}

Node Rewriter::sample(Node first, Node interval) {
  const Node key = graph().make(Op::sample, first, interval);
  const auto [place, is_new] = relations_.try_emplace(key, system_.memories);
  if (is_new)
    system_.samples.push_back(
        {first, interval, system_.memories++, text_of(graph(), system_.variables, key)});
  return memory(place->second);
}

Node Rewriter::edge(Node a, const Position& where) {
  if (a == memory(system_.initial_memory)) return a;
  if (graph()[a].op == Op::constant) return graph().constant(0);
  const bool is_named = graph()[a].op == Op::variable;
  return rises(is_named ? graph()[a].index : condition(a, where));
}

Node Rewriter::becomes_true(Node a, const Position& where) {
  if (a == memory(system_.initial_memory)) return a;
  if (graph()[a].op == Op::constant) return graph().constant(0);
  return rises(condition(a, where));
}

Node Rewriter::rises(std::uint32_t variable) {
  return graph().make(Op::logical_and, graph().variable(variable),
                      graph().make(Op::logical_not, graph().pre(variable)));
}

std::uint32_t Rewriter::condition(Node node, const Position& where) {
  const auto next = static_cast<std::uint32_t>(system_.variables.size());
  const auto [place, is_new] = conditions_.try_emplace(node, next);
  if (!is_new) return place->second;
  FlatVariable v;
  v.name = text_of(graph(), system_.variables, node);
  v.type = ScalarType::boolean;
  v.variability = Variability::discrete;
  v.where = where;
  system_.variables.push_back(v);
  system_.is_discrete.push_back(true);
  system_.aliases.push_back({next, false});
  system_.state_of.push_back(unmatched);
  const Node leaf = graph().variable(next), before = graph().pre(next);
  system_.equations.push_back({leaf, node, leaf, where, v.name});
  // A condition that is true when the run starts does not become true.
  system_.initial_equations.push_back({before, leaf, before, where, v.name});
  return next;
}

}  // namespace bw::equation
