#pragma once
// Chattering: many events in a short time. Each event ends a step, so that the run is slow, and the
// switching is seldom intended. Where time stops advancing, ode/events/zeno and too-many-events
// report instead.
//
//   the most state events of one indicator within 1 % of the simulated time;  chatter: 100 or more
//
// Impacts change states: a ball that bounces ever faster until it rests does what its model says.

#include <optional>
#include <span>

#include "model/event_mark.h"

namespace bw::diagnose {

constexpr double chatter_share = 0.01;  // of the simulated time
constexpr long chatter_events = 100;

struct Chatter {
  std::size_t indicator = 0;
  long events = 0;
  double begin = 0, end = 0;  // of the first and the last of them
};

// The worst case; nothing: there is none. `run`: the simulated time.
std::optional<Chatter> find_chatter(std::span<const model::EventMark> marks, double run);

}  // namespace bw::diagnose
