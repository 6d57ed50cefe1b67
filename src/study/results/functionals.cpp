#include "study/results/functionals.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace bw::study {
namespace {

const double nothing = std::numeric_limits<double>::quiet_NaN();

bool has_errors(const Curve& c) {
  return std::none_of(c.e.begin(), c.e.end(), [](double e) { return std::isnan(e); });
}

std::vector<double> negative(std::span<const double> x) {
  std::vector<double> turned(x.size());
  std::transform(x.begin(), x.end(), turned.begin(), [](double v) { return -v; });
  return turned;
}

std::size_t place_of_largest(const Curve& c) {
  return static_cast<std::size_t>(std::max_element(c.x.begin(), c.x.end()) - c.x.begin());
}

// At each row, half of the second derivative by this row and its neighbours; nan at the ends and
// beside events.
std::vector<double> bends_of(const Curve& c) {
  std::vector<double> bends(c.t.size(), nothing);
  for (std::size_t k = 1; k + 1 < c.t.size(); ++k) {
    const double before = c.t[k] - c.t[k - 1], after = c.t[k + 1] - c.t[k];
    if (before > 0 && after > 0)
      bends[k] =
          ((c.x[k + 1] - c.x[k]) / after - (c.x[k] - c.x[k - 1]) / before) / (before + after);
  }
  return bends;
}

// Nan counts where there is nothing else. (std::fmax is a call.)
double larger(double a, double b) { return std::isnan(a) || b > a ? b : a; }
double smaller(double a, double b) { return std::isnan(a) || b < a ? b : a; }

// Between the rows k-1 and k the curve is taken to bend as it does at both, and more by what the
// bends at the rows around leave open: how much their change changes, beside an event also how
// much they change.
struct Bends {
  double least = 0, most = 0;

  Bends(const std::vector<double>& bends, std::size_t k) {
    const auto at = [&](std::size_t m) { return m < bends.size() ? bends[m] : nothing; };
    const double left = at(k - 1), right = at(k), before = k > 1 ? at(k - 2) : nothing,
                 after = at(k + 1);
    if (std::isnan(left) && std::isnan(right)) return;
    const double curvature =
        larger(std::abs(before - 2 * left + right), std::abs(left - 2 * right + after));
    double room = std::isnan(curvature) ? std::abs(right - left) : curvature;
    if (std::isnan(left)) room = one_sided(right, after, at(k + 2));
    if (std::isnan(right)) room = one_sided(left, before, k > 2 ? at(k - 3) : nothing);
    least = smaller(left, right) - room;
    most = larger(left, right) + room;
  }

