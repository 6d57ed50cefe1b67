#pragma once
// Finds suspects for a discontinuity in the steps of a chain: a discrete signal that changed, or a
// real one that changed in one step far more than in the steps around it,
//
//   |d_k| / h_k > 20 max(|d_{k-1}| / h_{k-1}, |d_{k+1}| / h_{k+1})  and  |d_k| > w / 10
//
// or one that was constant, changed by any amount and is constant again: the output of a sampled
// controller may come out near the old one.
//
// event_chain.h decides whether it is a discontinuity.

#include <set>
#include <vector>

#include "base/tolerance.h"
#include "cosim/coupling/coupling.h"
#include "model/signals.h"

namespace bw::cosim {

struct Suspect {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  bool discrete = false;
  std::size_t signal = none;     // real
  double before = 0, after = 0;  // its value
  bool stood_still = false;      // before the change
  double fraction = 0.5;         // fraction of the change that counts as done

  bool is_past(const Signals& y) const;
};

class SuspectWatch {
 public:
  SuspectWatch(const Coupling& coupling, const Tolerance& tolerance);

  // A step of h from `now` to `next`, in a piece that began with `start`. True: there is a suspect.
  bool see(const Signals& start, const Signals& now, const Signals& next, double h);
  // Whether the last step itself is suspect, with only tiny steps after it, from `end` to `next`.
  bool last_step(const Signals& end, const Signals& next);
  // Tiny steps after the last one, from `end` to `next`.
  bool after(const Signals& start, const Signals& end, const Signals& next);

  const Suspect& suspect() const { return suspect_; }
  bool any_large(const Signals& a, const Signals& b) const;
  // Whether something changes from b to c by a large amount, and not about as it did from a to b.
  bool any_sudden(const Signals& a, const Signals& b, const Signals& c) const;

  void leave_alone(std::size_t signal) { left_alone_.insert(signal); }  // in this interval
  void begin_interval() { left_alone_.clear(); }
  void forget();  // the previous steps: this jump is known

  // For a rollback.
  struct Rate {
    double last = 0, before = 0;  // of the signal in the last two steps
    double from = 0, to = 0;      // its values in the last one
    int still = 0;                // consecutive steps without any change
    int still_before = 0;         // likewise, before the change
  };
  struct Memory {
    std::vector<Rate> rates;
    int seen = 0;  // steps since the last event
  };
  const Memory& memory() const { return memory_; }
  void remember(const Memory& memory) { memory_ = memory; }

 private:
  bool is_large(std::size_t i, double from, double to) const;
  bool accuse(std::size_t i, double from, double to);
  bool accuse_still(std::size_t i);

  double relative_;
  std::vector<double> absolute_;  // tolerances
  Memory memory_;
  Suspect suspect_;
  std::set<std::size_t> left_alone_;  // suspects of this interval that were continuous
};

}  // namespace bw::cosim
