#pragma once
// Turns the accepted points of a march, or of a single model, into rows.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/stopwatch.h"
#include "base/value.h"
#include "cosim/coupling/coupling.h"
#include "cosim/march/march.h"
#include "cosim/march/stepper.h"
#include "math/decimal_grid.h"
#include "model/component.h"
#include "model/signals.h"
#include "ode/integrate.h"
#include "result/result.h"
#include "result/trajectory.h"
#include "run/execute/columns.h"
#include "run/execute/divergence.h"
#include "run/open/components.h"
#include "run/plan/plan.h"
#include "run/publish/clock_check.h"
#include "run/publish/progress_meter.h"
#include "run/publish/step_history.h"
#include "run/spec/run_spec.h"

namespace bw::run {

class Recorder final : public cosim::MarchObserver, public ode::PointObserver {
 public:
  // All references must outlive it. `history` null: not requested.
  Recorder(cosim::Coupling& coupling, const std::vector<Recorded>& recorded, const RowRule& rule,
           const RunSpec& spec, result::RowSink& sink, StepHistory* history = nullptr);
  Recorder(model::Component& model, const std::vector<Recorded>& recorded, const RowRule& rule,
           const RunSpec& spec, result::RowSink& sink);

  bool accepted(double t, bool at_grid) override;
  bool is_wanted() override {
    return spec_.interrupt == nullptr || !spec_.interrupt->load(std::memory_order_relaxed);
  }
  bool pauses() override;
  void paused(const cosim::MarchMemory& memory) override;
  void ended_at(double t) override { accepted(t, true); }
  // A row on one side of an event; behind it, another row at the same time would say the same.
  void event_row(double t, bool is_behind);
  void rolled_back() override;
  void whole_step(double t, const model::Signals& y) override;
  void tried(const cosim::Tried& step, bool accepted) override;
  void finish();                                                     // after the last point
  void watch(Divergence& divergence) { divergence_ = &divergence; }  // with every accepted point

  // The march pauses where `is_due`, which is called a few times a second, and once when the user
  // ends it; `on_pause` gets its memory.
  void pause_when(std::function<bool()> is_due,
                  std::function<void(const cosim::MarchMemory&)> on_pause);

  // A row is read, waits while it may still be rolled back, and is written.
  struct Values {
    double time = 0;
    std::vector<double> reals{};
    std::vector<Discrete> discretes{};
  };
  // For a checkpoint.
  struct Memory {
    Values waiting{}, last{};
    bool is_waiting = false;
    std::vector<double> whole_reals{};
    std::int64_t next_row = 0, row_before = 0;
    double due_before = 0, next_row_time = 0, time = 0, time_before = 0;
    long steps = 0, rows = 0;
  };
  Memory memory() const;
  void remember(const Memory& memory);

  double time() const { return time_; }  // of the last accepted point
  long steps() const { return steps_; }
  long rows() const { return rows_; }
  double last_row_time() const { return (is_waiting_ ? waiting_ : last_).time; }
  // The recorded variable whose value is not finite, which ends the run.
  const std::optional<std::string>& not_finite() const { return not_finite_; }
  double seconds() const { return watch_.seconds(); }
  std::vector<std::pair<std::string, result::Cell>> last_row() const;
  void report(result::Outcome& outcome) const;  // the number of rows and the last one

 private:
  Recorder(Columns columns, const std::vector<Recorded>& recorded, const RowRule& rule,
           const RunSpec& spec, result::RowSink& sink);
  [[gnu::noinline]] bool reached_row(double t);
  [[gnu::noinline]] void look_around(double t);
  void plan_next_row(double t);
  void record(double t);
  void write_waiting();
  void find_not_finite();

  cosim::Coupling* coupling_ = nullptr;  // exactly one
  model::Component* model_ = nullptr;    // of both is set
  const std::vector<Recorded>& recorded_;
  RowRule rule_;
  const RunSpec& spec_;
  result::RowSink& sink_;
  Values row_, waiting_, last_;
  bool is_waiting_ = false;
  std::vector<double> whole_reals_;  // of the whole step of an error test
  std::optional<double> whole_time_;
  StepHistory* history_ = nullptr;
  Divergence* divergence_ = nullptr;
  std::int64_t next_row_ = 0, row_before_ = 0;
  double due_before_ = 0;
  math::DecimalGrid grid_;  // of rows at or after times
  double next_row_time_;    // a point at or after it is a row
  bool grid_rows_;          // ends of intervals are rows, too
  Columns columns_;
  double time_ = 0, time_before_ = 0;
  std::optional<double> behind_event_{};  // time of the last row behind an event
  long steps_ = -1;                       // the start is accepted and is no step
  long rows_ = 0;
  std::optional<std::string> not_finite_;
  Stopwatch watch_;
  ClockCheck clock_check_;
  ProgressMeter meter_;
  std::function<bool()> is_due_now_{};
  std::function<void(const cosim::MarchMemory&)> on_pause_{};
  bool is_due_ = false, paused_for_end_ = false;
};

}  // namespace bw::run
