#pragma once
// The tolerance of steps whose errors all later revolutions amplify.
//
//   w = share R,  where w >= 1e-14;  else 1e-14 (w / 1e-14)^(1/8)
//
// Below 1e-14 rounding chooses the sizes of the steps, and from some place on they cannot become
// shorter: two integrations with different tolerances would make the same steps, and with them the
// same errors. So it falls slowly from there on, and never to the same value.

#include <algorithm>
#include <cmath>

namespace bw::ode {

constexpr double tight_share = 1e-4;  // of the tolerance R

inline double tight_tolerance(double relative) {
  constexpr double least = 1e-14, slowly = 1.0 / 8;
  const double wanted = tight_share * relative;
  if (wanted >= least) return wanted;
  return std::min(relative, least * std::pow(wanted / least, slowly));
}

}  // namespace bw::ode
