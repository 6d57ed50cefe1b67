#pragma once
// The right-hand side of a flat model in complex numbers of extended precision, for derivatives
// without cancellation:
//
//   df/dx_k = Im f(x + i h e_k) / h,   h so small that h^2 vanishes beside 1
//
// Loops are solved by Newton's method in the same numbers. Source: W. Squire, G. Trapp, Using
// Complex Variables to Estimate Derivatives of Real Functions, SIAM Review 40 (1998).

#include <complex>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "equation/sort/parameter_values.h"
#include "equation/sort/plan.h"

namespace bw::test {

class ComplexEquations {
 public:
  using Number = std::complex<long double>;
  // What the running model knows: "y", "der(y)", at the time in question.
  using Known = std::function<double(const std::string& name)>;

  // Discrete values and the sides of all relations are taken as they are at (t, x).
  ComplexEquations(const equation::FlatModel& model, double t, const std::vector<double>& x,
                   Known known);

  std::vector<Number> derivatives(double t, const std::vector<Number>& x);
  // Column k of df/dx.
  std::vector<double> column(std::size_t k, double t, const std::vector<double>& x);

 private:
  void run_steps();
  void solve(const equation::Loop& loop);
  bool settle();  // true: a relation has changed
  void forget() { values_.clear(); }
  Number value(equation::Node node);
  Number leaf(equation::Node node);
  Number variable(std::uint32_t index);
  Number power(const equation::Term& term);

  equation::Plan plan_;
  equation::ParameterValues::Given nothing_;
  equation::ParameterValues parameters_;
  Known known_;
  long double t_ = 0;
  std::vector<Number> x_;
  std::vector<long double> memory_;
  std::unordered_map<equation::Node, Number> values_;   // of expressions
  std::unordered_map<equation::Node, Number> defined_;  // of leaves that steps define
};

}  // namespace bw::test
