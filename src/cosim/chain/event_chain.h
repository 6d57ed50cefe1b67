#pragma once
// A chain that locates events, for components that can roll back to any time.
//
//   in every interval, from t to T, with its n steps:
//     n steps to T; then two tiny steps, for the test only: a component whose input crossed a
//     threshold in the last step reacts in them
//     no discontinuity: accept
//     else  bisect the length L on "discontinuity in n steps over L and two tiny steps";
//           n steps over L-, tiny steps until it has occurred and no reaction follows; an event at
//           t + L-; continue with the rest of the interval, again n steps
//
// A component may report its event. It does so for the steps it was given; other steps to the event
// move it, and a few iterations find the length whose n steps end at the reported event.
//
// The whole length up to an event is divided into n steps, so that the event time is as smooth a
// function of 1/n as the signals are, and is extrapolated like them. A discontinuity: a discrete
// signal changes, or a real one changes in one step far more than in the steps around it. A suspect
// that turns out to be steep but continuous is ignored for the rest of the interval.

#include "cosim/chain/chain.h"
#include "cosim/coupling/coupling.h"

namespace bw::cosim {

void run_event_chain(Coupling& coupling, const ChainOrder& order, const RowReader& reader,
                     const std::function<bool()>& wanted, Path& path);

}  // namespace bw::cosim
