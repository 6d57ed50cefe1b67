// The rules of the differential calculus, from the operands up; each node once.

#include "equation/total_derivative.h"

#include <unordered_map>

namespace bw::equation {
namespace {

constexpr int deepest = 1000;

class Differentiation {
 public:
  explicit Differentiation(FlatModel& model) : model_(model), graph_(model.graph) {}

  Node of(Node node) {
    if (const auto known = done_.find(node); known != done_.end()) return known->second;
    if (depth_ >= deepest) return no_node;
    ++depth_;
    const Node result = fresh(node);
    --depth_;
    done_.emplace(node, result);
    return result;
  }

 private:
  Node make(Op op, Node a, Node b = no_node) { return graph_.make(op, a, b); }
  Node number(double value) { return graph_.constant(value); }
  Node times(Node a, Node b) { return make(Op::multiply, a, b); }
  Node over(Node a, Node b) { return make(Op::divide, a, b); }
  Node square(Node a) { return times(a, a); }

  Node fresh(Node node) {
    const Term term = graph_[node];
    if (term.op == Op::constant) return number(0);
    if (term.op == Op::time) return number(1);
    if (term.op == Op::variable) return variable(term.index);
    const Node da = term.a == no_node ? no_node : of(term.a);
    if (da == no_node) return no_node;
    const Node db = term.b == no_node ? da : of(term.b);
    if (db == no_node) return no_node;
    return term.b == no_node ? of_one(term, node, da) : of_two(term, node, da, db);
  }

  Node variable(std::uint32_t index) {
    const FlatVariable& it = model_.variables[index];
    if (it.variability <= Variability::parameter) return number(0);
    if (it.variability == Variability::discrete || it.type != Type::real) return no_node;
    return graph_.derivative(index);
  }

  Node of_one(const Term& term, Node node, Node da) {
    const Node a = term.a;
    switch (term.op) {
      case Op::negate: return make(Op::negate, da);
      case Op::sin: return times(make(Op::cos, a), da);
      case Op::cos: return make(Op::negate, times(make(Op::sin, a), da));
      case Op::tan: return times(make(Op::add, number(1), square(node)), da);
      case Op::exp: return times(node, da);
      case Op::log: return over(da, a);
      case Op::log10: return over(da, times(a, make(Op::log, number(10))));
      case Op::sqrt: return over(da, times(number(2), node));
      case Op::sinh: return times(make(Op::cosh, a), da);
      case Op::cosh: return times(make(Op::sinh, a), da);
      case Op::tanh: return times(make(Op::subtract, number(1), square(node)), da);
      case Op::atan: return over(da, make(Op::add, number(1), square(a)));
      case Op::asin: return over(da, make(Op::sqrt, make(Op::subtract, number(1), square(a))));
      case Op::acos:
        return make(Op::negate, over(da, make(Op::sqrt, make(Op::subtract, number(1), square(a)))));
      default: return no_node;
    }
  }

  Node of_two(const Term& term, Node node, Node da, Node db) {
    const Node a = term.a, b = term.b;
    switch (term.op) {
      case Op::add: return make(Op::add, da, db);
      case Op::subtract: return make(Op::subtract, da, db);
      case Op::multiply: return make(Op::add, times(da, b), times(a, db));
      case Op::divide: return over(make(Op::subtract, da, times(node, db)), b);
      case Op::power:
        if (db != number(0)) return no_node;
        return times(times(b, make(Op::power, a, make(Op::subtract, b, number(1)))), da);
      default: return no_node;
    }
  }

  FlatModel& model_;
  Graph& graph_;
  std::unordered_map<Node, Node> done_;
  int depth_ = 0;
};

}  // namespace

Node total_derivative(FlatModel& model, Node of) { return Differentiation(model).of(of); }

}  // namespace bw::equation
