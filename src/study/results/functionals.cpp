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

// How far the parabola through the rows around a largest one rises above it.
double rise_between_rows(const Curve& c, std::size_t k) {
  if (k == 0 || k + 1 >= c.x.size()) return 0;
  const double before = c.t[k] - c.t[k - 1], after = c.t[k + 1] - c.t[k];
  if (!(before > 0 && after > 0)) return 0;  // an event
  const double left = (c.x[k] - c.x[k - 1]) / before, right = (c.x[k + 1] - c.x[k]) / after;
  const double bend = (left - right) / (before + after);
  const double slope = (left * after + right * before) / (before + after);
  return bend > 0 ? slope * slope / (4 * bend) : 0;
}

// The parabola through three rows, over the first two or all of them.
double parabola_area(const double* t, const double* x) {
  const double h0 = t[1] - t[0], h1 = t[2] - t[1], h = h0 + h1;
  return h / 6 * ((2 - h1 / h0) * x[0] + h * h / (h0 * h1) * x[1] + (2 - h0 / h1) * x[2]);
}

// Simpson's rule on rows at any distance; trapezoids at events and at an odd end.
double simpson(std::span<const double> t, std::span<const double> x) {
  double sum = 0;
  std::size_t k = 0;
  while (k + 1 < t.size()) {
    const bool is_pair = k + 2 < t.size() && t[k + 1] > t[k] && t[k + 2] > t[k + 1];
    // Very different distances make weights of both signs.
    const double ratio = is_pair ? (t[k + 2] - t[k + 1]) / (t[k + 1] - t[k]) : 0;
    if (is_pair && ratio > 0.5 && ratio < 2) {
      sum += parabola_area(&t[k], &x[k]);
      k += 2;
    } else {
      sum += (t[k + 1] - t[k]) * (x[k] + x[k + 1]) / 2;
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
// rows are too few to leave out half of them, it is the area between the rows.
Estimate area(std::span<const double> t, std::span<const double> x, std::span<const double> e) {
  const double value = simpson(t, x);
  const bool is_long = t.size() > 4;
  const double coarse = is_long ? simpson(halved(t), halved(x)) : trapezoids(t, x);
  const double few = is_long ? 0 : areas_between(t, x);
  return {value, std::abs(value - coarse) + few + trapezoids(t, e)};
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

// How far the curve may be from the polygon between the rows k-1 and k, by their neighbours' bend.
double sag(const Curve& c, std::size_t k) {
  double most = 0;
  for (const std::size_t m : {k - 1, k}) {
    if (m == 0 || m + 1 >= c.t.size()) continue;
    const double before = c.t[m] - c.t[m - 1], after = c.t[m + 1] - c.t[m];
    if (!(before > 0 && after > 0)) continue;
    const double bend =
        2 * ((c.x[m + 1] - c.x[m]) / after - (c.x[m] - c.x[m - 1]) / before) / (before + after);
    const double h = c.t[k] - c.t[k - 1];
    most = std::max(most, std::abs(bend) * h * h / 8);
  }
  return most;
}

}  // namespace

Estimate at_end(const Curve& c) { return {c.x.back(), c.e.back()}; }
Estimate at_start(const Curve& c) { return {c.x.front(), c.e.front()}; }

// The largest value lies between the largest lower and the largest upper end.
Estimate largest(const Curve& c) {
  const std::size_t k = place_of_largest(c);
  if (!has_errors(c)) return {c.x[k], nothing};
  double low = c.x[k] - c.e[k], high = c.x[k] + c.e[k];
  for (std::size_t i = 0; i < c.x.size(); ++i) {
    low = std::max(low, c.x[i] - c.e[i]);
    high = std::max(high, c.x[i] + c.e[i]);
  }
  return {c.x[k], std::max(c.x[k] - low, high + rise_between_rows(c, k) - c.x[k])};
}

Estimate smallest(const Curve& c) {
  const std::vector<double> turned = negative(c.x);
  const Estimate found = largest({c.t, turned, c.e});
  return {-found.value, found.error};
}

// Every row that may be the largest one, and the rows beside it.
Estimate time_of_largest(const Curve& c) {
  const std::size_t k = place_of_largest(c);
  if (!has_errors(c)) return {c.t[k], nothing};
  double low = c.x[k] - c.e[k];
  for (std::size_t i = 0; i < c.x.size(); ++i) low = std::max(low, c.x[i] - c.e[i]);
  double error = 0;
  for (std::size_t i = 0; i < c.x.size(); ++i) {
    if (c.x[i] + c.e[i] < low) continue;
    const double begin = c.t[i > 0 ? i - 1 : i], end = c.t[std::min(i + 1, c.t.size() - 1)];
    error = std::max({error, c.t[k] - begin, end - c.t[k]});
  }
  return {c.t[k], error};
}

Estimate time_of_smallest(const Curve& c) {
  const std::vector<double> turned = negative(c.x);
  return time_of_largest({c.t, turned, c.e});
}

Estimate integral(const Curve& c) { return area(c.t, c.x, c.e); }

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
  const auto width = [&](std::size_t k) { return c.e[k] + (k > 0 ? sag(c, k) : 0); };
  const double early = first_above(c, is_above, [&](std::size_t k) { return c.x[k] + width(k); });
  const double late = first_above(c, is_above, [&](std::size_t k) { return c.x[k] - width(k); });
  // That it occurs at all may be within the error.
  if (std::isnan(time)) return {time, std::isnan(early) ? 0 : INFINITY};
  if (std::isnan(late)) return {time, INFINITY};
  return {time, std::max({time - early, late - time, 0.0})};
}

Estimate time_spent_above(const Curve& c, double level, bool has_equal) {
  const Above is_above{level, has_equal};
  const double time = spent_above(c, is_above, [&](std::size_t k) { return c.x[k]; });
  if (!has_errors(c)) return {time, nothing};
  const auto width = [&](std::size_t k) { return c.e[k] + (k > 0 ? sag(c, k) : 0); };
  const double most = spent_above(c, is_above, [&](std::size_t k) { return c.x[k] + width(k); });
  const double least = spent_above(c, is_above, [&](std::size_t k) { return c.x[k] - width(k); });
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
  const double share = (time - c.t[k - 1]) / (c.t[k] - c.t[k - 1]);
  return {c.x[k - 1] + share * (c.x[k] - c.x[k - 1]), std::max(c.e[k - 1], c.e[k]) + sag(c, k)};
}

}  // namespace bw::study
