#pragma once
// The rounding noise of event indicators.
//
//   band_i = 16 (|z_i(t+, x+) - z_i| + |z_i(t+, x-) - z_i|)
//   x+, x-: each state moved by a rounding, in turn up and down; t+: the time likewise
//
// and at least eight times the difference of two evaluations for the same (t, x): a model that
// solves equations begins with its last solution.
//
// Within its band the sign of an indicator is arbitrary, and may change with every evaluation. A
// step should not end at an event there, because the model itself, evaluated at the event, may see
// either side: of two diodes that open together one would open later, by another event. An
// indicator that starts within its band has left its side only where it is outside of it.

#include <functional>
#include <span>
#include <vector>

namespace bw::ode {

class IndicatorNoise {
 public:
  using Evaluate = std::function<void(double t, std::span<const double> x, std::span<double> z)>;

  void measure(double t, std::span<const double> x, std::size_t indicators,
               const Evaluate& evaluate);
  void see(std::span<const double> z);  // at the end of a step: how large indicators become
  // Two evaluations for the same (t, x) differ by this; false: too much for rounding.
  bool widen(std::size_t i, double difference);

  double band(std::size_t i) const { return band_.empty() ? 0.0 : band_[i]; }
  // What a rounding of the states changes: an event needs no more distance from zero.
  double rounding(std::size_t i) const { return rounding_.empty() ? 0.0 : rounding_[i]; }
  bool covers(std::size_t i, double z) const {
    return -band(i) <= z && z <= band(i) && band(i) > 0;
  }
  bool covers_any(std::span<const double> z) const;
  // Where the indicator was within its band at the begin and still is, it keeps its side.
  void keep_sides(std::span<const double> begin, std::span<double> z) const;

 private:
  bool is_small(std::size_t i, double change) const;

  std::vector<double> band_, rounding_;  // empty: not measured
  std::vector<double> least_, sizes_;    // of bands; of indicators
};

}  // namespace bw::ode
