#pragma once
// The signals that the components of one loop write, and the distance of two versions of them.

#include <vector>

#include "base/tolerance.h"
#include "cosim/coupling/coupling.h"
#include "cosim/coupling/loops.h"
#include "model/signals.h"

namespace bw::cosim {

class LoopSignals {
 public:
  LoopSignals(const Coupling& coupling, const Loop& loop, const Tolerance& tolerance);

  bool has_reals() const { return !reals_.empty(); }
  const std::vector<std::size_t>& reals() const { return reals_; }  // positions in Signals
  double absolute(std::size_t i) const { return absolute_[i]; }     // tolerance of reals()[i]
  double relative() const { return relative_; }
  double weight(std::size_t i, const Signals& y) const;

  void copy(const Signals& from, Signals& to) const;
  void copy_discretes(const Signals& from, Signals& to) const;
  // The weighted root mean square of a - b: 1 is the tolerance.
  //   sqrt( (1/n) sum (d_i / w_i)^2 ),  w_i = R |a_i| + A,  n reals of the loop
  // NaN if any value is NaN: write tests as !(norm <= 1), never norm > 1.
  double distance(const Signals& a, const Signals& b) const;
  bool same_discretes(const Signals& a, const Signals& b) const;

 private:
  double relative_;
  std::vector<std::size_t> reals_;
  std::vector<double> absolute_;
  std::vector<Coupling::Place> places_;  // of the components
};

std::vector<LoopSignals> signals_of_loops(const Coupling& coupling, const Tolerance& tolerance);

// "prey - predator", for messages.
std::string name_of(const Coupling& coupling, const Loop& loop);

}  // namespace bw::cosim
