#pragma once
// A quantity that the user knows to be conserved, E(y), along the rows of a result. The allowed
// drift follows from the tolerance of the variables in it:
//
//   drift(t) = |E(y(t)) - E(y(start))|,   allowed(t) = sum_i |E(y + w_i e_i) - E(y)|,
//   w_i = R |y_i| + A_i, to the side where E changes more
//
// A result within its tolerance keeps drift <= allowed. One that does not is wrong, or E is no
// conserved quantity of this model.

#include <vector>

#include "base/tolerance.h"
#include "math/formula.h"

namespace bw::diagnose {

class Drift {
 public:
  // `nominals`: one per value passed to see().
  Drift(math::Formula conserved, const Tolerance& tolerance, std::vector<double> nominals);

  void see(double t, std::span<const double> values);

  double first() const { return first_; }
  double largest() const { return largest_; }  // absolute drift
  // The largest drift as a share of the first value, or of the largest where that is zero.
  double relative() const;
  double excess() const { return excess_; }  // the largest drift / allowed ...
  double time() const { return time_; }      // ... and when
  bool is_computable() const {
    return computable_;
  }  // else time() is the first row where it is not

 private:
  double allowed(std::span<const double> values, double here);

  math::Formula conserved_;
  Tolerance tolerance_;
  std::vector<double> nominals_, moved_;
  bool has_first_ = false, computable_ = true;
  double first_ = 0, largest_ = 0, size_ = 0, excess_ = 0, time_ = 0;
};

}  // namespace bw::diagnose
