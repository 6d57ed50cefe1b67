#include "support/equation/complex_equations.h"

#include <cmath>
#include <stdexcept>

namespace bw::test {

using equation::Node;
using equation::Op;
using equation::Term;
using Number = ComplexEquations::Number;

namespace {

constexpr long double step = 1e-40L;

Number truth(bool holds) { return holds ? 1.0L : 0.0L; }

Number arc_tangent_2(Number a, Number b) {
  const Number i(0, 1);
  return -i * std::log((b + i * a) / std::sqrt(a * a + b * b));
}

bool compare(Op op, long double a, long double b) {
  switch (op) {
    case Op::less:
    case Op::less_silent: return a < b;
    case Op::less_equal:
    case Op::less_equal_silent: return a <= b;
    case Op::greater:
    case Op::greater_silent: return a > b;
    case Op::greater_equal:
    case Op::greater_equal_silent: return a >= b;
    case Op::equal: return a == b;
    default: return a != b;
  }
}

// Functions that jump have derivative 0 wherever they have one.
Number whole(Op op, long double a, long double b) {
  switch (op) {
    case Op::floor_silent:
    case Op::integer_silent: return std::floor(a);
    case Op::ceil_silent: return std::ceil(a);
    case Op::div_silent: return std::trunc(a / b);
    case Op::sign: return a > 0 ? 1.0L : a < 0 ? -1.0L : 0.0L;
    default: throw std::logic_error("an operation that has no value while time passes");
  }
}

Number function(Op op, Number a, Number b) {
  switch (op) {
    case Op::add: return a + b;
    case Op::subtract: return a - b;
    case Op::multiply: return a * b;
    case Op::divide: return a / b;
    case Op::negate: return -a;
    case Op::min: return b.real() < a.real() ? b : a;
    case Op::max: return a.real() < b.real() ? b : a;
    case Op::abs: return a.real() < 0 ? -a : a;
    case Op::smooth: return a;
    case Op::sqrt: return std::sqrt(a);
    case Op::exp: return std::exp(a);
    case Op::log: return std::log(a);
    case Op::log10: return std::log10(a);
    case Op::sin: return std::sin(a);
    case Op::cos: return std::cos(a);
    case Op::tan: return std::tan(a);
    case Op::asin: return std::asin(a);
    case Op::acos: return std::acos(a);
    case Op::atan: return std::atan(a);
    case Op::atan2: return arc_tangent_2(a, b);
    case Op::sinh: return std::sinh(a);
    case Op::cosh: return std::cosh(a);
    case Op::tanh: return std::tanh(a);
    case Op::mod_silent: return a - std::floor((a / b).real()) * b;
    case Op::rem_silent: return a - std::trunc((a / b).real()) * b;
    case Op::logical_and: return truth(a.real() != 0 && b.real() != 0);
    case Op::logical_or: return truth(a.real() != 0 || b.real() != 0);
    case Op::logical_not: return truth(a.real() == 0);
    default: return whole(op, a.real(), b.real());
  }
}

// Gauss with the largest pivot; `a` row after row.
std::vector<Number> solve_dense(std::vector<Number> a, std::vector<Number> b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k; i < n; ++i)
      if (std::abs(a[i * n + k]) > std::abs(a[pivot * n + k])) pivot = i;
    for (std::size_t j = 0; j < n; ++j) std::swap(a[k * n + j], a[pivot * n + j]);
    std::swap(b[k], b[pivot]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const Number factor = a[i * n + k] / a[k * n + k];
      for (std::size_t j = k; j < n; ++j) a[i * n + j] -= factor * a[k * n + j];
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= a[k * n + j] * b[j];
    b[k] /= a[k * n + k];
  }
  return b;
}

}  // namespace

ComplexEquations::ComplexEquations(const equation::FlatModel& model, double t,
                                   const std::vector<double>& x, Known known)
    : plan_(equation::make_plan(model)),
      parameters_(plan_.system, nothing_),
      known_(std::move(known)),
      t_(t),
      x_(x.begin(), x.end()),
      memory_(plan_.system.memories, 0.0L) {
  const equation::System& system = plan_.system;
  for (std::uint32_t i = 0; i < system.variables.size(); ++i)
    if (system.start_memory[i] != equation::unmatched &&
        system.variables[i].start != equation::no_node)
      memory_[system.start_memory[i]] = parameters_.of(system.variables[i].start);
  constexpr int most_rounds = 20;
  for (int round = 0; round < most_rounds && settle(); ++round) {
  }
}

