#pragma once
// One component that its caller steps: an FMU, a model with its integrator, or connected models,
// which are one. For optimisation, estimation and control, where the next input depends on the last
// output. Nothing is estimated.

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/bell.h"
#include "model/component.h"
#include "model/signals.h"
#include "result/trajectory.h"
#include "run/open/components.h"
#include "run/plan/period.h"
#include "run/spec/run_spec.h"

namespace bw::run {

class Session {
 public:
  // Opens the target of the spec. Throws UsageError, InputError or ComponentFailure, and so do the
  // others.
  explicit Session(const RunSpec& spec);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  const std::vector<result::Column>& inputs() const { return inputs_; }
  const std::vector<result::Column>& values() const { return values_; }  // what read() returns
  const Period& period() const { return period_; }
  double time() const { return time_; }
  bool has_ended() const { return has_ended_; }  // the component requested the end

  // Before the first step and the first save() an input acts on the initial conditions, also where
  // they were read before; later with the next step.
  void set(std::size_t input, const result::Cell& value);
  void step(double h);
  std::vector<result::Cell> read();

  // What can be returned to, any number of times.
  std::size_t save();
  void restore(std::size_t saved);
  void drop(std::size_t saved);

 private:
  struct Saved {
    std::unique_ptr<model::Snapshot> state{};
    model::Signals inputs{};
    double time = 0;
    bool has_ended = false;
  };

  void request_inputs();
  void make();
  void start();
  void begin_again();

  Bells bells_;
  Components components_;
  RunSpec spec_;
  Period period_;
  std::string no_rollback_;  // why; empty: it can
  std::vector<result::Column> inputs_, values_;
  std::vector<std::size_t> lanes_;  // of each input
  std::unique_ptr<model::Component> component_;
  model::Signals u_, y_;
  double time_ = 0;
  bool has_started_ = false, has_ended_ = false;
  bool is_settled_ = false;  // its initial conditions are
  std::map<std::size_t, Saved> saved_;
  std::size_t next_ = 1;
};

}  // namespace bw::run
