#pragma once
// Finds out whether a run is nearly periodic, from the accepted steps of an explicit method.
//
//   sizes    sigma_i = max(|x_i| over some steps, nominal_i); |x|^2 = sum (x_i / sigma_i)^2
//   section  through a point z of the solution, phi(y) = sum d_i (y_i - z_i), with the normal
//            d_i = (next_i - z_i) / sigma_i^2, next: one step after z
//   return   phi rises, becomes negative and comes back to 0 from below, where |y - p| is at most
//            5 % of the largest |y - z| on the way; else at a later such crossing: orbits with
//            loops. p: z or the return before
//   period   tau_k between two returns; known where four in a row agree within 2 %
//   drift    kappa = m |p_m - p_0| / |p_2m - 2 p_m + p_0|: revolutions in which the drift changes
//            by itself; m = 2, 4, 8, until it can be distinguished from the errors of the steps.
//            A drift that begins at zero: m/2 sqrt(far / |p_2m - 2 p_m + p_0|), if that is more
//
// The first search begins where one of the first steps goes against the first one, about as fast.
// In runs that are long enough for it these steps, and those of the search, are made more accurate
// than required (ode/methods/automatic/oscillation_choice): as many as 8 of the usual ones, so
// that what does not oscillate costs little.
//
// A first drift that changes a little too fast is searched again, as accurately, over a fortieth of
// the run at most.
//
// A step costs some operations per state, one with a crossing its dense output. Where no period is
// found, or the run is too short for one to matter, most steps are not looked at.
//
// Source: K. Gallivan, C. W. Gear 1982 (detection of oscillating solutions); L. R. Petzold 1981.

#include <cstddef>
#include <span>
#include <vector>

#include "ode/kernel/integrator.h"
#include "ode/methods/choose.h"

namespace bw::ode {

struct Oscillation {
  double period = 0;  // 0: none
  double drift = 0;   // revolutions in which the change per revolution changes by itself
  double steps = 0;   // of the explicit method, per period
};

class OscillationWatch {
 public:
  // Why the last search ended; returned: with a period.
  enum class End { none, returned, no_return, period_varies, drift_changes, vain };

  struct Limits {
    double relative = 1e-4;   // tolerance of the steps
    double tightness = 1;     // share of it during the first search
    double slow_drift = 100;  // the least that matters
    bool awaits = false;      // ... where the first one changes faster
    double many_periods = thresholds::many_periods;
  };
  // At the start and after an event.
  void restart(std::span<const double> x, std::span<const double> nominals, const Limits& limits);
  // After each accepted step, which must not pass `limit`. True: there is a new oscillation().
  bool step(const Integrator& method, double limit) {
    if (asleep_ > 0) {
      --asleep_;
      steps_ = not_first;
      return false;
    }
    return look(method, limit);
  }
  // The first step since the restart is made again, from x, and more accurately.
  void repeat(std::span<const double> x) {
    crossing_.assign(x.begin(), x.end());
    steps_ = 0;
  }
  const Oscillation& oscillation() const { return found_; }
  // Another method makes the steps: what was seen is of no use.
  void interrupt() {
    phase_ = Phase::rest;
    awaits_first_ = false;
  }
  // The first search is left out: nothing shows an oscillation yet.
  void skip_first() {
    interrupt();
    steps_ = not_first;
  }
  // Whether the solution has come back at least once in this search.
  bool returns() const { return phase_ == Phase::returns && returns_ > 0; }
  // It is of no use, without a trial.
  void vain() { fail(End::vain); }
  // What was chosen for it did not pay and cost as much as this many steps: the next search waits,
  // four times longer each time.
  void failed(double steps);
  End last_end() const { return end_; }
  bool is_looking() const { return phase_ != Phase::rest; }
  // Since the last event: it goes on, or may begin with the next step.
  bool is_first_search() const { return awaits_first_ || (is_first_ && is_looking()); }

 private:
  enum class Phase { rest, sizes, normal, returns };
  static constexpr std::size_t most_returns = 16;
  static constexpr long not_first = 1L << 40;  // steps_: the first search is over, or too late

  bool look(const Integrator& method, double limit);
  bool is_long(const Integrator& method, double limit, double longer = 1) const;
  double tight_growth() const;
  void await_first(const Integrator& method, double limit);
  bool turns_back(const Integrator& method);
  bool steps_grow(const Integrator& method);
  void begin();
  bool fail(End end);
  void take_sizes(const Integrator& method);
  void take_normal(std::span<const double> x);
  bool seek(const Integrator& method);
  double phi(std::span<const double> y) const;
  void locate(const Integrator& method);
  bool take_crossing(const Integrator& method);
  bool judge();
  bool searches_again(double drift);
  double distance(std::span<const double> a, std::span<const double> b) const;
  double bend(std::size_t m) const;
  std::span<double> point(std::size_t k) { return {points_.data() + k * size_, size_}; }
  std::span<const double> point(std::size_t k) const { return {points_.data() + k * size_, size_}; }

  Limits limits_;
  Phase phase_ = Phase::rest;
  bool is_first_ = false, awaits_first_ = false;
  bool is_again_ = false;  // a first search, after one whose drift changed too fast
  End end_ = End::none;
  long asleep_ = 0;
  long steps_ = 0;                    // since the last event, until the first search
  long used_ = 0, since_return_ = 0;  // steps of this search, and since the last return
  long begin_steps_ = 0;              // used_ at the section's point
  double pause_ = 1, wait_ = 1;       // factors, grow with searches and trials in vain
  std::size_t size_ = 0, returns_ = 0;
  int loops_ = 0;
  double far_ = 0, phi_before_ = 0;
  double t_crossing_ = 0;
  double last_step_ = 0, least_step_ = 0;  // of the first ones
  double start_ = 0, limit_ = 0;  // of the time since the last event; as far as the run may go
  std::vector<double> nominals_, inverse_;  // 1 / sigma_i
  std::vector<double> normal_, crossing_;
  std::vector<double> points_, times_;  // z and the returns
  Oscillation found_;
};

}  // namespace bw::ode
