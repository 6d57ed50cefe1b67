#pragma once
// Port derivatives of a model for the requested inputs and outputs.

#include <cstdint>
#include <span>
#include <vector>

#include "equation/code/machine.h"
#include "equation/live/run_state.h"
#include "model/port_derivatives.h"

namespace bw::equation {

class PortReader {
 public:
  // Variables by number; those that are not real are left out. The machine must outlive it.
  PortReader(const Machine& machine, const std::vector<std::size_t>& inputs,
             const std::vector<std::size_t>& outputs);

  bool knows() const { return knows_; }
  const model::PortPattern* pattern() const { return knows_ ? &pattern_ : nullptr; }
  [[nodiscard]] bool read(RunState& state, double t, std::span<const double> x,
                          model::PortMatrices& into);

 private:
  struct Entry {  // of a matrix: sign times an entry of the program; without one the sign itself
    std::uint32_t from;
    double sign;
  };
  void find_columns(const std::vector<std::size_t>& inputs);
  void add_derivative(std::size_t state);
  void add_output(std::size_t output);
  void fill(const std::vector<Entry>& entries, std::vector<double>& into) const;

  const Machine& machine_;
  bool knows_ = true;
  std::vector<std::uint32_t> columns_;  // each input of the program: its place among those wanted
  std::vector<std::uint32_t> rows_;     // each variable: its output of the program
  std::vector<std::uint32_t> begins_;   // of the rows of the program
  model::PortPattern pattern_;
  std::vector<Entry> b_, c_, d_;
  std::vector<double> entries_;
};

}  // namespace bw::equation
