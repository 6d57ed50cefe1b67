#include "diagnose/chatter.h"

#include <map>
#include <vector>

namespace bw::diagnose {

std::optional<Chatter> find_chatter(std::span<const model::EventMark> marks, double run) {
  if (marks.size() < static_cast<std::size_t>(chatter_events)) return {};
  std::map<std::size_t, std::vector<double>> times;  // per indicator
  for (const model::EventMark& mark : marks)
    if (mark.kind == model::EventMark::Kind::state) times[mark.indicator].push_back(mark.time);
  std::optional<Chatter> worst;
  for (const auto& [indicator, of_one] : times) {
    std::size_t first = 0;
    for (std::size_t last = 0; last < of_one.size(); ++last) {
      while (of_one[last] - of_one[first] > chatter_share * run) ++first;
      const long events = static_cast<long>(last - first) + 1;
      if (events >= chatter_events && (!worst || events > worst->events))
        worst = Chatter{indicator, events, of_one[first], of_one[last]};
    }
  }
  return worst;
}

}  // namespace bw::diagnose
