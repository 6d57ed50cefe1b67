#pragma once
// Locates a discontinuity of a signal. Halving the step distinguishes it from a steep signal: the
// error caused by a jump stays as large however short the step is, that of a smooth signal shrinks.
//
//   a step from t to `end` failed, with some severity (see Tried)
//   does a step of one resolution from t jump as much?  then the jump is at t itself
//   else bisect: lo, the longest step that passes; hi, the shortest that fails as badly
//   until hi - lo is the resolution; a failure that is much milder ends it: no jump
//   from lo, do short steps over hi jump as much?  else a limit of the test was just exceeded
//
// A jump at t itself: without iteration a component reacts to its neighbours one step late, so the
// cause may lie within the previous step. It is found by undoing that step and bisecting its length
// for "the reaction follows immediately".

#include <functional>
#include <optional>
#include <utility>

#include "cosim/march/stepper.h"

namespace bw::cosim {

struct Jump {
  double before = 0, after = 0;  // a resolution apart; a step to `before` passes
};

class Locator {
 public:
  // A search may be long: `is_wanted` is called repeatedly, false ends it.
  Locator(Stepper& stepper, double resolution, std::function<bool()> is_wanted)
      : stepper_(stepper), resolution_(resolution), is_wanted_(std::move(is_wanted)) {}

  double resolution() const { return resolution_; }

  // Nothing: it is no jump. The components are left anywhere; the next try takes them back.
  [[nodiscard]] std::optional<Jump> find(double t, double end, const Tried& failed);

  // For a jump immediately after the last step, which began at `from`: its cause within that step.
  // The step is undone in any case; nothing: no cause was found within it.
  std::optional<Jump> find_cause(double from, double to);

 private:
  bool jumps_after(double from, double to, double size);
  bool jumps_behind(double t, const Jump& jump, double size);

  Stepper& stepper_;
  double resolution_;
  std::function<bool()> is_wanted_;
};

}  // namespace bw::cosim
