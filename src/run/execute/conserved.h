#pragma once
// Watches the drift of quantities that the user named as conserved, in the rows that pass through.

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
  // Throws UsageError where a formula cannot be read or names an unrecorded variable.
  ConservedWatch(const RunSpec& spec, const Components& components, const Tolerance& tolerance);

  // The sink to write to, which forwards to `sink` (must outlive it); `time_unit`: seconds per unit
  // of row times.
  result::RowSink& before(result::RowSink& sink, double time_unit);
  void forget();  // the rows so far; before() is to be called again
  void report(Bells& bells, result::Outcome& outcome) const;

  void time_unit(const std::string& unit) override { sink_->time_unit(unit); }
  void columns(const std::vector<result::Column>& columns) override { sink_->columns(columns); }
  void row(const result::Row& row) override;
  void announce(const result::Row& row) override { sink_->announce(row); }
  void withdraw() override { sink_->withdraw(); }

 private:
  struct Watched {
    std::string text;
    diagnose::Drift drift;
  };
  std::vector<Watched> watched_, unused_;  // unused_: as they were made
  std::size_t reals_ = 0;                  // recorded; error columns follow them in a row
  result::RowSink* sink_ = nullptr;
  double seconds_ = 1;
};

}  // namespace bw::run
