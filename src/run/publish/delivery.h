#pragma once
// Writes rows that were collected in memory until the run was judged.

#include <span>

#include "base/value.h"
#include "result/result.h"
#include "result/trajectory.h"
#include "run/open/components.h"
#include "run/spec/run_spec.h"

namespace bw::run {

struct Delivery {
  std::span<const double> times{};  // of the rows, in seconds
  std::size_t reals = 0,
              discretes = 0;                   // columns collected; the recorded ones come first
  std::span<const double> values{}, errors{};  // row by row; errors: empty if not estimated
  std::span<const Discrete> discrete_values{};
  double time_unit = 1;  // seconds in the unit of the rows' time
};

// Writes the rows, with error columns if requested, and reports their number and the last one in
// `outcome`.
void deliver(const Delivery& delivery, const RunSpec& spec, const Components& components,
             result::RowSink& sink, result::Outcome& outcome);

}  // namespace bw::run
