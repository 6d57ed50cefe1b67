#pragma once
// Crossings within a step that its ends do not show: an indicator may change its sign twice or
// three times.
//
//   z at 1/4, 1/2 and 3/4 of the step's dense output; with the ends: a polynomial of degree 4
//   where the polynomial changes its sign before the samples do: evaluate there
//   where it turns back close to zero: follow the turning point by parabolas through exact values
//
// Three evaluations for each step while no indicator comes near zero.
// Source: L. F. Shampine, I. Gladwell, R. W. Brankin 1991 (events by the polynomial of the step).

#include <functional>
#include <optional>

#include "ode/events/crossing.h"

namespace bw::ode {

class StepScan {
 public:
  using Evaluate = std::function<void(double t, std::span<double> z)>;

  explicit StepScan(std::size_t indicators);

  struct Found {
    std::optional<Bracket> crossing;  // the first one, as far as it shows
    std::optional<double> graze;      // an indicator turns back here, very close to zero
    std::span<const double> turns;    // others that turn back, not as close
  };
  // Of the step from lo to hi; the callback fills z for a time between.
  Found look(double lo, double hi, std::span<const double> z_lo, std::span<const double> z_hi,
             const Evaluate& evaluate);

  void forget();  // the previous step

 private:
  static constexpr std::size_t samples = 5;
  struct Turn {
    double at = 1;  // relative position in the step
    bool crosses = false;
  };

  double time(double share) const { return lo_ + share * (hi_ - lo_); }
  bool left(std::size_t sample) const { return has_left(z_[0], z_[sample]); }
  void search_between(std::size_t indicator, const Evaluate& evaluate, Turn& first);
  std::optional<Turn> follow(std::size_t indicator, double from, double middle, double to,
                             double near, const Evaluate& evaluate);
  bool trial_left(std::size_t indicator) const;
  double side_value(double share, std::size_t indicator, const Evaluate& evaluate);

  double lo_ = 0, hi_ = 0;
  std::vector<std::vector<double>> z_;  // of each sample
  std::vector<double> trial_, turns_;
  std::vector<bool> approaching_;  // per indicator, at the end of the previous step
};

}  // namespace bw::ode
