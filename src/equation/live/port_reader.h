#pragma once
// Port derivatives of a model for the requested inputs and outputs.

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
  [[nodiscard]] bool read(RunState& state, double t, std::span<const double> x,
                          model::PortMatrices& into);

 private:
  struct Row {
    std::size_t row = 0;  // of the pattern; beyond it: that of a state
    std::size_t state = 0;
    bool is_state = false, opposite = false;
  };
  void find_rows(const std::vector<std::size_t>& outputs);
  void find_columns(const std::vector<std::size_t>& inputs);
  void spread(std::size_t row, double sign, std::span<double> by_states,
              std::span<double> by_inputs) const;

  const Machine& machine_;
  bool knows_ = true;
  std::vector<Row> rows_;             // each output
  std::vector<std::size_t> columns_;  // each column of the pattern behind the states: its input
  std::size_t inputs_ = 0;
  std::vector<std::size_t> begins_;  // of the rows of the pattern
  std::vector<double> entries_, unused_;
};

}  // namespace bw::equation
