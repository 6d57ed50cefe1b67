#pragma once
// Looks at rows on their way to the user for quantities that he named as conserved.

#include <string>
#include <vector>

#include "base/bell.h"
#include "base/tolerance.h"
#include "diagnose/drift.h"
#include "result/result.h"
#include "result/trajectory.h"
#include "run/open/components.h"
#include "run/spec/run_spec.h"

namespace bw::run {

class ConservedWatch final : public result::RowSink {
 public:
  // UsageError where a formula cannot be read or names what is not recorded.
  ConservedWatch(const RunSpec& spec, const Components& components, const Tolerance& tolerance);

  // Where the rows go from here; `time_unit`: seconds in the unit of their times.
  result::RowSink& before(result::RowSink& sink, double time_unit);
  void tell(Bells& bells, result::Outcome& outcome) const;

  void time_unit(const std::string& unit) override { sink_->time_unit(unit); }
  void columns(const std::vector<result::Column>& columns) override { sink_->columns(columns); }
  void row(const result::Row& row) override;

 private:
  struct Watched {
    std::string text;
    diagnose::Drift drift;
  };
  std::vector<Watched> watched_;
  std::size_t reals_ = 0;  // recorded; what stands behind them in a row are errors
  result::RowSink* sink_ = nullptr;
  double seconds_ = 1;
};

}  // namespace bw::run
