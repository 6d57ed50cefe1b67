#pragma once
// Zeno behaviour: events accumulate before a limit time, like the bounces of a ball that nothing
// brings to rest (K. H. Johansson, M. Egerstedt, J. Lygeros, S. Sastry 1999).
//
//   intervals d_k between crossings of one indicator in one direction,  r = d_k / d_(k-1) < 1
//   steady limit = t_k + d_k r / (1 - r)
//
// Or they shrink to a hundredth at least, and then stay the same and below 1e-6 of the simulated
// time: an FMU may shift its indicators a little after each event, and a ball that falls below the
// floor by that much bounces for ever, with intervals of rounding size.
//
// Reported when the limit is nearer than 1e-9 of the simulated time: no model intends intervals
// that short, and they are still a million times longer than the resolution of the time, so that r
// is no rounding noise.

#include <optional>
#include <span>

#include "model/event_mark.h"

namespace bw::ode {

// The limit of the events at the end of `marks`; `run`: the simulated time.
std::optional<double> zeno_limit(std::span<const model::EventMark> marks, double run);

}  // namespace bw::ode
