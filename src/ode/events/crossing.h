#pragma once
// Locates the first sign change of an event indicator within a step.
//
//   bracket [lo, hi]: at lo all indicators are on their old sides, at hi some are not
//   repeat  mid = secant of the indicator whose zero comes first, weighted so that no end stalls
//                 (Illinois); every third time the middle itself
//           hi = mid if some indicator has left its side there, else lo = mid
//   until   hi - lo is a few roundings of the time
//
// The sides are z > 0 and z <= 0 (FMI 2.0, 3.2.1; FMI 3.0, 3.1). The result is hi, where the
// indicator has changed. Two changes of one indicator within a step cancel.
// Source: M. Dowell, P. Jarratt 1971 (Illinois); K. Hiebert, L. Shampine 1980 (several functions).

#include <functional>
#include <span>
#include <vector>

namespace bw::ode {

inline bool on_upper_side(double z) { return z > 0; }

// Whether some indicator has another side than in `old`.
bool has_left(std::span<const double> old, std::span<const double> now);

struct Bracket {
  double lo = 0, hi = 0;
  std::vector<double> z_lo, z_hi;
};

// Narrows the bracket. `indicators` fills z for a time within it.
void narrow(Bracket& bracket, const std::function<void(double t, std::span<double> z)>& indicators);

}  // namespace bw::ode
