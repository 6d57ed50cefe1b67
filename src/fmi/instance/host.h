#pragma once
// Common to all users of an instance: guard the process, set start values, read values for rows,
// save states.

#include <memory>
#include <string>
#include <vector>

#include "base/bell.h"
#include "fmi/description/layout.h"
#include "fmi/instance/clocks.h"
#include "fmi/instance/events.h"
#include "fmi/instance/instance.h"
#include "fmi/instance/surroundings.h"
#include "fmi/instance/variable_group.h"
#include "model/blueprint.h"
#include "model/component.h"
#include "model/signals.h"
#include "model/variable.h"

namespace bw::fmi {

// Guards a call that may change the process: changes are undone and reported.
class Watch {
 public:
  Watch(std::string component, Bells& bells, std::shared_ptr<Surroundings> surroundings)
      : component_(std::move(component)), bells_(bells), surroundings_(std::move(surroundings)) {
    surroundings_->begin_life();
  }
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  template <class Work>
  void over(const char* phase, Work&& work) {
    struct Guard {
      Watch& watch;
      const char* phase;
      ~Guard() { watch.undo_changes(phase); }
    } guard{*this, phase};
    work();
  }
  void undo_changes(const char* phase, const char* others = "");
  // Steps are too many for a check after each, so their changes are undone at the end; which
  // component caused them is unknown by then.
  void undo_changes_after_steps() { undo_changes("the steps", ", or another one,"); }

 private:
  void report(const std::string& changed, const char* phase, const char* others) const;

  std::string component_;
  Bells& bells_;
  std::shared_ptr<Surroundings> surroundings_;
  int phases_ = 0;  // so far: initialisation has two parts
};

// Variables to be read: values from the instance, ticks of clocks from us.
class Readout {
 public:
  Readout(const Layout& layout, const std::vector<std::size_t>& scalars);

  template <class AnyInstance>
  BW_INLINE void get(AnyInstance& instance, const model::SignalsOut& values) {
    group_.get(instance, values);
  }
  References plain_reals() const { return group_.plain_reals(); }
  void add_ticks(const Clocks& clocks, const model::SignalsOut& values) const {
    for (const auto& [lane, variable] : clocks_) values.discretes[lane] = clocks.ticks(variable);
  }

 private:
  VariableGroup group_;
  std::vector<std::pair<std::size_t, std::size_t>> clocks_;  // place in the lane, variable
};

// A saved state of an instance, which it keeps alive.
class State : public model::Snapshot {
 public:
  explicit State(std::shared_ptr<Instance> instance) : instance_(std::move(instance)) {}
  ~State() override { instance_->free_state(value); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void* value = nullptr;
  Events::Memory events;

 private:
  std::shared_ptr<Instance> instance_;
};

std::vector<model::Variable> pick(const Layout& layout, const std::vector<std::size_t>& scalars,
                                  const std::vector<std::size_t>& inputs);

// Structural parameters first, in configuration mode; then everything else.
void set_starts(Instance& instance, const Layout& layout, const model::ComponentRequest& request);

}  // namespace bw::fmi
