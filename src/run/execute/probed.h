#pragma once
// A single co-simulation FMU, whose own error cannot be seen. It is run as planned; then again with
// shorter communication steps and smaller tolerances for its solver, each time in a process of its
// own where that is possible, and run/publish/variation judges the differences of the rows.
//
//   the variation converges     the rows of the shortest step and the smallest tolerance are
//                               delivered; trusted where what remains is within the tolerance
//   it does not, nothing        the rows of the first run are; unverified, and the reason says why
//   changes, or a run fails

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/bell.h"
#include "cosim/chain/chain.h"
#include "cosim/chain/make_path.h"
#include "cosim/chain/mesh.h"
#include "cosim/coupling/coupling.h"
#include "model/table/timetable.h"
#include "result/result.h"
#include "run/execute/columns.h"
#include "run/execute/early_end.h"
#include "run/execute/execute.h"
#include "run/open/components.h"
#include "run/plan/plan.h"
#include "run/publish/variation.h"

namespace bw::run {

// What the user reads before the further runs begin; empty where they will not take long.
std::string announcement_after(double seconds_of_first_run);

class ProbedRun {
 public:
  // Both must outlive it. To be executed once. how.probe is set.
  ProbedRun(const Execution& run, const CoupledPlan& how);

  void execute(result::Outcome& outcome);

 private:
  class Copy;  // the rows of the first run
  // What is varied besides the number of steps.
  struct Variant {
    double tolerance = 0;
    bool holds_inputs = false;  // those of the table, over the first run's steps
    std::size_t mesh = 0;       // 0: all rows; else every stride-th one, with a step between two
    bool operator==(const Variant&) const = default;
  };
  struct Made {
    int divisor = 1;
    Variant variant{};
    cosim::Path path{};
  };

  bool run_first(Copy& rows, result::Outcome& outcome) const;
  void probe();
  void probe_tolerances();
  void probe_long_steps();
  void vary_tolerance(std::size_t mesh);
  void probe_steps();
  Variation vary(const Variant& variant);
  bool refine(const Variant& variant);
  void conclude();
  void compare_first(const Copy& rows);
  void deliver_finest(result::Outcome& outcome) const;
  void report(result::Outcome& outcome) const;

  cosim::ChainOrder order(int divisor, const Variant& variant);
  const cosim::Path* made(int divisor, const Variant& variant);  // null: why_ says it
  const cosim::Path* finest() const;
  void expect(const std::vector<int>& divisors, const std::vector<Variant>& variants);
  bool may_work(double runs);
  void compare_long(std::size_t mesh);
  void compare_discretes(const cosim::Path& one, const cosim::Path& other);
  cosim::Coupling build_variant(const cosim::ChainOrder& order, Bells& bells) const;
  cosim::PathSource source() const;
  std::string irregular(const Variation& found, const std::string& of) const;
  std::string step_text(int divisor) const;
  double step(int divisor) const;

  const Execution& run_;
  const CoupledPlan& how_;
  const ProbePlan& plan_;
  const Components& components_;
  Columns columns_;
  std::vector<double> times_;  // of the rows
  std::vector<cosim::Mesh> meshes_;
  std::vector<std::size_t> strides_;                    // per mesh: of its rows among all
  std::shared_ptr<const model::Timetable> held_table_;  // null: no table
  RowWeights weights_;
  std::vector<Variant> variants_;
  std::deque<Made> made_;
  cosim::ChainRunner* runner_ = nullptr;
  std::optional<EarlyEnd> interruption_{};
  bool is_probing_long_ = false;  // steps that an FMU may well refuse
  std::size_t long_mesh_ = 0;     // that showed the effect of the tolerance; 0: none
  int coarsest_ = 1;              // divisor of the first run's step
  Variant best_{};
  std::string why_;  // the result is not verified; ends a sentence
  bool has_evidence_ = false;
  Variation by_step_{}, by_tolerance_{};
  result::Sensitivity found_{};
};

}  // namespace bw::run
