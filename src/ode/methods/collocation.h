#pragma once
// The polynomial of degree s through x at the begin of a step and x + z_i at its nodes: the dense
// output of a collocation method, and the first guess for the stages of the next step.

#include <vector>

#include "ode/methods/radau_table.h"

namespace bw::ode {

struct Collocation {
  const RadauTable* table = nullptr;  // null: nothing is known
  double begin = 0, end = 0;
  std::vector<double> z;  // stage after stage

  // The change since the begin, at a relative position in the step.
  void change(double share, std::span<double> dx) const;
  // Stages of a step that begins where this one ends.
  void continue_to(const RadauTable& next, double next_end, std::span<double> stages) const;
};

}  // namespace bw::ode
