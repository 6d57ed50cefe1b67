#pragma once
// Extrapolation to step 0. Values y_i that were computed with n_i steps have the error
//
//   c_p n_i^-p + c_{p+s} n_i^-(p+s) + c_{p+2s} n_i^-(p+2s) + ...
//
// and sum w_i y_i is free of its first k - 1 terms for the weights of k values:
//
//   sum w_i = 1,   sum w_i n_i^-(p+js) = 0  for j = 0 .. k-2
//
// With z_i = n_i^-s the last ones say that w_i n_i^-p is orthogonal to all polynomials of z up to
// degree k - 2, hence  w_i = c n_i^p / prod_{j != i} (z_i - z_j).
// For p = s that is Aitken and Neville's scheme; for p = 2, s = 1 it is not.

#include <span>
#include <vector>

namespace bw::math {

std::vector<double> extrapolation_weights(std::span<const int> n, int p, int s);

// Largest factor by which the sum amplifies noise of the values.
double amplification(std::span<const double> weights);

// The power p with which values of n[0] < n[1] < n[2] steps converge, where
// |y_0 - y_1| / |y_1 - y_2| = ratio; limited to [-6, 12]. NaN for a NaN.
double observed_order(std::span<const int, 3> n, double ratio);

}  // namespace bw::math
