#pragma once
// Watches the march and turns accepted points into rows.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/stopwatch.h"
#include "base/value.h"
#include "cosim/coupling/coupling.h"
#include "cosim/march/march.h"
#include "cosim/march/stepper.h"
#include "model/signals.h"
#include "result/trajectory.h"
#include "run/open/assemble.h"
#include "run/publish/columns.h"
#include "run/publish/looks.h"
#include "run/publish/step_history.h"
#include "run/spec/run_spec.h"

namespace bw::run {

// Which accepted points become rows.
struct RowRule {
  enum class Kind { every_step, grid, at_or_after };
  Kind kind = Kind::every_step;
  double start = 0, stop = 0, interval = 0;  // at_or_after: first point >= start + k DT
  bool rolled_back = false;                  // the last accepted point may be
  double time_unit = 1;                      // seconds in the unit of the rows' time
};

class Recorder final : public cosim::MarchObserver {
 public:
  Recorder(cosim::Coupling& coupling, const std::vector<Recorded>& recorded, const RowRule& rule,
           const RunSpec& spec, result::RowSink& sink, StepHistory* history = nullptr);

  bool accepted(double t, bool at_grid) override;
  bool is_wanted() override;
  void rolled_back() override;
  void whole_step(double t, const model::Signals& y) override;
  void tried(const cosim::Tried& step, bool accepted) override;
  void finish();  // after the last point

  double time() const { return time_; }  // of the last accepted point
  long steps() const { return steps_; }
  long rows() const { return rows_; }
  double last_row_time() const { return (is_waiting_ ? waiting_ : last_).time; }
  // A recorded value that is not finite ends the run too: its name.
  const std::optional<std::string>& not_finite() const { return not_finite_; }
  double seconds() const { return watch_.seconds(); }
  std::vector<std::pair<std::string, result::Cell>> last_row() const;

 private:
  void plan_next_row(double t);
  void record(double t);
  void write_waiting();
  void find_not_finite();

  cosim::Coupling& coupling_;
  const std::vector<Recorded>& recorded_;
  RowRule rule_;
  const RunSpec& spec_;
  result::RowSink& sink_;
  // A row is gathered, then waits where it may still be taken back, then is written.
  struct Values {
    double time = 0;
    std::vector<double> reals;
    std::vector<Discrete> discretes;
  };
  Values row_, waiting_, last_;
  bool is_waiting_ = false;
  std::vector<double> whole_reals_;  // of the whole step of an error test
  std::optional<double> whole_time_;
  StepHistory* history_;
  std::int64_t next_row_ = 0, row_before_ = 0;
  double due_before_ = 0;
  double next_row_time_;  // a point at or after it is a row
  bool grid_rows_;        // ends of intervals are rows, too
  Columns reader_;
  double time_ = 0, time_before_ = 0;
  long steps_ = -1;  // the start is accepted, too, and is no step
  long rows_ = 0;
  std::optional<std::string> not_finite_;
  Stopwatch watch_;
  Looks looks_;
};

}  // namespace bw::run
