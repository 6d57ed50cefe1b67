#pragma once
// The clocks of an FMI 3.0 instance: the next ticks of time-based clocks, the triggered clocks, and
// the number of ticks of each.
//
//   periodic    ticks at start + shift + k * interval, multiplied and never accumulated
//   changing    the interval to the next tick is queried after each tick
//   countdown   after any event the FMU gives the seconds to the next tick
//   triggered   inputs tick by trigger(); output and local clocks when the FMU says so

#include <limits>
#include <utility>
#include <vector>

#include "fmi/description/description.h"
#include "fmi/description/layout.h"
#include "fmi/instance/instance.h"

namespace bw::fmi {

// Relative difference below which two times count as the same: a step between them would be empty.
inline constexpr double same_time = 1e-12;

class Clocks {
 public:
  Clocks(const Layout& layout, Instance& instance);

  // The instance has left initialisation.
  void begin(double start);
  double next() const;  // the next tick of a time-based clock; infinite: none

  // References of the input clocks that tick now, those of higher priority first; counts the ticks
  // and schedules the next ones.
  const std::vector<Reference>& take_due(double t);
  // A triggered input clock that ticks with the next take_due().
  void trigger(std::size_t variable) { pulled_.push_back(variable); }
  // Reads the active output and local clocks; in event mode, before the discrete states are
  // updated.
  void watch();
  // Intervals that the FMU computes; after an event at t.
  void renew(double t);

  std::int64_t ticks(std::size_t variable) const { return ticks_[variable]; }

  struct Timed {
    Reference reference = 0;
    std::size_t variable = 0;
    Clock::Interval kind{};
    std::uint32_t priority = 0;
    double interval = 0;
    double origin = 0;       // of the ticks that are counted
    std::int64_t count = 0;  // of ticks since the origin
    double next = std::numeric_limits<double>::infinity();
  };

  // Everything that a rollback must restore.
  struct Memory {
    std::vector<Timed> timed;
    std::vector<std::int64_t> ticks;
  };
  void save(Memory& into) const { into = {timed_, ticks_}; }
  void restore(const Memory& from) { timed_ = from.timed, ticks_ = from.ticks; }

 private:
  void plan(Timed& clock, double start);

  const Description& description_;
  Instance& instance_;
  std::vector<Timed> timed_;                                // by priority
  std::vector<std::pair<Reference, std::size_t>> watched_;  // and their variables
  std::vector<std::size_t> pulled_;  // triggered inputs that tick with the next event
  std::vector<Reference> watched_references_, due_;
  std::vector<std::int64_t> ticks_;  // by variable; empty where there are no clocks
};

}  // namespace bw::fmi
