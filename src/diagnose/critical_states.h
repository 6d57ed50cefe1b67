#pragma once
// Which states limit the step size: for every step that is rejected because of its error, each
// state whose own error exceeds its weight is counted.
//
//   share_i = count_i / rejected steps
//
// Source: F. E. Cellier, P. J. Moebius 1979, VI.

#include <span>
#include <utility>
#include <vector>

namespace bw::diagnose {

class CriticalStates {
 public:
  explicit CriticalStates(std::size_t states = 0) : counts_(states) {}

  // The error of each state in units of its weight.
  void add(std::span<const double> shares);

  long rejected() const { return rejected_; }
  // State and share, the largest first; those that never exceeded their weight are left out.
  std::vector<std::pair<std::size_t, double>> ranked() const;

 private:
  long rejected_ = 0;
  std::vector<long> counts_;
};

}  // namespace bw::diagnose
