#pragma once
// Values known before the run: constants, parameters, and formulas of them.

#include <unordered_map>
#include <vector>

#include "equation/core/expression.h"
#include "equation/sort/system.h"

namespace bw::equation {

class ParameterValues {
 public:
  using Given = std::unordered_map<std::uint32_t, double>;  // parameters that the user set

  // Both must outlive it. `start`: the time at which the run starts.
  ParameterValues(const System& system, const Given& given, double start = 0)
      : system_(system), given_(given), start_(start) {}

  // Throws InputError where a parameter depends on itself.
  double of(Node node);
  double of_variable(std::uint32_t parameter);

 private:
  bool push(Node node);
  Node definition(std::uint32_t parameter) const;
  void compute(Node node);

  const System& system_;
  const Given& given_;
  double start_;
  std::unordered_map<Node, double> values_;
  std::unordered_map<Node, bool> is_open_;
  std::vector<Node> stack_;
};

}  // namespace bw::equation