 private:
  // From the bends at the next three rows on the one side that has some.
  static double one_sided(double first, double second, double third) {
    if (std::isnan(second)) return std::abs(first);
    const double change = std::abs(second - first), further = std::abs(first - 2 * second + third);
    return change + (std::isnan(further) ? change : further);
  }
};

// The largest value that such a curve may have between the rows k-1 and k.
double summit_between(const Curve& c, const Bends& bends, std::size_t k) {
  const double h = c.t[k] - c.t[k - 1], rise = c.x[k] - c.x[k - 1];
  const double bulge = -bends.least * h * h;  // of rise * u + bulge * u * (1 - u), u in [0, 1]
  if (!(h > 0 && bulge > std::abs(rise))) return std::max(c.x[k - 1], c.x[k]);
  const double at = (rise + bulge) / (2 * bulge);
  return c.x[k - 1] + rise * at + bulge * at * (1 - at);
}

// How far the curve may be from the polygon between the rows k-1 and k.
double sag(const Curve& c, const std::vector<double>& bends, std::size_t k) {
  if (k == 0 || k >= c.t.size()) return 0;
  const double h = c.t[k] - c.t[k - 1];
  const Bends between(bends, k);
  return std::max(std::abs(between.least), std::abs(between.most)) * h * h / 4;
}

// How often the curve turns, at rows other than the first and the last; what errors may do counts
// not.
std::size_t turns_of(const Curve& c, std::size_t begin, std::size_t end) {
  std::size_t turns = 0;
  double direction = 0, last = c.x[begin];
  for (std::size_t k = begin + 1; k < end; ++k) {
    const double change = c.x[k] - last;
    if (std::abs(change) <= 2 * std::max(c.e[k], c.e[k - 1])) continue;
    if (change * direction < 0) ++turns;
    direction = change;
    last = c.x[k];
  }
  return turns;
}

// Between the events around a row.
struct Piece {
  std::size_t begin, end;
};

// How much more than its rows show a curve may do around rows that are too few to follow it: as
// much as the rows around differ. `per_turn`: rows from one turn to the next that can follow it.
double slack_at(const Curve& c, const Piece& piece, std::size_t k, double per_turn) {
  constexpr std::size_t reach = 4, fewest = 3;
  const std::size_t begin = std::max(piece.begin, k - std::min(k, reach)),
                    end = std::min(piece.end, k + reach + 1), rows = end - begin;
  const std::size_t inner = std::max(fewest, rows - std::min<std::size_t>(rows, 2));
  const auto turns = static_cast<double>(turns_of(c, begin, end));
  if (rows < 2 ||
      (piece.end - piece.begin > fewest && per_turn * turns <= static_cast<double>(inner)))
    return 0;
  const auto first = c.x.begin() + static_cast<std::ptrdiff_t>(begin);
  const auto [low, high] = std::minmax_element(first, first + static_cast<std::ptrdiff_t>(rows));
  return *high - *low;
}

constexpr double for_parabolas = 3, for_areas = 1.5;

std::vector<double> slack_of(const Curve& c, double per_turn = for_parabolas) {
  std::vector<double> slack(c.t.size(), 0);
  for (Piece piece{0, 0}; piece.begin < c.t.size(); piece.begin = piece.end) {
    piece.end = piece.begin + 1;
    while (piece.end < c.t.size() && c.t[piece.end] > c.t[piece.end - 1]) ++piece.end;
    for (std::size_t k = piece.begin; k < piece.end; ++k)
      slack[k] = slack_at(c, piece, k, per_turn);
  }
  return slack;
}

// The parabola through three rows, over the first two or all of them.
double parabola_area(const double* t, const double* x) {
  const double h0 = t[1] - t[0], h1 = t[2] - t[1], h = h0 + h1;
  return h / 6 * ((2 - h1 / h0) * x[0] + h * h / (h0 * h1) * x[1] + (2 - h0 / h1) * x[2]);
}

// Simpson's rule on rows at any distance; trapezoids, with the error of these, where distances
// change and at an odd end.
Estimate simpson(const Curve& c, const std::vector<double>& bends) {
  const std::span<const double> t = c.t;
  Estimate sum;
  std::size_t k = 0;
  while (k + 1 < t.size()) {
    const bool is_pair = k + 2 < t.size() && t[k + 1] > t[k] && t[k + 2] > t[k + 1];
    // Very different distances make weights of both signs.
    const double ratio = is_pair ? (t[k + 2] - t[k + 1]) / (t[k + 1] - t[k]) : 0;
    if (is_pair && ratio > 0.5 && ratio < 2) {
      sum.value += parabola_area(&t[k], &c.x[k]);
      k += 2;
    } else {
      const double h = t[k + 1] - t[k];
      sum.value += h * (c.x[k] + c.x[k + 1]) / 2;
      sum.error += h * sag(c, bends, k + 1) * 2 / 3;
      ++k;
    }
  }
  return sum;
}

double trapezoids(std::span<const double> t, std::span<const double> x) {
  double sum = 0;
  for (std::size_t k = 0; k + 1 < t.size(); ++k) sum += (t[k + 1] - t[k]) * (x[k] + x[k + 1]) / 2;
  return sum;
}

// Every second row and the last one.
std::vector<double> halved(std::span<const double> all) {
  std::vector<double> some;
  for (std::size_t k = 0; k < all.size(); k += 2) some.push_back(all[k]);
  if (all.size() % 2 == 0 && !all.empty()) some.push_back(all.back());
  return some;
}

// Between rows the curve may keep the value of either.
double areas_between(std::span<const double> t, std::span<const double> x) {
  double sum = 0;
  for (std::size_t k = 0; k + 1 < t.size(); ++k)
    sum += (t[k + 1] - t[k]) * std::abs(x[k + 1] - x[k]) / 2;
  return sum;
}

// Simpson's rule; its difference from that of half the rows bounds its error, smooth or not. Where
// rows are too few to leave out half of them, it is the area between the rows, and where they are
// too few to follow the curve, what the curve may do there.
Estimate smooth_area(const Curve& c) {
  const Estimate fine = simpson(c, bends_of(c));
  const bool is_long = c.t.size() > 4;
  const std::vector<double> t = halved(c.t), x = halved(c.x);
  const double coarse = is_long ? simpson({t, x, {}}, {}).value : trapezoids(c.t, c.x);
  const double few = is_long ? trapezoids(c.t, slack_of(c, for_areas)) : areas_between(c.t, c.x);
  return {fine.value, std::abs(fine.value - coarse) + fine.error + few + trapezoids(c.t, c.e)};
}

// Event by event: two rows at one time end a piece and begin the next one.
Estimate area(const Curve& c) {
  const std::span<const double> t = c.t;
  Estimate all;
  for (std::size_t begin = 0; begin < t.size();) {
    std::size_t end = begin + 1;
    while (end < t.size() && t[end] > t[end - 1]) ++end;
    const std::size_t size = end - begin;
    const Estimate piece =
        smooth_area({t.subspan(begin, size), c.x.subspan(begin, size), c.e.subspan(begin, size)});
    all.value += piece.value;
    all.error += piece.error;
    begin = end;
  }
  return all;
}

double crossing(double t0, double t1, double x0, double x1, double level) {
  return x1 == x0 ? t1 : t0 + (t1 - t0) * (level - x0) / (x1 - x0);
}

// What counts as above a level.
struct Above {
  double level;
  bool has_equal;
  bool operator()(double x) const { return has_equal ? x >= level : x > level; }
};

// The first time at which the polygon through the rows is above the level; nan: never.
template <class Value>
double first_above(const Curve& c, const Above& is_above, Value&& value) {
  for (std::size_t k = 0; k < c.t.size(); ++k) {
    if (!is_above(value(k))) continue;
    return k == 0 ? c.t[0] : crossing(c.t[k - 1], c.t[k], value(k - 1), value(k), is_above.level);
  }
  return nothing;
}

template <class Value>
double spent_above(const Curve& c, const Above& is_above, Value&& value) {
  double sum = 0;
  for (std::size_t k = 0; k + 1 < c.t.size(); ++k) {
    const double x0 = value(k), x1 = value(k + 1), h = c.t[k + 1] - c.t[k];
    if (is_above(x0) && is_above(x1))
      sum += h;
    else if ((is_above(x0) || is_above(x1)) && x0 != x1)
      sum += h * (std::max(x0, x1) - is_above.level) / std::abs(x1 - x0);
  }
  return sum;
}

// Polygons whose rows are moved by this lie on both sides of the curve.
std::vector<double> widths_of(const Curve& c) {
  const std::vector<double> bends = bends_of(c);
  std::vector<double> widths = slack_of(c);
  double before = 0;
  for (std::size_t k = 0; k < widths.size(); ++k) {
    const double after = sag(c, bends, k + 1);
    widths[k] = c.e[k] + std::max({widths[k], before, after});
    before = after;
  }
  return widths;
}

}  // namespace

