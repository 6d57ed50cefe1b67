#include "support/oscillatory/formula.h"

#include <fmt/format.h>

#include <cmath>
#include <set>

namespace bw::test::oscillatory {
namespace {

using Op = Formula::Op;
using NodePointer = std::shared_ptr<const Formula::Node>;

Formula binary(Op op, const Formula& a, const Formula& b) {
  return Formula(Formula::Node{.op = op, .a = a.node(), .b = b.node()});
}
Formula unary(Op op, const Formula& a) { return Formula(Formula::Node{.op = op, .a = a.node()}); }

std::string written(const NodePointer& node);

std::string written_call(const char* function, const NodePointer& node) {
  return fmt::format("{}({})", function, written(node->a));
}

std::string written(const NodePointer& node) {
  const auto infix = [&](const char* op) {
    return fmt::format("({} {} {})", written(node->a), op, written(node->b));
  };
  switch (node->op) {
    case Op::number:
      return node->number < 0 ? fmt::format("({})", node->number) : fmt::format("{}", node->number);
    case Op::time: return "time";
    case Op::variable: return node->name;
    case Op::add: return infix("+");
    case Op::subtract: return infix("-");
    case Op::multiply: return infix("*");
    case Op::divide: return infix("/");
    case Op::power: return fmt::format("{}^{}", written(node->a), node->number);
    case Op::sine: return written_call("sin", node);
    case Op::cosine: return written_call("cos", node);
    case Op::exponential: return written_call("exp", node);
    case Op::tangent: return written_call("tanh", node);
    case Op::root: return written_call("sqrt", node);
    case Op::before: break;
  }
  return fmt::format("(if time < {} then {} else {})", node->number, written(node->a),
                     written(node->b));
}

void collect(const NodePointer& node, std::set<const Formula::Node*>& seen,
             std::vector<double>& times) {
  if (node == nullptr || !seen.insert(node.get()).second) return;
  if (node->op == Op::before) times.push_back(node->number);
  collect(node->a, seen, times);
  collect(node->b, seen, times);
}

}  // namespace

Formula::Formula(double number) : Formula(Node{.op = Op::number, .number = number}) {}
std::string Formula::text() const { return written(node_); }

Formula time_formula() { return Formula(Formula::Node{.op = Op::time}); }
Formula variable_formula(std::size_t index, std::string name) {
  return Formula(Formula::Node{.op = Op::variable, .index = index, .name = std::move(name)});
}
Formula operator+(const Formula& a, const Formula& b) { return binary(Op::add, a, b); }
Formula operator-(const Formula& a, const Formula& b) { return binary(Op::subtract, a, b); }
Formula operator*(const Formula& a, const Formula& b) { return binary(Op::multiply, a, b); }
Formula operator/(const Formula& a, const Formula& b) { return binary(Op::divide, a, b); }
Formula operator-(const Formula& a) { return Formula(-1.0) * a; }
Formula power(const Formula& a, int exponent) {
  return Formula(
      Formula::Node{.op = Op::power, .number = static_cast<double>(exponent), .a = a.node()});
}
Formula sin(const Formula& a) { return unary(Op::sine, a); }
Formula cos(const Formula& a) { return unary(Op::cosine, a); }
Formula exp(const Formula& a) { return unary(Op::exponential, a); }
Formula tanh(const Formula& a) { return unary(Op::tangent, a); }
Formula sqrt(const Formula& a) { return unary(Op::root, a); }
Formula before(double at, const Formula& a, const Formula& b) {
  return Formula(Formula::Node{.op = Op::before, .number = at, .a = a.node(), .b = b.node()});
}

void collect_breaks(const Formula& formula, std::vector<double>& times) {
  std::set<const Formula::Node*> seen;
  collect(formula.node(), seen, times);
}

void Tape::add(const Formula& formula) {
  results_.push_back(compile(formula.node()));
  kept_.push_back(formula.node());
  values_.resize(variables_ + instructions_.size());
}

std::size_t Tape::compile(const NodePointer& node) {
  if (node->op == Op::variable) return node->index;
  if (const auto found = known_.find(node.get()); found != known_.end()) return found->second;
  const std::size_t a = node->a != nullptr ? compile(node->a) : 0;
  const std::size_t b = node->b != nullptr ? compile(node->b) : 0;
  return known_[node.get()] = node->op == Op::power ? put_power(a, static_cast<int>(node->number))
                                                    : put({node->op, node->number, a, b});
}

std::size_t Tape::put(const Instruction& instruction) {
  instructions_.push_back(instruction);
  return variables_ + instructions_.size() - 1;
}

// By repeated squaring, as accurate as the program's own up to a few roundings.
std::size_t Tape::put_power(std::size_t value, int exponent) {
  if (exponent == 0) return put({Op::number, 1, 0, 0});
  if (exponent == 1) return value;
  const std::size_t half = put_power(value, exponent / 2);
  const std::size_t even = put({Op::multiply, 0, half, half});
  return exponent % 2 == 0 ? even : put({Op::multiply, 0, even, value});
}

void Tape::evaluate(long double time, std::span<const long double> x, std::span<long double> out) {
  long double* const v = values_.data();
  std::copy(x.begin(), x.end(), v);
  long double* to = v + variables_;
  for (const Instruction& i : instructions_) {
    switch (i.op) {
      case Op::number: *to = i.number; break;
      case Op::time: *to = time; break;
      case Op::add: *to = v[i.a] + v[i.b]; break;
      case Op::subtract: *to = v[i.a] - v[i.b]; break;
      case Op::multiply: *to = v[i.a] * v[i.b]; break;
      case Op::divide: *to = v[i.a] / v[i.b]; break;
      case Op::sine: *to = std::sin(v[i.a]); break;
      case Op::cosine: *to = std::cos(v[i.a]); break;
      case Op::exponential: *to = std::exp(v[i.a]); break;
      case Op::tangent: *to = std::tanh(v[i.a]); break;
      case Op::root: *to = std::sqrt(v[i.a]); break;
      case Op::before: *to = entered_ < i.number ? v[i.a] : v[i.b]; break;
      case Op::power:
      case Op::variable: break;  // never an instruction
    }
    ++to;
  }
  for (std::size_t k = 0; k < results_.size(); ++k) out[k] = v[results_[k]];
}

}  // namespace bw::test::oscillatory
