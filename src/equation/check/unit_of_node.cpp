#include "equation/check/unit_of_node.h"

#include <array>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "base/text.h"

namespace bw::equation {
namespace {

constexpr std::size_t radian = 7;  // counts as a number: rad/s times m is m/s

// base^exponent, or a root, where whole exponents come out.
MaybeUnit raised(const Unit& base, double exponent) {
  Unit made;
  for (std::size_t i = 0; i < base.exponents.size(); ++i) {
    const double e = base.exponents[i] * exponent;
    if (e != std::floor(e) || std::abs(e) > 99) return {};
    made.exponents[i] = static_cast<int>(e);
  }
  made.factor = std::pow(base.factor, exponent);
  return made;
}

Unit times(const Unit& a, const Unit& b, int sign) {
  Unit made;
  for (std::size_t i = 0; i < a.exponents.size(); ++i)
    made.exponents[i] = a.exponents[i] + sign * b.exponents[i];
  made.factor = sign > 0 ? a.factor * b.factor : a.factor / b.factor;
  return made;
}

MaybeUnit per_second(const MaybeUnit& unit) {
  Unit second;
  second.exponents[2] = 1;
  return unit ? MaybeUnit(times(*unit, second, -1)) : MaybeUnit{};
}

}  // namespace

std::string words(const Unit& unit) {
  static constexpr std::array<std::string_view, 8> names{"kg", "m",   "s",  "A",
                                                         "K",  "mol", "cd", "rad"};
  std::string above, below;
  int below_count = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const int e = unit.exponents[i];
    if (e == 0) continue;
    std::string& part = e > 0 ? above : below;
    part += (part.empty() ? "" : ".") + std::string(names[i]) +
            (std::abs(e) == 1 ? "" : std::to_string(std::abs(e)));
    below_count += e < 0 ? 1 : 0;
  }
  if (above.empty()) above = "1";
  if (below_count > 1) below = "(" + below + ")";
  const std::string all = above + (below.empty() ? "" : "/" + below);
  return unit.factor == 1 ? all : brief(unit.factor, 6) + " " + all;
}

bool fit_together(const MaybeUnit& a, const MaybeUnit& b) {
  constexpr double rounding = 1e-9;
  if (!a || !b) return true;
  return a->same_dimension(*b) && std::abs(a->factor - b->factor) <= rounding * std::abs(a->factor);
}

NodeUnits::NodeUnits(const FlatModel& model, std::function<void(const std::string&)> warn)
    : model_(model),
      warn_(std::move(warn)),
      of_variable_(model.variables.size()),
      of_node_(model.graph.size()),
      is_found_(model.graph.size()) {
  std::unordered_map<std::string, MaybeUnit> known;
  for (std::uint32_t i = 0; i < model.variables.size(); ++i) {
    const std::string& text = model.variables[i].unit;
    if (text.empty()) continue;
    const auto [entry, is_new] = known.try_emplace(text);
    if (is_new) entry->second = parse_unit(text);
    if (is_new && entry->second) entry->second->exponents[radian] = 0;
    if (!entry->second) unreadable_.push_back(i);
    of_variable_[i] = entry->second;
  }
}

// The operands first, with an explicit stack.
MaybeUnit NodeUnits::of(Node node) {
  std::vector<std::pair<Node, bool>> stack{{node, false}};
  while (!stack.empty()) {
    const auto [next, are_operands_done] = stack.back();
    if (is_found_[next] || are_operands_done) {
      if (!is_found_[next]) of_node_[next] = found(next);
      is_found_[next] = true;
      stack.pop_back();
      continue;
    }
    stack.back().second = true;
    const Term& term = model_.graph[next];
    for (const Node operand : {term.a, term.b, term.c})
      if (operand != no_node && !is_found_[operand]) stack.emplace_back(operand, false);
  }
  return of_node_[node];
}

bool NodeUnits::is_plain_number(Node node) const {
  constexpr double largest = 12;
  const Term& term = model_.graph[node];
  const double doubled = 2 * std::abs(term.value);
  return term.op == Op::constant && doubled == std::floor(doubled) && doubled > 0 &&
         doubled <= 2 * largest;
}

MaybeUnit NodeUnits::found(Node node) {
  const Term& term = model_.graph[node];
  switch (term.op) {
    case Op::time: return {};
    case Op::variable:
    case Op::pre: return of_variable_[term.index];
    case Op::derivative: return per_second(of_variable_[term.index]);
    case Op::add:
    case Op::subtract:
    case Op::min:
    case Op::max:
    case Op::homotopy: return alike(term, term.a, term.b);
    case Op::choose: return alike(term, term.b, term.c);
    case Op::multiply:
    case Op::divide: return product(term);
    case Op::power: return power(term);
    case Op::sqrt: return of_node_[term.a] ? raised(*of_node_[term.a], 0.5) : MaybeUnit{};
    case Op::negate:
    case Op::abs:
    case Op::smooth: return of_node_[term.a];
    default: return function(term);
  }
}

MaybeUnit NodeUnits::alike(const Term& term, Node a, Node b) {
  if (!fit_together(of_node_[a], of_node_[b]))
    warn_("the operands of '" + std::string(symbol(term.op)) + "' have the units " +
          words(*of_node_[a]) + " and " + words(*of_node_[b]));
  MaybeUnit unit = of_node_[a] ? of_node_[a] : of_node_[b];
  if (unit) unit->offset = 0;
  return unit;
}

MaybeUnit NodeUnits::product(const Term& term) {
  const int sign = term.op == Op::multiply ? 1 : -1;
  const MaybeUnit a = is_plain_number(term.a) ? MaybeUnit(Unit{}) : of_node_[term.a];
  const MaybeUnit b = is_plain_number(term.b) ? MaybeUnit(Unit{}) : of_node_[term.b];
  return a && b ? MaybeUnit(times(*a, *b, sign)) : MaybeUnit{};
}

MaybeUnit NodeUnits::power(const Term& term) {
  const Term& exponent = model_.graph[term.b];
  if (!of_node_[term.a] || exponent.op != Op::constant) return {};
  return raised(*of_node_[term.a], exponent.value);
}

MaybeUnit NodeUnits::function(const Term& term) {
  if (is_relation(term.op)) {
    alike(term, term.a, term.b);
    return {};
  }
  const bool takes_number =
      (term.op >= Op::exp && term.op <= Op::atan) || (term.op >= Op::sinh && term.op <= Op::tanh);
  if (!takes_number) return {};
  if (!fit_together(of_node_[term.a], Unit{}))
    warn_("'" + std::string(symbol(term.op)) +
          "' needs a number without a unit, or rad, but this has " + words(*of_node_[term.a]));
  return Unit{};
}

}  // namespace bw::equation
