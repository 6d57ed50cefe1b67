// A graph of expressions without doubles. Equal terms are found in an open hash table (linear
// probing, at most half full). Simplification preserves the arithmetic of finite numbers as
// written, bit by bit except for the sign of a zero: sums are never reordered, 0 / x stays (x may
// be 0), and a constant that would not be finite is left to the run, which can report it.

#include "equation/core/expression.h"

#include <bit>
#include <cmath>
#include <utility>

namespace bw::equation {
namespace {

constexpr std::size_t first_slots = 64;

std::uint64_t mixed(std::uint64_t hash, std::uint64_t with) {
  hash = (hash ^ with) * 0x9E3779B97F4A7C15U;
  return hash ^ (hash >> 32U);
}

bool commutes(Op op) {
  return op == Op::add || op == Op::multiply || op == Op::equal || op == Op::not_equal;
}

// The same for a + b and b + a, so that one search finds either.
std::uint64_t hash_of(const Term& term) {
  const bool turns = commutes(term.op) && term.b < term.a;
  const Node a = turns ? term.b : term.a, b = turns ? term.a : term.b;
  std::uint64_t hash = mixed(static_cast<std::uint64_t>(term.op), a);
  hash = mixed(hash, (static_cast<std::uint64_t>(b) << 32U) | term.c);
  return mixed(mixed(hash, term.index), std::bit_cast<std::uint64_t>(term.value));
}

bool is_same(const Term& known, const Term& term) {
  if (known == term) return true;
  if (known.op != term.op || !commutes(term.op)) return false;
  Term turned = term;
  std::swap(turned.a, turned.b);
  return known == turned;
}

// Those whose value follows from their operands alone.
bool is_foldable(Op op) { return (op >= Op::add && op <= Op::integer_silent) || op == Op::smooth; }

}  // namespace

std::size_t Graph::slot_of(const Term& term) const {
  std::size_t slot = hash_of(term) & (slots_.size() - 1);
  while (slots_[slot] != no_node && !is_same(terms_[slots_[slot]], term))
    slot = (slot + 1) & (slots_.size() - 1);
  return slot;
}

void Graph::grow() {
  slots_.assign(slots_.empty() ? first_slots : 2 * slots_.size(), no_node);
  for (Node node = 0; node < terms_.size(); ++node) slots_[slot_of(terms_[node])] = node;
}

Node Graph::add(const Term& term) {
  if (2 * (terms_.size() + 1) > slots_.size()) grow();
  const std::size_t slot = slot_of(term);
  if (slots_[slot] != no_node) return slots_[slot];
  slots_[slot] = static_cast<Node>(terms_.size());
  terms_.push_back(term);
  return slots_[slot];
}

// One zero: -0 and 0 are equal terms and must not depend on which of them came first.
Node Graph::constant(double value) {
  return add({.op = Op::constant, .value = value == 0.0 ? 0.0 : value});
}
Node Graph::time() { return add({.op = Op::time}); }
Node Graph::variable(std::uint32_t index) { return indexed(Op::variable, index); }
Node Graph::derivative(std::uint32_t index) { return indexed(Op::derivative, index); }
Node Graph::pre(std::uint32_t index) { return indexed(Op::pre, index); }

Node Graph::indexed(Op op, std::uint32_t index, Node a) {
  if (op == Op::smooth && is_constant(a)) return a;
  return add({.op = op, .a = a, .index = index});
}

Node Graph::make(Op op, Node a, Node b, Node c) {
  const int count = operand_count(op);
  const bool is_known = count > 0 && is_foldable(op) && is_constant(a) &&
                        (count < 2 || is_constant(b)) && (count < 3 || is_constant(c));
  if (is_known && !has_no_value(a) && (count < 2 || !has_no_value(b))) {
    const double value = value_of(op, terms_[a].value, count < 2 ? 0 : terms_[b].value,
                                  count < 3 ? 0 : terms_[c].value);
    if (std::isfinite(value)) return constant(value);
  }
  const Node simple = simplified(op, a, b, c);
  return simple != no_node ? simple : add({.op = op, .a = a, .b = b, .c = c});
}

// no_node: it stays as it is.
Node Graph::simplified(Op op, Node a, Node b, Node c) {
  switch (op) {
    case Op::add: return sum(a, b);
    case Op::subtract: return difference(a, b);
    case Op::multiply: return product(a, b);
    case Op::divide:
      return is_constant(b, 1) ? a : is_constant(b, -1) ? make(Op::negate, a) : no_node;
    case Op::power: return is_constant(b, 1) ? a : is_constant(b, 0) ? constant(1) : no_node;
    case Op::negate: return is(a, Op::negate) ? terms_[a].a : no_node;
    case Op::logical_and:
    case Op::logical_or: return logical(op, a, b);
    case Op::logical_not: return is(a, Op::logical_not) ? terms_[a].a : no_node;
    case Op::choose:
      if (has_no_value(a)) return no_node;
      return b == c ? b : is_constant(a, 0) ? c : is_constant(a) ? b : no_node;
    case Op::min:
    case Op::max:
    case Op::homotopy: return a == b ? a : no_node;
    case Op::abs: return is(a, Op::negate) ? make(Op::abs, terms_[a].a) : no_node;
    case Op::edge: return is_constant(a) ? constant(0) : no_node;
    default: return no_node;
  }
}

Node Graph::sum(Node a, Node b) {
  if (is_constant(a, 0)) return b;
  if (is_constant(b, 0)) return a;
  if (is(b, Op::negate)) return make(Op::subtract, a, terms_[b].a);
  if (is(a, Op::negate)) return make(Op::subtract, b, terms_[a].a);
  return no_node;
}

Node Graph::difference(Node a, Node b) {
  if (a == b) return constant(0);
  if (is_constant(a, 0)) return make(Op::negate, b);
  if (is_constant(b, 0)) return a;
  return is(b, Op::negate) ? make(Op::add, a, terms_[b].a) : no_node;
}

Node Graph::product(Node a, Node b) {
  if (is_constant(a, 0) || is_constant(b, 0)) return constant(0);
  if (is_constant(a, 1)) return b;
  if (is_constant(b, 1)) return a;
  if (is_constant(a, -1)) return make(Op::negate, b);
  if (is_constant(b, -1)) return make(Op::negate, a);
  if (is(a, Op::negate) && is(b, Op::negate)) return make(Op::multiply, terms_[a].a, terms_[b].a);
  return no_node;
}

Node Graph::logical(Op op, Node a, Node b) {
  const double decides = op == Op::logical_and ? 0 : 1;  // whatever the other one is
  if (has_no_value(a) || has_no_value(b)) return no_node;
  if (is_constant(a)) return is_constant(a, decides) ? a : b;
  if (is_constant(b)) return is_constant(b, decides) ? b : a;
  return a == b ? a : no_node;
}

}  // namespace bw::equation
