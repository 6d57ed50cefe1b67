#pragma once
// A chain that locates events, for components that can be set back to any time.
//
//   in every cell, from t to T, with its n steps:
//     walk(T - t); then two tiny steps, kept for the test only: who has been told of a crossing by
//     the step before reacts in them
//     nothing jumped: accept
//     else  bisect the length L on "something jumps in walk(L) and two tiny steps";
//           walk(L-), tiny steps until it has happened and nothing more follows; an event at t +
//           L-; go on with the rest of the cell, again n steps
//
// A component may tell its event: it knows it for the steps that it was asked to make. With the way
// to it divided anew it is another one, and a few rounds find the way that ends at its own event.
//
// The whole way to an event is divided, so that the event's time is as smooth a function of 1/n as
// the signals are, and is extrapolated like them. Something jumps: a discrete signal changes, or a
// real one changes in one step far more than in the steps around it. A suspect that turns out to be
// steep and no jump is left alone for the rest of the cell.

#include "cosim/chain/chain.h"
#include "cosim/coupling/coupling.h"

namespace bw::cosim {

void run_event_chain(Coupling& coupling, const ChainOrder& order, const RowReader& reader,
                     const std::function<bool()>& wanted, Path& path);

}  // namespace bw::cosim
