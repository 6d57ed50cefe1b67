#pragma once
// Which variables are states where constraints leave a choice, during a run.
//
//   constraints: J dx = 0, a row each; scaled by nominal values
//   choose:      elimination with complete pivoting; pivots are not states, the others are
//   quality:     |det J_pivots| / sqrt(det J J^T), the cosine of the angle between what the states
//                can express and the movements that are possible; 0: the states do not determine it
//   a step that ends with less than a part of the quality at the last choice is an event; there the
//   states are chosen again:  s = S x with the new S
//
// Source: S. E. Mattsson, G. Söderlind, Index reduction in differential-algebraic equations using
// dummy derivatives, SIAM J. Sci. Comput. 14, 1993, 4 (dynamic selection); S as OpenModelica has
// it.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "equation/code/machine.h"
#include "equation/sort/system.h"

namespace bw::equation {

class StateSelection {
 public:
  explicit StateSelection(const Machine& machine);

  bool is_idle() const { return machine_.system().sets.empty(); }
  // Sizes of the candidates; those whose start value is to be kept rather than others'.
  void begin(std::span<const double> nominals);

  // All J, as the program `selections` computes them.
  std::span<double> matrices() { return matrices_; }
  struct Chosen {
    bool changed = false;
    std::uint32_t singular = unmatched;  // set whose constraints do not restrict anything there
  };
  // For the start: fixed and given start values are states rather than others.
  Chosen choose_for_start(std::span<double> w);
  // Of sets whose quality is too low now; their states' values are to be taken anew.
  Chosen choose_again(std::span<double> w, bool all);
  bool needs_choice(std::span<const double> w);

 private:
  struct Choice {
    std::vector<bool> is_state;  // each candidate
    double quality = 0;
  };
  const double* matrix(std::size_t set) const { return matrices_.data() + begins_[set]; }
  Choice best(std::size_t set, bool at_start) const;
  double quality(std::size_t set, const std::vector<bool>& is_state) const;
  std::vector<bool> present(std::size_t set, std::span<const double> w) const;
  void write(std::size_t set, const Choice& choice, std::span<double> w) const;

  const Machine& machine_;
  std::vector<std::size_t> begins_;  // of each set's matrix
  std::vector<double> matrices_;
  std::vector<std::vector<double>> sizes_;  // of each set's candidates
};

}  // namespace bw::equation
