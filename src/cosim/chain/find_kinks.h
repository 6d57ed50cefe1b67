#pragma once
// Finds kinks of real signals in the steps of a chain: limits, dead zones, contacts and diodes bend
// a signal, and no step size resolves a bend. With the slopes s of five steps in a row, the middle
// one has a kink where the slope changes across it far more than around it:
//
//   |s_3 - s_1| > 3 q |t_3 - t_1|,  q = max(|s_1 - s_0| / |t_1 - t_0|, |s_4 - s_3| / |t_4 - t_3|),
//   t the middles of the steps, and  |s_3 - s_1| h_2 > w / 2
//
// It is where the signal's courses before and after it meet. A small jump looks alike.

#include <cstddef>
#include <vector>

#include "cosim/chain/recent_slopes.h"

namespace bw::cosim {

struct Kink {
  double time = 0;
  double step = 0;         // length of the step that it was found in
  double bend = 0;         // change of the slope
  double weight = 0;       // tolerance of the signal there
  std::size_t signal = 0;  // position among the reals

  bool operator==(const Kink&) const = default;
};

// Adds the kink of the middle one of the last five steps, for each signal that has one. In the
// first two steps of a run only what follows can be compared, with
// q_k = (s_k - s_{k-1}) / (t_k - t_{k-1}):
//
//   |q_1 - q_2| > 3 max(|q_2|, |q_3|, |q_4|)        in the first step
//   |s_2 - s_0| > 3 max(|q_3|, |q_4|) |t_2 - t_0|   in the second
//
// Two curvatures, since one may be 0 where a smooth signal turns.
void find_kinks(const RecentSlopes& recent, std::vector<Kink>& kinks);
// Likewise in the last two steps, at the end of a run.
void find_last_kinks(const RecentSlopes& recent, std::vector<Kink>& kinks);

}  // namespace bw::cosim
