#pragma once
// Refines a crossing with repeated steps of the method: its own solution counts, not the dense
// output, which only gives the start and the slopes of the indicators there.
//
//   t' = t - z / (dz/dt), a little further so that two trials bracket the crossing
//   dz/dt from the last two trials (secant), at first from the dense output
//   until the indicator has changed at t', and the zero is within the resolution of the clock
//
// A step must end at a time where the indicator has changed, so the last trial is one. At most a
// hundred trials, and one that repeats the best of them: an indicator that has not changed there
// depends on more than the time and the states, or on their last digits.

#include <span>
#include <vector>

#include "ode/events/crossing.h"

namespace bw::ode {

class Approach {
 public:
  // near: the crossing on the dense output; end: of the whole step; resolution: of the clock.
  // slopes: of the indicators there, empty: one of them is discontinuous.
  Approach(const Bracket& near, std::vector<double> slopes, double begin, double end,
           double resolution);

  double at() const { return at_; }  // the next end of the step to try
  // The step ended at at() with indicators z; `before` are those at its begin.
  void look(std::span<const double> before, std::span<const double> z);
  bool arrived() const { return arrived_; }
  bool lost() const { return lost_; }  // the method's own solution does not cross
  // It crossed once, and did not when the same step was repeated.
  bool vanished() const { return vanished_; }
  bool is_over() const { return arrived_ || lost_ || vanished_; }
  // What was seen where it crossed.
  std::span<const double> seen() const { return seen_; }

 private:
  void learn_slopes(std::span<const double> z);
  double zero(std::span<const double> before, std::span<const double> z, bool left) const;
  double next(double zero, bool left);

  Bracket near_;
  std::vector<double> slopes_, z_, seen_;  // z: of the previous trial, at t_; seen: at hi_
  double lo_, hi_, end_, resolution_;
  double at_, t_ = 0;
  bool hi_known_ = false, arrived_ = false, lost_ = false, vanished_ = false;
  bool last_left_ = false, repeats_ = false;
  int tries_ = 0, same_side_ = 0;
};

}  // namespace bw::ode