bool ComplexEquations::settle() {
  bool changed = false;
  const auto set = [&](std::uint32_t index, long double now) {
    changed = changed || memory_[index] != now;
    memory_[index] = now;
  };
  run_steps();
  const equation::System& system = plan_.system;
  std::vector<std::pair<std::uint32_t, long double>> found;
  for (const equation::Relation& relation : system.relations) {
    const bool holds = relation.event_time != equation::no_node
                           ? t_ >= value(relation.event_time).real()
                           : value(relation.difference).real() > 0;
    found.emplace_back(relation.memory, holds ? 1 : 0);
  }
  for (const equation::Rounding& rounding : system.roundings) {
    using Kind = equation::Rounding::Kind;
    const long double a = value(rounding.argument).real();
    found.emplace_back(rounding.memory, rounding.kind == Kind::floor  ? std::floor(a)
                                        : rounding.kind == Kind::ceil ? std::ceil(a)
                                                                      : std::trunc(a));
  }
  for (const auto& [index, now] : found) set(index, now);
  return changed;
}

std::vector<Number> ComplexEquations::derivatives(double t, const std::vector<Number>& x) {
  t_ = t;
  x_ = x;
  run_steps();
  std::vector<Number> dx;
  for (const std::uint32_t state : plan_.system.states)
    dx.push_back(defined_.at(plan_.system.graph.derivative(state)));
  return dx;
}

std::vector<double> ComplexEquations::column(std::size_t k, double t,
                                             const std::vector<double>& x) {
  std::vector<Number> moved(x.begin(), x.end());
  moved[k] += Number(0, step);
  std::vector<double> slopes;
  for (const Number& f : derivatives(t, moved))
    slopes.push_back(static_cast<double>(f.imag() / step));
  return slopes;
}

void ComplexEquations::run_steps() {
  forget();
  defined_.clear();
  for (const equation::Step& now : plan_.running.steps)
    if (now.is_loop())
      solve(plan_.running.loops[now.loop]);
    else
      defined_[now.definition.leaf] = value(now.definition.value);
}

// From what the running model found; the imaginary part converges with the real one.
void ComplexEquations::solve(const equation::Loop& loop) {
  constexpr int most_rounds = 12;
  const std::size_t n = loop.tears.size();
  std::vector<Number> z, a(n * n), r(n);
  for (const Node tear : loop.tears) z.emplace_back(known_(name_of(plan_.system, tear)));
  for (int round = 0; round < most_rounds; ++round) {
    forget();
    for (std::size_t i = 0; i < n; ++i) defined_[loop.tears[i]] = z[i];
    for (const equation::Definition& inner : loop.inner) defined_[inner.leaf] = value(inner.value);
    std::fill(a.begin(), a.end(), Number(0));
    std::size_t entry = 0;
    for (std::size_t i = 0; i < n; ++i) {
      r[i] = value(loop.residuals[i]);
      for (const std::size_t j : loop.pattern.row(i)) a[i * n + j] = value(loop.partials[entry++]);
    }
    const std::vector<Number> correction = solve_dense(a, r);
    for (std::size_t i = 0; i < n; ++i) z[i] -= correction[i];
  }
}

Number ComplexEquations::variable(std::uint32_t index) {
  const equation::System& system = plan_.system;
  if (system.state_of[index] != equation::unmatched) return x_[system.state_of[index]];
  if (system.is_known(index)) return parameters_.of_variable(index);
  return known_(system.variables[index].name);
}

Number ComplexEquations::leaf(Node node) {
  const Term& term = plan_.system.graph[node];
  const auto found = defined_.find(node);
  if (found != defined_.end()) return found->second;
  switch (term.op) {
    case Op::constant: return term.value;
    case Op::time: return t_;
    case Op::variable: return variable(term.index);
    case Op::pre: return known_(plan_.system.variables[term.index].name);
    case Op::memory: return memory_[term.index];
    default: throw std::logic_error("a leaf that has no value while time passes");
  }
}

Number ComplexEquations::power(const Term& term) {
  const Number base = value(term.a), exponent = value(term.b);
  const long double n = std::rint(exponent.real());
  if (exponent != n || std::abs(n) > 100) return std::exp(exponent * std::log(base));
  Number product = 1;
  for (int k = 0; k < static_cast<int>(std::abs(n)); ++k) product *= base;
  return n < 0 ? Number(1) / product : product;
}

Number ComplexEquations::value(Node node) {
  const Term& term = plan_.system.graph[node];
  if (equation::operand_count(term.op) == 0) return leaf(node);
  const auto found = values_.find(node);
  if (found != values_.end()) return found->second;
  Number result;
  if (term.op == Op::choose)
    result = value(term.a).real() != 0 ? value(term.b) : value(term.c);
  else if (term.op == Op::power)
    result = power(term);
  else if (equation::is_relation(term.op))
    result = truth(compare(term.op, value(term.a).real(), value(term.b).real()));
  else
    result =
        function(term.op, value(term.a), term.b != equation::no_node ? value(term.b) : Number(0));
  values_[node] = result;
  return result;
}

}  // namespace bw::test
