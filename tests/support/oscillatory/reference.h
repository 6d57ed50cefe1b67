#pragma once
// What the two references in long double have in common: a model's formulas, and its state.

#include <cstddef>
#include <span>
#include <vector>

#include "support/oscillatory/oscillatory_model.h"

namespace bw::test::oscillatory {

struct ReferenceState {
  explicit ReferenceState(const OscillatoryModel& model);
  // The updates of this time, and the sides that hold behind it.
  void enter(double time);
  std::vector<double> row(long double time, std::span<const long double> x);

  const OscillatoryModel& model;
  std::size_t n;  // states and held variables
  Tape slopes, outputs;
  std::vector<long double> x, sizes;  // largest so far
};

// A solution advances to a break and enters it, and has rows.
template <typename Solution>
ModelReference rows_of(Solution& solution, const OscillatoryModel& model,
                       const std::vector<double>& times) {
  const std::vector<double> breaks = model.breaks();
  std::size_t next = 0;
  ModelReference all;
  for (const double time : times) {
    for (; next < breaks.size() && breaks[next] <= time; ++next) solution.enter(breaks[next]);
    all.rows.push_back(solution.row(time));
  }
  return all;
}

}  // namespace bw::test::oscillatory
