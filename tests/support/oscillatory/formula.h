#pragma once
// A formula that can be written as Modelica and evaluated in long double: a model and its reference
// have the same right-hand side, and the reference needs nothing of the program.

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace bw::test::oscillatory {

class Formula {
 public:
  enum class Op {
    number,
    time,
    variable,
    add,
    subtract,
    multiply,
    divide,
    power,
    sine,
    cosine,
    exponential,
    tangent,
    root,
    before
  };
  struct Node {
    Op op = Op::number;
    double number = 0;      // a constant, an exponent, or the time of `before`
    std::size_t index = 0;  // of a variable
    std::string name{};
    std::shared_ptr<const Node> a{}, b{};
  };

  Formula(double number);  // NOLINT: numbers are formulas
  explicit Formula(Node node) : node_(std::make_shared<const Node>(std::move(node))) {}
  const std::shared_ptr<const Node>& node() const { return node_; }
  std::string text() const;

 private:
  std::shared_ptr<const Node> node_;
};

Formula time_formula();
Formula variable_formula(std::size_t index, std::string name);
Formula operator+(const Formula& a, const Formula& b);
Formula operator-(const Formula& a, const Formula& b);
Formula operator*(const Formula& a, const Formula& b);
Formula operator/(const Formula& a, const Formula& b);
Formula operator-(const Formula& a);
Formula power(const Formula& a, int exponent);
Formula sin(const Formula& a);
Formula cos(const Formula& a);
Formula exp(const Formula& a);
Formula tanh(const Formula& a);
Formula sqrt(const Formula& a);
// if time < at then a else b: a time event.
Formula before(double at, const Formula& a, const Formula& b);

// Formulas as a list of instructions; common parts are computed once.
class Tape {
 public:
  // The number of variables, all of which have an index below it.
  explicit Tape(std::size_t variables) : variables_(variables), values_(variables) {}
  void add(const Formula& formula);
  // From here on `before` has the side that holds at this time and behind it.
  void enter(double time) { entered_ = time; }
  void evaluate(long double time, std::span<const long double> x, std::span<long double> out);
  std::size_t size() const { return results_.size(); }

  // Values have numbers: those of the variables, then one for each instruction.
  struct Instruction {
    Formula::Op op;
    double number;
    std::size_t a, b;  // values that it takes
  };
  const std::vector<Instruction>& instructions() const { return instructions_; }
  const std::vector<std::size_t>& results() const { return results_; }  // the values of formulas
  double entered() const { return entered_; }

 private:
  std::size_t compile(const std::shared_ptr<const Formula::Node>& node);
  std::size_t put(const Instruction& instruction);
  std::size_t put_power(std::size_t value, int exponent);

  std::size_t variables_;
  std::vector<long double> values_;
  double entered_ = 0;
  std::vector<Instruction> instructions_;
  std::vector<std::size_t> results_;
  std::map<const Formula::Node*, std::size_t> known_;
  std::vector<std::shared_ptr<const Formula::Node>> kept_;  // known_ has their addresses
};

// The times at which a `before` in the formula changes its side.
void collect_breaks(const Formula& formula, std::vector<double>& times);

}  // namespace bw::test::oscillatory
