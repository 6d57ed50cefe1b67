#pragma once
// Flat models made by hand, in a short notation, for tests of the back end of equations.

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "equation/core/flat_model.h"

namespace bw::test {

// An expression of a model that is being made.
struct E {
  equation::Graph* graph = nullptr;
  equation::Node node = equation::no_node;
};

inline E make(equation::Op op, E a, E b = {}, E c = {}) {
  return {a.graph, a.graph->make(op, a.node, b.node, c.node)};
}
inline E number(E like, double value) { return {like.graph, like.graph->constant(value)}; }
inline E operator+(E a, E b) { return make(equation::Op::add, a, b); }
inline E operator-(E a, E b) { return make(equation::Op::subtract, a, b); }
inline E operator*(E a, E b) { return make(equation::Op::multiply, a, b); }
inline E operator/(E a, E b) { return make(equation::Op::divide, a, b); }
inline E operator+(E a, double b) { return a + number(a, b); }
inline E operator-(E a, double b) { return a - number(a, b); }
inline E operator*(double a, E b) { return number(b, a) * b; }
inline E operator/(E a, double b) { return a / number(a, b); }
inline E operator-(double a, E b) { return number(b, a) - b; }
inline E operator-(E a) { return make(equation::Op::negate, a); }
inline E operator<(E a, double b) { return make(equation::Op::less, a, number(a, b)); }
inline E operator>(E a, double b) { return make(equation::Op::greater, a, number(a, b)); }
inline E operator<=(E a, double b) { return make(equation::Op::less_equal, a, number(a, b)); }
inline E operator>=(E a, double b) { return make(equation::Op::greater_equal, a, number(a, b)); }
inline E operator<(E a, E b) { return make(equation::Op::less, a, b); }
inline E operator>=(E a, E b) { return make(equation::Op::greater_equal, a, b); }
inline E choose(E c, E a, E b) { return make(equation::Op::choose, c, a, b); }

class FlatMaker {
 public:
  equation::FlatModel model;

  FlatMaker() { model.name = "m"; }

  E real(const std::string& name) { return add(name, equation::ScalarType::real, continuous); }
  E real(const std::string& name, double start, bool fixed = true) {
    const E e = real(name);
    variable(e).start = model.graph.constant(start);
    variable(e).fixed = fixed;
    return e;
  }
  E parameter(const std::string& name, double value) {
    const E e = add(name, equation::ScalarType::real, equation::Variability::parameter);
    variable(e).binding = model.graph.constant(value);
    return e;
  }
  E discrete(const std::string& name, equation::ScalarType type, double start = 0) {
    const E e = add(name, type, equation::Variability::discrete);
    variable(e).start = model.graph.constant(start);
    return e;
  }
  E input(const std::string& name) {
    const E e = real(name);
    variable(e).causality = equation::Causality::input;
    return e;
  }
  E der(E e) { return {&model.graph, model.graph.derivative(index(e))}; }
  E pre(E e) { return {&model.graph, model.graph.pre(index(e))}; }
  E time() { return {&model.graph, model.graph.time()}; }
  E constant(double value) { return {&model.graph, model.graph.constant(value)}; }

  void equation(E left, E right, std::string text = {}) { add(model.equations, left, right, text); }
  void equation(E left, double right, std::string text = {}) {
    equation(left, constant(right), text);
  }
  void initial(E left, E right, std::string text = {}) {
    add(model.initial_equations, left, right, text);
  }
  void when(E condition, std::vector<equation::Action> actions) {
    equation::WhenBranch branch;
    branch.conditions = {condition.node};
    branch.actions = std::move(actions);
    branch.where = here();
    model.whens.push_back({{branch}});
  }
  equation::Action assign(E variable, E value) {
    return {equation::Assign{index(variable), value.node}, here()};
  }
  equation::Action reinit(E variable, E value) {
    return {equation::Reinit{index(variable), value.node}, here()};
  }

  std::uint32_t index(E e) const { return model.graph[e.node].index; }
  equation::FlatVariable& variable(E e) { return model.variables[index(e)]; }

 private:
  static constexpr equation::Variability continuous = equation::Variability::continuous;

  Position here() const { return {"m.mo", ++line_, 3}; }
  E add(const std::string& name, equation::ScalarType type, equation::Variability variability) {
    equation::FlatVariable v;
    v.name = name;
    v.type = type;
    v.variability = variability;
    v.where = here();
    model.variables.push_back(v);
    return {&model.graph,
            model.graph.variable(static_cast<std::uint32_t>(model.variables.size() - 1))};
  }
  void add(std::vector<equation::FlatEquation>& to, E left, E right, const std::string& text) {
    equation::FlatEquation e;
    e.left = left.node;
    e.right = right.node;
    e.where = here();
    e.text = text.empty() ? "equation " + std::to_string(to.size() + 1) : text;
    to.push_back(e);
  }

  mutable int line_ = 0;
};

}  // namespace bw::test
