#pragma once
// Events that come faster and faster and never pass a certain time, like the bounces of a ball that
// nothing brings to rest (Zeno of Elea; K. H. Johansson, M. Egerstedt, J. Lygeros, S. Sastry 1999).
//
//   intervals d_k between crossings of one indicator in one direction,  r = d_k / d_(k-1) < 1
//   steady limit = t_k + d_k r / (1 - r)
//
// It is told when the limit is nearer than 1e-9 of the run: no model means intervals that short,
// and they are still a million times longer than the digits of the time, so that r is no rounding
// noise.

#include <optional>
#include <span>

#include "model/event_mark.h"

namespace bw::ode {

// The limit of the events that `marks` end with; `run`: the length of the run.
std::optional<double> zeno_limit(std::span<const model::EventMark> marks, double run);

}  // namespace bw::ode
