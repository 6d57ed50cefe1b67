#include "equation/tables/curve.h"

#include <algorithm>
#include <cmath>

namespace bw::equation {
namespace {

using Slopes = std::vector<double>;

double mean(double w1, double d1, double w2, double d2) {
  return w1 + w2 > 0 ? (w1 * d1 + w2 * d2) / (w1 + w2) : (d1 + d2) / 2;
}

// d has two more on each side.
Slopes akima(const Slopes& d, std::size_t rows, bool is_modified) {
  const auto weight = [&](double a, double b) {
    return std::abs(b - a) + (is_modified ? std::abs(b + a) / 2 : 0);
  };
  Slopes slopes(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    const double w1 = weight(d[i + 2], d[i + 3]), w2 = weight(d[i], d[i + 1]);
    slopes[i] = is_modified && w1 + w2 == 0 ? 0 : mean(w1, d[i + 1], w2, d[i + 2]);
  }
  return slopes;
}

double monotone(Smoothness kind, double d0, double d1, double h0, double h1) {
  if (d0 == 0 || d1 == 0 || (d0 < 0) != (d1 < 0)) return 0;
  if (kind == Smoothness::fritsch_butland)
    return 3 * (h0 + h1) / ((h0 + 2 * h1) / d0 + (h1 + 2 * h0) / d1);
  const double parabola = (d0 * h1 + d1 * h0) / (h0 + h1);
  const double largest = 2 * std::min(std::abs(d0), std::abs(d1));
  return std::abs(parabola) > largest ? std::copysign(largest, d0) : parabola;
}

Slopes slopes_of(const Table& table, std::size_t column) {
  const std::size_t n = table.rows;
  Slopes d, h;
  for (std::size_t i = 0; i + 1 < n; ++i) {
    h.push_back(table.at(i + 1, 0) - table.at(i, 0));
    d.push_back((table.at(i + 1, column) - table.at(i, column)) / h.back());
  }
  if (table.smoothness == Smoothness::akima || table.smoothness == Smoothness::makima) {
    const double a = d[0], b = d[1], y = d[n - 3], z = d[n - 2];
    d.insert(d.begin(), {3 * a - 2 * b, 2 * a - b});
    d.insert(d.end(), {2 * z - y, 3 * z - 2 * y});
    return akima(d, n, table.smoothness == Smoothness::makima);
  }
  Slopes slopes{d[0]};
  for (std::size_t i = 1; i + 1 < n; ++i)
    slopes.push_back(monotone(table.smoothness, d[i - 1], d[i], h[i - 1], h[i]));
  slopes.push_back(d[n - 2]);
  return slopes;
}

bool is_straight(const Table& table) {
  return table.smoothness == Smoothness::linear || table.rows <= 2;
}

// Through two rows.
Segment line(const Table& table, std::size_t row, std::size_t column) {
  const double u0 = table.at(row, 0), u1 = table.at(row + 1, 0);
  const double y0 = table.at(row, column), y1 = table.at(row + 1, column);
  if (u0 == u1 || (table.kind == TableKind::of_time && is_nearly_equal(u0, u1)))
    return {u0, u1, {y1, 0, 0, 0}};
  return {u0, u1, {y0, (y1 - y0) / (u1 - u0), 0, 0}};
}

}  // namespace

Segment Segment::derivative() const {
  const auto& [a, b, c, d] = coefficients;
  return {begin, end, {b, 2 * c, 3 * d, 0}};
}

double Segment::slope_at_end() const {
  const auto& [a, b, c, d] = coefficients;
  const double v = end - begin;
  return b + v * (2 * c + v * 3 * d);
}

std::vector<Segment> segments_of(const Table& table, std::size_t column) {
  std::vector<Segment> all;
  const bool is_constant = table.smoothness == Smoothness::constant;
  const Slopes s = is_constant || is_straight(table) ? Slopes{} : slopes_of(table, column);
  for (std::size_t i = 0; i + 1 < table.rows; ++i) {
    Segment one = line(table, i, column);
    if (is_constant && one.begin < one.end) one.coefficients = {table.at(i, column), 0, 0, 0};
    if (!s.empty()) {
      const double h = one.end - one.begin, d = one.coefficients[1];
      one.coefficients = {table.at(i, column), s[i], (3 * d - 2 * s[i] - s[i + 1]) / h,
                          (s[i] + s[i + 1] - 2 * d) / (h * h)};
    }
    all.push_back(one);
  }
  return all;
}

Segment before_first(const Table& table, const std::vector<Segment>& segments, std::size_t column) {
  const double y = table.at(0, column);
  if (segments.empty() || table.extrapolation != Extrapolation::last_two_points)
    return {table.first(), table.first(), {y, 0, 0, 0}};
  if (table.smoothness == Smoothness::constant || is_straight(table)) {
    Segment first = line(table, 0, column);
    if (first.coefficients[1] == 0) first.coefficients[0] = y;  // of a jump: the value before it
    return first;
  }
  return {table.first(), table.first(), {y, segments.front().coefficients[1], 0, 0}};
}

Segment behind_last(const Table& table, const std::vector<Segment>& segments, std::size_t column) {
  const double y = table.at(table.rows - 1, column);
  Segment made{table.last(), table.last(), {y, 0, 0, 0}};
  if (segments.empty() || table.extrapolation != Extrapolation::last_two_points) return made;
  const bool is_line = table.smoothness == Smoothness::constant || is_straight(table);
  made.coefficients[1] = is_line ? line(table, table.rows - 2, column).coefficients[1]
                                 : segments.back().slope_at_end();
  return made;
}

}  // namespace bw::equation
