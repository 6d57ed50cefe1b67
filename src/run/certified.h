#pragma once
// A certified run: chains, their certificate, and what the user gets of it.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/bell.h"
#include "base/tolerance.h"
#include "cosim/certify/certificate.h"
#include "cosim/certify/ladder.h"
#include "cosim/chain/chain.h"
#include "cosim/chain/mesh.h"
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

class CertifiedRun {
 public:
  // All of them outlive it; the requests of the assembly are changed as bases need it.
  CertifiedRun(const RunSpec& spec, const Period& period, const Itinerary& itinerary,
               Assembly& assembly, Bells& bells);

  // Fills the result, all but the verdict.
  RunEnding run(result::RowSink& sink, result::RunResult& result);

 private:
  cosim::Path make(const cosim::ChainOrder& order, const std::function<bool()>& wanted);
  bool is_wanted();
  void describe_columns();
  cosim::LadderPlan plan();

  RunEnding tell();
  void tell_outcome();
  void tell_roughness();
  void tell_closed_components();
  std::vector<std::string> closed_components() const;
  void write(result::RowSink& sink, result::RunResult& result) const;
  void count(result::RunResult& result) const;
  std::string explain() const;
  std::string shortfall() const;
  std::optional<std::size_t> limiting_column() const;

  const RunSpec& spec_;
  Period period_;
  const Certification& how_;
  Tolerance tolerance_;
  Assembly& assembly_;
  Bells& bells_;
  Columns columns_;
  std::size_t delivered_;  // of the real columns, the first ones
  std::vector<cosim::CertifiedColumn> column_kinds_;
  PathMaker maker_;
  std::vector<double> row_times_;
  cosim::Mesh mesh_;
  cosim::Climb climb_{};
  Looks looks_;
  long steps_so_far_ = 0,
       steps_of_this_ = 0;  // of components: in all chains, and in the one under way
};

}  // namespace bw::run
