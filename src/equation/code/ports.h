#pragma once
// The exact derivatives of outputs by states and inputs and of derivatives by inputs, for models
// that are joined with others.

#include <cstdint>
#include <vector>

#include "equation/code/program.h"
#include "equation/sort/plan.h"

namespace bw::equation {

struct Ports {
  bool exists = false;
  std::vector<std::uint32_t> inputs, outputs;     // real ones, by variable
  std::vector<std::vector<std::size_t>> pattern;  // rows: states, outputs; columns: states, inputs
};

// As the program "ports", along the pattern.
Ports add_ports(Plan& plan, Programs& programs);

}  // namespace bw::equation
