#pragma once
// Handles an event of an instance with an event mode, for model exchange and co-simulation:
//
//   enter event mode; set the discrete inputs; activate the clocks that are due
//   repeat  watch clocks; update the discrete states  until nothing changes
//
// The caller then returns the instance to continuous-time or step mode.

#include "base/value.h"
#include "fmi/description/layout.h"
#include "fmi/instance/clocks.h"
#include "fmi/instance/instance.h"
#include "fmi/instance/variable_group.h"
#include "model/signals.h"

namespace bw::fmi {

// A component with more events without any progress is stuck.
inline constexpr int most_simultaneous_events = 1000;

class Events {
 public:
  // `inputs` are the input scalars of the component; those that act at events only are set here.
  Events(const Layout& layout, Instance& instance, std::span<const std::size_t> inputs);

  // The inputs that may be set between events: continuous reals, by lane.
  VariableGroup& continuous_inputs() { return continuous_; }
  model::SignalsIn continuous_part(const model::SignalsIn& u);

  // True when an input that acts at events only has changed since the last event.
  bool inputs_changed(const model::SignalsIn& u) const;

  // The first event follows initialisation, when event mode is already entered.
  EventInfo begin(double start, const model::SignalsIn& u);
  EventInfo handle(double t, const model::SignalsIn& u);

  double next() const { return std::min(next_time_event_, clocks_.next()); }
  Clocks& clocks() { return clocks_; }

  struct Memory {
    Clocks::Memory clocks;
    std::vector<double> reals;
    std::vector<Discrete> discretes;
    double next_time_event = 0;
  };
  void save(Memory& into) const;
  void restore(const Memory& from);

 private:
  // A clocked input is set only when one of its clocks ticks.
  struct Clocked {
    VariableGroup group;
    std::vector<Reference> clocks;
    std::size_t lane = 0;  // its place there
    bool real = false;
  };

  EventInfo iterate(double t, const model::SignalsIn& u);
  void set_inputs(const model::SignalsIn& u);
  void set_clocked_inputs(const model::SignalsIn& u, const std::vector<Reference>& due);
  void pull_triggered(const model::SignalsIn& u);

  Instance& instance_;
  Clocks clocks_;
  std::vector<std::size_t> continuous_lane_, held_lane_;  // places in the real lane
  VariableGroup continuous_, held_;                       // held: set at events only
  std::vector<std::size_t> discrete_lane_;                // of the held ones
  std::vector<Clocked> clocked_;
  std::vector<std::pair<std::size_t, std::size_t>> triggers_;  // place in the lane, clock variable
  bool has_discretes_ = false;
  std::vector<double> continuous_values_, held_values_;
  std::vector<Discrete> held_discretes_;
  std::vector<Discrete> discretes_;  // all of them at the last event
  double next_time_event_ = std::numeric_limits<double>::infinity();
  std::unique_ptr<bool[]> ones_;
};

}  // namespace bw::fmi
