#pragma once
// A coupled system whose coupling error is estimated by cosim/certify, and what is reported of it.

#include <optional>
#include <string>
#include <vector>

#include "base/bell.h"
#include "base/tolerance.h"
#include "cosim/certify/certificate.h"
#include "cosim/certify/ladder.h"
#include "cosim/chain/chain.h"
#include "cosim/chain/make_path.h"
#include "cosim/chain/mesh.h"
#include "result/approach.h"
#include "result/result.h"
#include "run/execute/columns.h"
#include "run/execute/early_end.h"
#include "run/execute/execute.h"
#include "run/open/components.h"
#include "run/plan/period.h"
#include "run/plan/plan.h"

namespace bw::run {

class Keeper;

class CertifiedRun {
 public:
  // Both must outlive it. To be executed once.
  CertifiedRun(const Execution& run, const CertifiedPlan& how);

  void execute(result::Outcome& outcome);

 private:
  void describe_columns();
  cosim::LadderPlan ladder() const;
  cosim::PathSource source() const;
  const Components& rolled_back() const { return tried_ ? *tried_ : components_; }
  std::string culprits() const;
  bool has_single_instances() const;  // some component has one per process

  // certified_bells.cpp: why the tolerance was not met, and which errors stay unknown.
  result::RunEnding ring_bells() const;
  std::optional<EarlyEnd> divergence() const;
  void ring_outcome() const;
  void ring_estimate(BellCode code, const std::string& sentence) const;
  void ring_roughness() const;
  void ring_black_boxes() const;
  std::vector<std::string> black_boxes() const;
  std::optional<double> beyond_from() const;

  // certified_trace.cpp: what was tried on the way.
  std::vector<result::Trace::BaseMethod> base_methods() const;
  std::vector<result::Trace::Level> levels() const;

  void write(result::Outcome& outcome) const;
  bool write_kept(result::Outcome& outcome) const;
  bool has_rows_of_run(const cosim::ChainOrder& order) const;
  void keep(const cosim::Path& path, std::size_t row, Keeper& keeper) const;
  void report(result::Outcome& outcome) const;
  void report_estimate(result::Outcome& outcome) const;
  result::Approach approach() const;
  std::optional<std::size_t> limiting_column() const;

  const Execution& run_;
  const CertifiedPlan& how_;
  const Components& components_;
  std::optional<Components> tried_{};  // the same for chains that roll back, once there is one
  const Period& period_;
  const Tolerance& tolerance_;
  Columns columns_;
  std::size_t delivered_;  // number of real columns in rows; the others are connected outputs
  std::vector<cosim::CertifiedColumn> column_kinds_;
  std::vector<double> row_times_;
  cosim::Mesh mesh_;
  cosim::Climb climb_{};
};

}  // namespace bw::run
