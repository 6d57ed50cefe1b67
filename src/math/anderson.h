#pragma once
// Anderson acceleration of a fixed-point iteration z <- g(z) with residual r = g(z) - z:
//
//   z = g - sum_a gamma_a (g - g_a),   gamma minimises |r - sum_a gamma_a (r - r_a)|_2
//
// over the last few iterations a. Differences that depend on later ones are left out.
//
// Source: D. G. Anderson 1965; H. F. Walker, P. Ni 2011.

#include <cstddef>
#include <span>
#include <vector>

namespace bw::math {

class Anderson {
 public:
  explicit Anderson(std::size_t depth) : depth_(depth) {}

  void forget() { past_.clear(); }
  // `g` becomes the next z. `r` may be scaled, always in the same way: it decides what is small.
  void mix(std::span<double> g, std::span<const double> r);

 private:
  struct Past {
    std::vector<double> g, r;
  };

  std::size_t depth_;
  std::vector<Past> past_;  // the newest first
  std::vector<std::vector<double>> basis_, steps_;
};

}  // namespace bw::math
