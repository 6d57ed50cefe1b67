#pragma once
// How high the degree of an expression is, as a polynomial of time, states and inputs; of what is
// no polynomial an equivalent. A product of a high degree can be narrow although each factor is
// tame: cos(t)^2 squared ten times is a pulse.
//
//   leaves 1   a + b: max   a b: max   a^n: n a   sin, cos: at least 2   other functions: at least
//   3
//
// Names have the degree of what they stand for; unknowns of loops are leaves.

#include <vector>

#include "equation/core/expression.h"
#include "equation/sort/plan.h"
#include "equation/sort/system.h"

namespace bw::equation {

inline constexpr double high_degree = 12;

// Each node of the graph that the equations between events use.
std::vector<double> degrees_of(const Plan& plan, const std::vector<Varies>& varies);

}  // namespace bw::equation
