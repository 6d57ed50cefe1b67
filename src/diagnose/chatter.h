#pragma once
// Many events in a short time: a switch that goes to and fro. Each of them ends a step, so that the
// run is slow, and what happens in between is seldom meant. Where the time comes to a stop,
// ode/zeno and too-many-events ring instead.
//
//   the most state events of one indicator within a hundredth of the run;  chatter: 100 or more

#include <optional>
#include <span>

#include "model/event_mark.h"

namespace bw::diagnose {

constexpr double chatter_share = 0.01;  // of the run
constexpr long chatter_events = 100;

struct Chatter {
  std::size_t indicator = 0;
  long events = 0;
  double begin = 0, end = 0;  // of the first and the last of them
};

// The worst of it; nothing: there is none. `run`: the length of the run.
std::optional<Chatter> find_chatter(std::span<const model::EventMark> marks, double run);

}  // namespace bw::diagnose
