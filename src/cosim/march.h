#pragma once
// Marches a coupled system from start to stop with one step size.
//
//   interval r = 0, 1, ...:  t_r = start + r * interval       (multiplied, never accumulated)
//     `substeps` macro steps from t_r to t_{r+1}; accept; tell the observer
//
// The last interval ends at the stop time exactly: it is shorter where the stop time is no
// multiple, and a rest smaller than 1e-6 of an interval is added to the last one instead of being a
// step.

#include <cstdint>

#include "cosim/master.h"

namespace bw::cosim {

struct Grid {
  double start = 0, stop = 1;
  double interval = 1;  // > 0
  int substeps = 1;     // macro steps per interval

  std::int64_t intervals() const;
};

class MarchObserver {
 public:
  virtual ~MarchObserver() = default;
  // The coupling stands at t, accepted. Called at the start, after every macro step, and thus at
  // the stop; `at_grid` is true at the ends of intervals. False ends the march here.
  virtual bool accepted(double t, bool at_grid) = 0;
};

struct MarchEnd {
  enum class Reason { reached_stop, asked_to_stop, part_terminated, part_discarded, not_finite };
  Reason reason = Reason::reached_stop;
  double time = 0;  // of the last accepted signals
  long steps = 0;
};

// Numerical trouble is the end it returns; parts that cannot go on throw PartFailure.
MarchEnd march(Coupling& coupling, Master& master, const Grid& grid, MarchObserver& observer);

}  // namespace bw::cosim
