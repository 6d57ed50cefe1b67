#pragma once
// Finds spots in the steps of a chain where a signal may not be smooth: a pulse inside a component,
// a kink, a steep front. With the slopes s of five steps in a row and their changes per time q,
//
//   |s_2| > 8 max(|s_1|, |s_3|)  and  |s_2| h > w                        it is steep in one step
//   max(|s_2|, |s_3|) > 8 max(|s_1|, |s_4|), neither 8 times the other    or in two, which share it
//   max(|q_2|, |q_3|) > 8 max(|q_1|, |q_4|)  and  |s_3 - s_1| h > w / 2   it is bent
//
// These are hints, for checks that decide: certify/spots.h. At the start of a run, and after
// events, the slopes before are not known, and those after it must be 20 times smaller.
//
// Where short steps follow long ones, a signal that lags behind by a part of a step catches up in
// the first of them: one slope differs, and those around it are alike. This may also be a pulse, so
// it is recorded for each signal, and chains are compared. So is every front in a step that is not
// as long as the one before it.

#include <vector>

#include "cosim/chain/recent_slopes.h"

namespace bw::cosim {

struct Spot {
  double time = 0;       // within the step
  double size = 0;       // in tolerances
  int catching_up = -1;  // the signal that may only be catching up; -1: something else
  // Of a front, which is steep in one step only: the length of that step, and the largest change of
  // a slope across it, of any signal, in tolerances per time. 0: not a front.
  double step = 0, bend = 0;

  bool operator==(const Spot&) const = default;
};

// Adds the spots of the middle one of the last five steps.
void find_spots(const RecentSlopes& recent, std::vector<Spot>& spots);

}  // namespace bw::cosim
