#pragma once
// The functions of exponential integrators, of a complex number.
//
//   phi_0(z) = exp(z),   phi_{k+1}(z) = (phi_k(z) - 1/k!) / z,   phi_k(0) = 1/k!
//   x' = z x + s^k / k!, x(0) = 0  has  x(1) = phi_{k+1}(z)
//
// Up to |z| = 4 by the series of phi_8 and the recursion downwards, beyond by the recursion
// upwards: each is accurate to a few roundings where it is used.
//
// Source: M. Hochbruck, A. Ostermann, Exponential integrators, Acta Numerica 2010.

#include <array>
#include <complex>
#include <cstddef>

namespace bw::math {

constexpr std::size_t highest_phi = 8;

constexpr std::array<double, highest_phi + 1> inverse_factorials = {
    1, 1, 1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720, 1.0 / 5040, 1.0 / 40320};

using Phi = std::array<std::complex<double>, highest_phi + 1>;

Phi phi(std::complex<double> z);

}  // namespace bw::math
