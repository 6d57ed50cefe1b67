#pragma once
// Unknowns of algebraic loops over a time interval. They have no formula: a line through samples at
// both ends, with what the samples between and the remainders of the states make of it.
//
//   z(-1), z(-1/2), z(0), z(1/2), z(1) along the states' lines; z(0) with the remainders r, -r
//
// An interval that continues the last one, which is usual, needs its end only: its curvature is
// that of the last three ends. Not sound like the bounds of formulas: a loop that turns twice
// between two samples is not seen.

#include <array>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "model/enclosure.h"

namespace bw::equation {

class LoopCurves {
 public:
  // The unknowns at a point, with real inputs u (empty: as they were set), from the solution that
  // it found last; false: there is no solution.
  using Solve = std::function<bool(double t, std::span<const double> x, std::span<const double> u,
                                   std::span<double> z)>;
  LoopCurves(std::size_t unknowns, Solve solve);

  std::size_t size() const { return curves_.size(); }
  void forget() { is_known_ = false; }  // after an event, which may change everything
  std::span<const model::Curve> over(const model::CurveBox& box);

 private:
  // Along the lines of states and inputs; `rest`: of the remainders.
  bool sample(const model::CurveBox& box, double tau, double rest, std::vector<double>& z);
  bool is_last(const model::CurveBox& box) const;
  bool sample_all(const model::CurveBox& box);
  bool sample_end(const model::CurveBox& box);
  void make_curves();
  void continue_curves(double length, double before);

  Solve solve_;
  std::vector<model::Curve> curves_, x_last_, u_last_;
  std::array<std::vector<double>, 5> along_;  // from begin to end
  std::array<std::vector<double>, 2> aside_;  // in the middle
  std::vector<double> z_before_;              // at the begin of the last interval
  std::vector<double> x_, u_;
  double lo_ = 0, hi_ = 0;  // the last interval
  bool is_known_ = false, is_whole_ = false;
};

}  // namespace bw::equation
