#pragma once
// Events that only one of two integrations met, at the time of an event that both met. Some tools
// give an indicator of a time event a margin around zero (1e-11 s, say): behind the event it is
// within rounding, and the steps decide whether it crosses zero once more. Such an event moves no
// state and says nothing about the accuracy; what it changes is in the rows, which are compared.
// Simultaneous events of both (of three phases, say) may come in any order.

#include "ode/global_error.h"

namespace bw::ode {

// Leaves them out, and gives the fine ones the order of the coarse ones. `run`: the simulated time.
void leave_out_coincident(Solution& coarse, Solution& fine, double run);

}  // namespace bw::ode
