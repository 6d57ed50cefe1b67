#include "ode/events/step_scan.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace bw::ode {
namespace {

constexpr std::size_t grid = 16;     // points at which the polynomial is evaluated
constexpr int most_parabolas = 12;   // per turning point
constexpr double close = 1e-2;       // of an indicator's range over the step: a graze
constexpr double not_far = 0.25;     // likewise: a turning point to record
constexpr double well_known = 0.05;  // relative accuracy of a turning point's height
constexpr double least_share = 1e-9;

using Quartic = std::array<double, 5>;  // by Newton's divided differences

// Through (k/4, y[k]).
Quartic fitted(Quartic y) {
  for (std::size_t order = 1; order < y.size(); ++order)
    for (std::size_t k = y.size() - 1; k >= order; --k)
      y[k] = (y[k] - y[k - 1]) / (0.25 * static_cast<double>(order));
  return y;
}

double at(const Quartic& c, double s) {
  return c[0] + s * (c[1] + (s - 0.25) * (c[2] + (s - 0.5) * (c[3] + (s - 0.75) * c[4])));
}

// How far from an end of the step, within the first interval of the grid, the polynomial is lower
// than at the end; 0: nowhere. Right behind an event an indicator may change its sign and return
// quickly.
double dip(const Quartic& c, double end, double width) {
  constexpr int halvings = 24;
  const double y = at(c, end);
  if (at(c, end + width) < y) return 0;
  for (int k = 0; k < halvings; ++k)
    if (width /= 2; at(c, end + width) < y) return std::abs(width);
  return 0;
}

struct Point {
  double s, y;
};

// Where the parabola through three points turns; the middle one where it does not.
//   y = y_b + m (s - b) + bend (s - b)^2,   m: its slope at b
Point turning_point(const Point& a, const Point& b, const Point& c) {
  const double left = (b.y - a.y) / (b.s - a.s), right = (c.y - b.y) / (c.s - b.s);
  const double bend = (right - left) / (c.s - a.s);
  if (!(bend > 0)) return b;
  const double m = right - bend * (c.s - b.s), shift = -m / (2 * bend);
  if (!(b.s + shift > a.s && b.s + shift < c.s)) return b;
  return {b.s + shift, b.y + shift * m / 2};
}

}  // namespace

StepScan::StepScan(std::size_t indicators)
    : z_(samples, std::vector<double>(indicators)), trial_(indicators), approaching_(indicators) {}

void StepScan::forget() { std::fill(approaching_.begin(), approaching_.end(), false); }

StepScan::Found StepScan::look(double lo, double hi, std::span<const double> z_lo,
                               std::span<const double> z_hi, const Evaluate& evaluate) {
  lo_ = lo;
  hi_ = hi;
  std::copy(z_lo.begin(), z_lo.end(), z_.front().begin());
  std::copy(z_hi.begin(), z_hi.end(), z_.back().begin());
  for (std::size_t k = 1; k + 1 < samples; ++k)
    evaluate(time(0.25 * static_cast<double>(k)), z_[k]);
  std::size_t last = 1;
  while (last + 1 < samples && !left(last)) ++last;
  Turn first{0.25 * static_cast<double>(last), left(last)};
  turns_.clear();
  for (std::size_t i = 0; i < z_lo.size(); ++i) search_between(i, evaluate, first);

  Found found;
  found.turns = turns_;
  if (!first.crosses) {
    if (first.at < 1) found.graze = time(first.at);
    return found;
  }
  const auto before = static_cast<std::size_t>(std::ceil(4 * first.at)) - 1;
  Bracket bracket{time(0.25 * static_cast<double>(before)), time(first.at), z_[before], trial_};
  if (first.at == 1)
    bracket.hi = hi_, bracket.z_hi = z_.back();
  else
    evaluate(bracket.hi, bracket.z_hi);
  found.crossing = std::move(bracket);
  return found;
}

// The indicator, with the sign that makes its current side positive.
double StepScan::side_value(double share, std::size_t i, const Evaluate& evaluate) {
  evaluate(time(share), trial_);
  return on_upper_side(z_[0][i]) ? trial_[i] : -trial_[i];
}

bool StepScan::trial_left(std::size_t i) const {
  return on_upper_side(z_[0][i]) != on_upper_side(trial_[i]);
}

// Replaces `first` by an earlier crossing or graze.
void StepScan::search_between(std::size_t i, const Evaluate& evaluate, Turn& first) {
  Quartic y{};
  for (std::size_t k = 0; k < samples; ++k) y[k] = on_upper_side(z_[0][i]) ? z_[k][i] : -z_[k][i];
  const auto [low, high] = std::minmax_element(y.begin(), y.end());
  const double range = *high - *low;
  const bool approached = approaching_[i];
  approaching_[i] = false;
  if (!(range > 0) || *low > range) return;  // far from zero relative to its range
  const Quartic fit = fitted(y);
  constexpr double width = 1.0 / grid;
  // The indicator may turn back between two steps, too.
  if (approached && at(fit, width) > y[0] && y[0] < not_far * range) turns_.push_back(lo_);
  approaching_[i] = y[4] < at(fit, 1 - width);
  const auto try_turn = [&](double from, double middle, double to) {
    const std::optional<Turn> turn = follow(i, from, middle, to, close * range, evaluate);
    const bool is_first = turn && turn->at < first.at;
    if (is_first) first = *turn;
    return is_first;
  };
  if (const double s = dip(fit, 0, width); s > 0 && try_turn(0, s, 2 * s)) return;
  for (double s = width; s < first.at; s += width) {
    const double before = at(fit, s - width), here = at(fit, s), after = at(fit, s + width);
    if (here < 0) {
      side_value(s, i, evaluate);
      if (trial_left(i)) return first = {s, true}, void();
    }
    if (here > before || here > after || here > not_far * range) continue;
    if (try_turn(s - width, s, s + width)) return;
  }
  if (const double s = dip(fit, 1, -width); s > 0 && first.at == 1) try_turn(1 - 2 * s, 1 - s, 1);
}

// Follows the turning point between `from` and `to`; nothing: it is clearly away from zero.
std::optional<StepScan::Turn> StepScan::follow(std::size_t i, double from, double middle, double to,
                                               double near, const Evaluate& evaluate) {
  std::array<Point, 3> p{{{from, 0}, {middle, 0}, {to, 0}}};
  for (Point& point : p) {
    point.y = side_value(point.s, i, evaluate);
    if (!trial_left(i)) continue;
    if (point.s > 0) return Turn{point.s, true};
    // An FMU that does not give at the begin of the step what it gave there before.
    point.y = std::abs(z_[0][i]);
  }
  for (int k = 0; k < most_parabolas; ++k) {
    if (p[1].y > p[0].y || p[1].y > p[2].y) return {};
    Point turn = turning_point(p[0], p[1], p[2]);
    const bool known = turn.y > 0 && p[1].y - turn.y <= well_known * turn.y;
    if (known || std::abs(turn.s - p[1].s) < least_share) break;
    turn.y = side_value(turn.s, i, evaluate);
    if (trial_left(i)) return Turn{turn.s, true};
    const bool lower = turn.y<p[1].y, later = turn.s> p[1].s;
    if (lower) std::swap(turn, p[1]);  // the middle one is the lowest
    p[later == lower ? 0 : 2] = turn;
  }
  if (p[1].y < near) return Turn{p[1].s, false};
  turns_.push_back(time(p[1].s));
  return {};
}

}  // namespace bw::ode
