#pragma once
// The largest eigenvalue of a matrix that is only known by its products with vectors, real or one
// of a complex pair.
//
//   v_0 of length 1, v_1 = J v_0, v_2 = J v_1
//   v_2 = a v_1 + b v_0 in least squares: the roots of  s^2 = a s + b
//   next v_0: v_2, normalised; for the next matrix with a small share of the first v_0
//
// Without that share a mode that has no part in v_0 would never be found when it becomes the
// fastest one: in a system of two that do not act on each other, say.
// A few products give the magnitude of the rate, not its digits.
// Source: power iteration for pairs, J. H. Wilkinson, The Algebraic Eigenvalue Problem 1965, 9.

#include <cstddef>
#include <span>
#include <vector>

namespace bw::math {

struct DominantPair {
  double size = 0;     // |lambda|
  double turning = 0;  // |Im lambda| / |lambda|
};

class PowerIteration {
 public:
  explicit PowerIteration(std::size_t size = 0);

  // `multiply(v, into)`. Continues from nearly the vector of the last call.
  template <class Multiply>
  DominantPair improve(Multiply&& multiply, int rounds) {
    DominantPair pair;
    admit_others();
    for (int round = 0; round < rounds; ++round) {
      multiply(std::span<const double>(v_), std::span<double>(first_));
      multiply(std::span<const double>(first_), std::span<double>(second_));
      pair = fit();
      if (!go_on()) break;
    }
    return pair;
  }

 private:
  void admit_others();
  DominantPair fit() const;
  bool go_on();  // false: the products vanish or are not finite

  std::vector<double> v_, start_, first_, second_;
  bool used_ = false;
};

}  // namespace bw::math
