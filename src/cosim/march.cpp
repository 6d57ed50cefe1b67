#include "cosim/march.h"

#include <algorithm>
#include <cmath>

namespace bw::cosim {
namespace {

constexpr double smallest_rest = 1e-6;  // of an interval

MarchEnd::Reason reason_of(PartStatus status) {
  switch (status) {
    case PartStatus::discarded: return MarchEnd::Reason::part_discarded;
    case PartStatus::terminated: return MarchEnd::Reason::part_terminated;
    case PartStatus::interrupted: return MarchEnd::Reason::asked_to_stop;
    default: return MarchEnd::Reason::not_finite;
  }
}

}  // namespace

std::int64_t Grid::intervals() const {
  const double count = (stop - start) / interval;
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(count - smallest_rest)));
}

MarchEnd march(Coupling& coupling, Master& master, const Grid& grid, MarchObserver& observer) {
  Signals next = coupling.now();
  MarchEnd end{.time = grid.start};
  bool go_on = observer.accepted(end.time, true);
  const std::int64_t intervals = grid.intervals();
  for (std::int64_t r = 0; r < intervals; ++r) {
    const double from = end.time;
    const double to =
        r + 1 == intervals ? grid.stop : grid.start + static_cast<double>(r + 1) * grid.interval;
    for (int k = 1; k <= grid.substeps; ++k) {
      if (!go_on) [[unlikely]] {
        end.reason = MarchEnd::Reason::asked_to_stop;
        return end;
      }
      const bool last = k == grid.substeps;
      const double t = last ? to : from + (to - from) * k / grid.substeps;
      // t - end.time and not h: end.time + (t - end.time) is t without rounding, so the parts'
      // clocks and ours never drift apart.
      const PartStatus status = master.step(coupling, end.time, t - end.time, next);
      if (status != PartStatus::ok) [[unlikely]] {
        end.reason = reason_of(status);
        // Where nobody else has gone further, the last moment is a row like others.
        const Trouble& last_moment = coupling.trouble();
        if (coupling.size() == 1 && last_moment.has_outputs && last_moment.time > end.time) {
          end.time = last_moment.time;
          coupling.accept(next);
          observer.accepted(end.time, true);
        }
        return end;
      }
      coupling.accept(next);
      end.time = t;
      ++end.steps;
      go_on = observer.accepted(t, last);
    }
  }
  return end;
}

}  // namespace bw::cosim
