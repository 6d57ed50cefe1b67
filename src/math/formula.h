#pragma once
// A formula over variables, as a person types it: "m * v^2 / 2 + m * 9.81 * h".
//
//   sum    = ['-'] term { ('+' | '-') term }
//   term   = signed { ('*' | '/') signed }         signed = ['-'] power
//   power  = factor ['^' signed]                   -x^2 is -(x^2), 2^3^2 is 2^(3^2)
//   factor = number | variable | function '(' sum ')' | '(' sum ')'
//   function = sin cos tan exp log sqrt abs
//
// The names are given and the longest match is taken, so that they may contain dots, brackets,
// hyphens and der(x).

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bw::math {

class Formula {
 public:
  // Throws UsageError with the mistake and the character where it is.
  Formula(std::string_view text, const std::vector<std::string>& names);

  // `values`: one per name, in the same order.
  double operator()(std::span<const double> values) const;

  // The positions of the names that occur in it, ascending.
  const std::vector<std::size_t>& variables() const { return variables_; }

 private:
  friend class FormulaReader;
  enum class Kind { number, variable, negative, sum, difference, product, quotient, power, call };
  struct Step {
    Kind kind;
    double number = 0;
    std::size_t variable = 0;
    double (*function)(double) = nullptr;
  };

  std::vector<Step> steps_;  // operands before their operator
  std::vector<std::size_t> variables_;
  mutable std::vector<double> stack_;
};

}  // namespace bw::math
