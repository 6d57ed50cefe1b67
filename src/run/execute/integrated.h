#pragma once
// A single model, integrated with different tolerances until their difference, the estimate of the
// global error, is within the tolerance.
//
//   integrations with 0.3 R and 0.03 R;  compare
//   while the difference is too large, at most three times:  two tighter ones (ode/global_error)
//   the finer one is delivered with the difference as its estimate, or a bell says why not

#include <optional>
#include <string>
#include <vector>

#include "base/bell.h"
#include "base/run_control.h"
#include "base/tolerance.h"
#include "base/value.h"
#include "model/component.h"
#include "model/event_mark.h"
#include "model/method_choice.h"
#include "model/solver_report.h"
#include "ode/global_error.h"
#include "ode/integrate.h"
#include "ode/kernel/watcher.h"
#include "result/approach.h"
#include "result/result.h"
#include "run/checkpoint/kept.h"
#include "run/execute/columns.h"
#include "run/execute/event_rows.h"
#include "run/execute/execute.h"
#include "run/execute/made_integration.h"
#include "run/open/components.h"
#include "run/plan/period.h"
#include "run/plan/plan.h"
#include "run/publish/clock_check.h"
#include "run/publish/progress_meter.h"

namespace bw::run {

class Reintegration {
 public:
  // Both must outlive it. To be executed once.
  Reintegration(const Execution& run, const IntegratedPlan& how);

  void execute(result::Outcome& outcome);

 private:
  using Made = MadeIntegration;
  struct How {
    double relative = 0, event_delay = 0, finer = 1;
    double accuracy = 0;  // selects the methods; the same for two integrations that are compared
    ode::Watcher* watcher = nullptr;
  };
  class Rows;

  static void take(model::SolverReport report, Made& made);
  static void take(const Interrupted& end, Made& made);
  Made make(const How& how);  // computed, or of the checkpoint
  Made compute(const How& how);
  void integrate(model::Component& model, Rows& rows, Made& made) const;
  Made counted(Made made);
  bool is_multistep() const { return !run_.plan.integration.method->self_starting; }
  static How much_finer(How how);
  bool differ_enough() const;
  void compare_both();
  void refine_at_steps();
  bool is_stuck(const std::optional<double>& before) const;
  bool refine();
  void tolerate_other_event();
  bool replace(const ode::TolerancePair& next);
  // Integrations with these tolerances will follow, for the progress.
  void announce(const std::vector<double>& tolerances);
  double work_of(double tolerance) const;
  void poll(const How& how, double time);
  void show_progress(const How& how, double time);

  // integrated_kept.cpp
  std::string key_of(const How& how) const;
  void show_to_watcher();
  const Made& delivered() const { return fine_.rows >= coarse_.rows ? fine_ : coarse_; }

  // integrated_bells.cpp
  result::RunEnding ring_bells() const;
  void ring_discontinuities() const;
  void ring_difference() const;
  void ring_other_event() const;
  std::string how_they_differ(const std::string& tolerances) const;
  double beyond_from() const;
  static std::string name_of_event(const model::EventMark& mark);
  std::string methods() const;
  result::Approach approach() const;
  std::string why_not_estimated() const;
  std::vector<double> times_of_delivered() const;
  void write(result::Outcome& outcome) const;
  void write(const RowTable& rows, result::Outcome& outcome) const;
  void report(result::Outcome& outcome) const;

  const Execution& run_;
  const Components& components_;
  const Period& period_;
  const Tolerance& tolerance_;
  Columns columns_;
  std::vector<double> row_times_;
  bool every_chosen_step_ = false;
  bool reads_events_ = false;  // rows at events beside those at row_times_
  ode::Wanted full_, wanted_;  // until the stop; until the end that the model chose
  Made coarse_, fine_;
  ode::Difference difference_;
  std::optional<model::EventMark> other_event_{};  // in one of them only, and the rows agree
  std::optional<double> undecided_{};              // time of an event that may not exist
  bool compared_ = false;                          // both reached the end
  bool met_ = false, at_the_limit_ = false;
  bool digits_decide_ = false;  // of event times: no tolerance helps
  int integrations_ = 0;
  std::vector<result::Trace::Integration> trace_;
  model::Work work_;  // of all integrations
  Kept kept_;
  ClockCheck clock_check_;
  ProgressMeter meter_;
  double work_done_ = 0;  // of all integrations that ended, in units of the first one
  int announced_ = 0;     // integrations
};

}  // namespace bw::run
