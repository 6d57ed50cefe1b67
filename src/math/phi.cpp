#include "math/phi.h"

#include <cmath>

#include "math/constants.h"

namespace bw::math {

Phi phi(std::complex<double> z) {
  constexpr double near = 4;
  constexpr int most_terms = 60;
  Phi all{};
  all[0] = std::exp(z);
  if (std::abs(z) > near) {
    for (std::size_t k = 0; k < highest_phi; ++k) all[k + 1] = (all[k] - inverse_factorials[k]) / z;
    return all;
  }
  std::complex<double> term = inverse_factorials[highest_phi], sum = term;
  for (int j = 1; j < most_terms; ++j) {
    term *= z / static_cast<double>(static_cast<int>(highest_phi) + j);
    sum += term;
    if (std::norm(term) < epsilon * epsilon / 64 * std::norm(sum)) break;
  }
  all[highest_phi] = sum;
  for (std::size_t k = highest_phi; k > 1; --k) all[k - 1] = z * all[k] + inverse_factorials[k - 1];
  return all;
}

}  // namespace bw::math
