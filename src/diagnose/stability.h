#pragma once
// Where small errors grow. STAB is 1 while some eigenvalue of df/dx lies in the right half-plane,
// and FF5 is its mean over time. It is no error: Van der Pol's oscillator has 0.9999 and can be
// solved to all digits. But it shows where errors are amplified.
//
//   STAB = 1  if some  Re lambda_i > zero,  else 0;    FF5 = mean of STAB
//   zero = 1e-10 sigma_1;  with finite differences their rounding, if larger
//
// A conserved quantity has an eigenvalue of zero, and its sign is rounding.
//
// Source: F. E. Cellier, P. J. Moebius 1979, Towards robust general purpose simulation software,
// IV.

#include <complex>
#include <optional>
#include <span>
#include <vector>

namespace bw::diagnose {

// `noise`: of the entries of df/dx; nothing: they are exact.
double zero_of(double largest_singular_value, std::optional<double> noise);

// The number of eigenvalues with a real part above `zero`; STAB is whether any has.
std::size_t count_unstable(std::span<const std::complex<double>> values, double zero);

struct Period {
  double begin = 0, end = 0;
};

class Stability {
 public:
  // From `begin`, where the previous interval ended, to `end`.
  void add(double begin, double end, bool unstable);

  double share() const { return all_ > 0 ? unstable_ / all_ : 0.0; }  // FF5
  const std::vector<Period>& unstable_periods() const { return periods_; }

 private:
  double all_ = 0, unstable_ = 0;
  std::vector<Period> periods_;
};

}  // namespace bw::diagnose
