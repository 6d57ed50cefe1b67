#include "diagnose/chatter.h"

#include <map>
#include <vector>

namespace bw::diagnose {
namespace {

constexpr double bouncing = 0.25;  // share of impacts; a ball also leaves the floor, without one

}  // namespace

std::optional<Chatter> find_chatter(std::span<const model::EventMark> marks, double run) {
  if (marks.size() < static_cast<std::size_t>(chatter_events)) return {};
  struct Times {
    std::vector<double> all;
    std::vector<long> impacts{0};  // before each
  };
  std::map<std::size_t, Times> times;  // per indicator
  for (const model::EventMark& mark : marks) {
    if (mark.kind != model::EventMark::Kind::state) continue;
    Times& of_one = times[mark.indicator];
    of_one.all.push_back(mark.time);
    of_one.impacts.push_back(of_one.impacts.back() + (mark.moved_states ? 1 : 0));
  }
  std::optional<Chatter> worst;
  for (const auto& [indicator, of_one] : times) {
    std::size_t first = 0;
    for (std::size_t last = 0; last < of_one.all.size(); ++last) {
      while (of_one.all[last] - of_one.all[first] > chatter_share * run) ++first;
      const long events = static_cast<long>(last - first) + 1;
      const long impacts = of_one.impacts[last + 1] - of_one.impacts[first];
      const bool bounces = static_cast<double>(impacts) >= bouncing * static_cast<double>(events);
      if (events >= chatter_events && !bounces && (!worst || events > worst->events))
        worst = Chatter{indicator, events, of_one.all[first], of_one.all[last]};
    }
  }
  return worst;
}

}  // namespace bw::diagnose