Estimate at_end(const Curve& c) { return {c.x.back(), c.e.back()}; }
Estimate at_start(const Curve& c) { return {c.x.front(), c.e.front()}; }

// The largest value lies between the largest lower and the largest upper end.
Estimate largest(const Curve& c) {
  const std::size_t k = place_of_largest(c);
  if (!has_errors(c)) return {c.x[k], nothing};
  const std::vector<double> slack = slack_of(c), bends = bends_of(c);
  double low = c.x[k] - c.e[k], high = c.x[k] + c.e[k];
  for (std::size_t i = 0; i < c.x.size(); ++i) {
    low = std::max(low, c.x[i] - c.e[i]);
    high = std::max(high, c.x[i] + c.e[i] + slack[i]);
    if (i > 0)
      high = std::max(high, summit_between(c, {bends, i}, i) + std::max(c.e[i - 1], c.e[i]));
  }
  return {c.x[k], std::max(c.x[k] - low, high - c.x[k])};
}

Estimate smallest(const Curve& c) {
  const std::vector<double> turned = negative(c.x);
  const Estimate found = largest({c.t, turned, c.e});
  return {-found.value, found.error};
}

// Every row that may be the largest one with the rows beside it, and every summit between two.
Estimate time_of_largest(const Curve& c) {
  const std::size_t k = place_of_largest(c);
  if (!has_errors(c)) return {c.t[k], nothing};
  const std::vector<double> slack = slack_of(c), bends = bends_of(c);
  double low = c.x[k] - c.e[k];
  for (std::size_t i = 0; i < c.x.size(); ++i) low = std::max(low, c.x[i] - c.e[i]);
  double error = 0;
  const auto include = [&](std::size_t begin, std::size_t end) {
    error = std::max({error, c.t[k] - c.t[begin], c.t[end] - c.t[k]});
  };
  for (std::size_t i = 0; i < c.x.size(); ++i) {
    if (c.x[i] + c.e[i] + slack[i] >= low)
      include(i > 0 ? i - 1 : i, std::min(i + 1, c.t.size() - 1));
    if (i > 0 && summit_between(c, {bends, i}, i) + std::max(c.e[i - 1], c.e[i]) >= low)
      include(i - 1, i);
  }
  return {c.t[k], error};
}

