#pragma once
// A run of one model that is integrated here: passes with different tolerances until their
// difference, which is the error of the run, is within the tolerance.
//
//   passes with 0.3 R and 0.03 R;  compare
//   while the difference is too large, at most three times:  two tighter ones (ode/global_error)
//   the finer pass is delivered with the difference as its estimate, or a bell says why not

#include <string>
#include <vector>

#include "base/bell.h"
#include "base/tolerance.h"
#include "cosim/chain/chain.h"
#include "model/component.h"
#include "model/event_mark.h"
#include "model/method_choice.h"
#include "model/solver_report.h"
#include "ode/global_error.h"
#include "result/result.h"
#include "result/trajectory.h"
#include "run/certify.h"
#include "run/itinerary.h"
#include "run/open/assemble.h"
#include "run/path_maker.h"
#include "run/publish/columns.h"
#include "run/publish/looks.h"
#include "run/spec/run_spec.h"

namespace bw::run {

class IntegratedRun {
 public:
  // All of them outlive it; the tolerance of the assembly's integration is changed.
  IntegratedRun(const RunSpec& spec, const Period& period, const Itinerary& itinerary,
                Assembly& assembly, Bells& bells);

  // Looks at the pass that is delivered; null: nobody does.
  void watch(ode::Watcher* watcher) { watcher_ = watcher; }

  // Fills the result, all but the verdict.
  RunEnding run(result::RowSink& sink, result::RunResult& result);

 private:
  // A pass and how it went.
  struct Made {
    ode::Pass pass{};
    cosim::Path path{};           // its reals and discretes are in the pass
    double finer = 1;             // see ode::Setup
    std::vector<double> jumps{};  // times of those that nobody announced
    std::vector<model::MethodChoice> choices{};
    model::Work work{};
  };
  void make(double relative, double event_delay, double finer, Made& made);
  bool is_wanted();
  bool differ_enough() const;
  bool refine();
  bool replace(const ode::NextPasses& next);
  void show_to_watcher();
  const Made& delivered() const { return fine_.path.rows >= coarse_.path.rows ? fine_ : coarse_; }

  RunEnding tell();
  void tell_jumps();
  void tell_difference();
  std::string name_of_event(const model::EventMark& mark) const;
  std::string methods() const;
  std::string explain() const;
  void write(result::RowSink& sink, result::RunResult& result) const;
  void count(result::RunResult& result) const;

  const RunSpec& spec_;
  Period period_;
  const Itinerary& itinerary_;
  Tolerance tolerance_;
  Assembly& assembly_;
  Bells& bells_;
  Columns columns_;
  PathMaker maker_;
  std::vector<double> row_times_;
  ode::Wanted wanted_;
  Made coarse_, fine_;
  ode::Difference difference_;
  std::optional<double> undecided_{};  // time of an event that may or may not be there
  bool compared_ = false;              // both are complete
  bool met_ = false, at_the_limit_ = false;
  int passes_ = 0;
  model::Work work_;  // of all of them
  Looks looks_;
  ode::Watcher* watcher_ = nullptr;
};

}  // namespace bw::run
