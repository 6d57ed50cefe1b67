#pragma once
// A coupled system whose error is estimated: what cosim certifies, and what the user gets of it.

#include <optional>
#include <string>
#include <vector>

#include "base/tolerance.h"
#include "cosim/certify/certificate.h"
#include "cosim/certify/ladder.h"
#include "cosim/chain/mesh.h"
#include "result/result.h"
#include "run/execute/columns.h"
#include "run/execute/execute.h"
#include "run/open/components.h"
#include "run/plan/period.h"
#include "run/plan/plan.h"

namespace bw::run {

class CertifiedRun {
 public:
  CertifiedRun(const Execution& run, const CertifiedPlan& how);

  void execute(result::Outcome& outcome);

 private:
  void describe_columns();
  cosim::LadderPlan ladder() const;
  cosim::Climb climb() const;

  // certified_bells.cpp: why it is not what was requested, and what stays unknown.
  result::RunEnding ring_bells() const;
  void ring_outcome() const;
  void ring_roughness() const;
  void ring_black_boxes() const;
  std::vector<std::string> black_boxes() const;
  std::string shortfall() const;

  void write(result::Outcome& outcome) const;
  void report(result::Outcome& outcome) const;
  void report_estimate(result::Outcome& outcome) const;
  std::string explain() const;
  std::optional<std::size_t> limiting_column() const;

  const Execution& run_;
  const CertifiedPlan& how_;
  const Components& components_;
  const Period& period_;
  const Tolerance& tolerance_;
  Columns columns_;
  std::size_t delivered_;  // of the real columns, the first ones
  std::vector<cosim::CertifiedColumn> column_kinds_;
  std::vector<double> row_times_;
  cosim::Mesh mesh_;
  cosim::Climb climb_{};
};

}  // namespace bw::run