Estimate time_of_smallest(const Curve& c) {
  const std::vector<double> turned = negative(c.x);
  return time_of_largest({c.t, turned, c.e});
}

Estimate integral(const Curve& c) { return area(c); }

Estimate mean(const Curve& c) {
  const double span = c.t.back() - c.t.front();
  if (!(span > 0)) return at_end(c);
  const Estimate all = integral(c);
  return {all.value / span, all.error / span};
}

// The errors of the squares are 2 |x| e + e^2.
Estimate root_mean_square(const Curve& c) {
  std::vector<double> squares(c.x.size()), errors(c.x.size());
  for (std::size_t k = 0; k < c.x.size(); ++k) {
    squares[k] = c.x[k] * c.x[k];
    errors[k] = (2 * std::abs(c.x[k]) + c.e[k]) * c.e[k];
  }
  const Estimate square = mean({c.t, squares, errors});
  const double value = std::sqrt(std::max(0.0, square.value));
  return {value, value > 0 ? square.error / (2 * value) : std::sqrt(square.error)};
}

// Between the first times of the upper and of the lower end.
Estimate first_time_above(const Curve& c, double level, bool has_equal) {
  const Above is_above{level, has_equal};
  const double time = first_above(c, is_above, [&](std::size_t k) { return c.x[k]; });
  if (!has_errors(c)) return {time, nothing};
  const std::vector<double> widths = widths_of(c);
  const double early = first_above(c, is_above, [&](std::size_t k) { return c.x[k] + widths[k]; });
  const double late = first_above(c, is_above, [&](std::size_t k) { return c.x[k] - widths[k]; });
  // That it occurs at all may be within the error.
  if (std::isnan(time)) return {time, std::isnan(early) ? 0 : INFINITY};
  if (std::isnan(late)) return {time, INFINITY};
  return {time, std::max({time - early, late - time, 0.0})};
}

Estimate time_spent_above(const Curve& c, double level, bool has_equal) {
  const Above is_above{level, has_equal};
  const double time = spent_above(c, is_above, [&](std::size_t k) { return c.x[k]; });
  if (!has_errors(c)) return {time, nothing};
  const std::vector<double> widths = widths_of(c);
  const double most = spent_above(c, is_above, [&](std::size_t k) { return c.x[k] + widths[k]; });
  const double least = spent_above(c, is_above, [&](std::size_t k) { return c.x[k] - widths[k]; });
  return {time, std::max(most - time, time - least)};
}

Estimate value_at(const Curve& c, double time) {
  const auto next = std::upper_bound(c.t.begin(), c.t.end(), time);
  if (next == c.t.begin() || (next == c.t.end() && time > c.t.back())) return {nothing, nothing};
  if (next == c.t.end() || c.t[static_cast<std::size_t>(next - c.t.begin()) - 1] == time) {
    const auto k = static_cast<std::size_t>(next - c.t.begin()) - 1;
    return {c.x[k], c.e[k]};
  }
  const auto k = static_cast<std::size_t>(next - c.t.begin());
  const std::vector<double> slack = slack_of(c);
  const double share = (time - c.t[k - 1]) / (c.t[k] - c.t[k - 1]);
  return {
      c.x[k - 1] + share * (c.x[k] - c.x[k - 1]),
      std::max(c.e[k - 1], c.e[k]) + std::max({sag(c, bends_of(c), k), slack[k - 1], slack[k]})};
}

}  // namespace bw::study
