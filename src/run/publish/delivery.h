#pragma once
// Rows that were gathered first and judged then, on their way to the user.

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
              discretes = 0;  // columns gathered; the recorded ones are the first of each
  std::span<const double> values{}, errors{};  // row after row; errors: none where empty
  std::span<const Discrete> discrete_values{};
  double time_unit = 1;  // seconds in the unit of the rows' time
};

// Writes the rows, with a column for the error of each real one where the user asks for it, and
// the outcome learns how many there are and what the last one says.
void deliver(const Delivery& delivery, const RunSpec& spec, const Components& components,
             result::RowSink& sink, result::Outcome& outcome);

}  // namespace bw::run
