#include "equation/enclosure/loop_curves.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace bw::equation {
namespace {

constexpr double of_change = 0.125;
constexpr std::size_t at_begin = 0, at_end = 4;  // samples

model::Curve with_bounds(const model::Curve& curve) {
  return std::isfinite(curve.r) ? curve
                                : model::Curve{.r = std::numeric_limits<double>::infinity()};
}

bool is_same_line(const model::Curve& a, const model::Curve& b) { return a.c == b.c && a.s == b.s; }
// Inputs may come once more with wider bounds.
bool is_same_curve(const model::Curve& a, const model::Curve& b) {
  return is_same_line(a, b) && a.r == b.r;
}

}  // namespace

LoopCurves::LoopCurves(std::size_t unknowns, Solve solve)
    : solve_(std::move(solve)), curves_(unknowns) {
  for (std::vector<double>& z : along_) z.resize(unknowns);
  for (std::vector<double>& z : aside_) z.resize(unknowns);
  z_before_.resize(unknowns);
}

std::span<const model::Curve> LoopCurves::over(const model::CurveBox& box) {
  if (curves_.empty() || (is_whole_ && is_last(box))) return curves_;
  const bool continues = is_known_ && box.lo == hi_ && box.hi > box.lo && hi_ > lo_;
  const auto has_bounds = [](const model::Curve& curve) { return std::isfinite(curve.r); };
  is_known_ = std::ranges::all_of(box.x, has_bounds) && std::ranges::all_of(box.u, has_bounds) &&
              (continues ? sample_end(box) : sample_all(box));
  is_whole_ = is_known_ && !continues;
  if (!is_known_)
    std::ranges::fill(curves_, model::Curve{.r = std::numeric_limits<double>::infinity()});
  else if (continues)
    continue_curves(box.hi - box.lo, hi_ - lo_);
  else
    make_curves();
  lo_ = box.lo;
  hi_ = box.hi;
  x_last_.assign(box.x.begin(), box.x.end());
  u_last_.assign(box.u.begin(), box.u.end());
  return curves_;
}

bool LoopCurves::is_last(const model::CurveBox& box) const {
  return is_known_ && box.lo == lo_ && box.hi == hi_ &&
         std::ranges::equal(box.x, x_last_, is_same_line) &&
         std::ranges::equal(box.u, u_last_, is_same_curve);
}

bool LoopCurves::sample(const model::CurveBox& box, double tau, double rest,
                        std::vector<double>& z) {
  x_.resize(box.x.size());
  u_.resize(box.u.size());
  for (std::size_t i = 0; i < x_.size(); ++i)
    x_[i] = box.x[i].c + tau * box.x[i].s + rest * box.x[i].r;
  for (std::size_t i = 0; i < u_.size(); ++i)
    u_[i] = box.u[i].c + tau * box.u[i].s + rest * box.u[i].r;
  const double t = tau == 1 ? box.hi : box.lo / 2 + box.hi / 2 + tau * (box.hi - box.lo) / 2;
  return solve_(t, x_, u_, z);
}

bool LoopCurves::sample_all(const model::CurveBox& box) {
  for (std::size_t k = 0; k < along_.size(); ++k)
    if (!sample(box, static_cast<double>(k) / 2 - 1, 0, along_[k])) return false;
  return sample(box, 0, -1, aside_[0]) && sample(box, 0, 1, aside_[1]);
}

bool LoopCurves::sample_end(const model::CurveBox& box) {
  z_before_.swap(along_[at_begin]);
  along_[at_begin].swap(along_[at_end]);
  return sample(box, 1, 0, along_[at_end]);
}

void LoopCurves::make_curves() {
  constexpr double margin = 2;
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    const double from = along_[at_begin][i], to = along_[at_end][i];
    const double c = from / 2 + to / 2, s = to / 2 - from / 2;
    double least = 0, most = 0;  // distance from the chord
    for (std::size_t k = 1; k < at_end; ++k) {
      const double sag = along_[k][i] - c - (static_cast<double>(k) / 2 - 1) * s;
      least = std::min(least, sag);
      most = std::max(most, sag);
    }
    const double spread = std::abs(aside_[1][i] - aside_[0][i]);
    curves_[i] = with_bounds({.c = c + least / 2 + most / 2,
                              .s = s,
                              .r = margin * (most - least) + spread + of_change * std::abs(s)});
  }
}

// As HiddenSearch does it for states.
void LoopCurves::continue_curves(double length, double before) {
  constexpr double margin = 3;
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    const double from = along_[at_begin][i], change = along_[at_end][i] - from;
    const double bend =
        (change / length - (from - z_before_[i]) / before) / (length + before);  // z'' / 2
    const double r = margin * length * length / 4 * std::abs(bend) + of_change * std::abs(change);
    curves_[i] = with_bounds({.c = from + change / 2, .s = change / 2, .r = r});
  }
}

}  // namespace bw::equation
