#include "cosim/chain/mesh.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>

#include "math/decimal_grid.h"

namespace bw::cosim {
namespace {

constexpr double grading = 0.3;      // lengths between two rows vary by 1.3 : 0.7
constexpr double golden = 0.381966;  // the shorter fraction
constexpr double same_time = 1e-12;  // of the simulated time: closer breaks are one

// The relative end of interval k of `pieces` between two synchronisation points. Consecutive ones
// are divided differently.
double division(std::size_t k, std::size_t pieces, std::size_t interval) {
  if (pieces == 2) return interval % 4 == 1 ? golden : 1 - golden;
  constexpr double full = 2 * std::numbers::pi;
  const double x = static_cast<double>(k) / static_cast<double>(pieces);
  const double theta = static_cast<double>(interval);
  return x + grading * (std::sin(full * x + theta) - std::sin(theta)) / full;
}

}  // namespace

Mesh::Mesh(const std::vector<double>& rows, const std::vector<double>& breaks,
           std::size_t least_intervals)
    : start_(rows.front()), row_count_(rows.size()) {
  const double near = same_time * (rows.back() - rows.front());
  auto next_break = breaks.begin();
  double before = start_;
  std::vector<double> ends;
  std::vector<bool> is_row, is_break;
  const auto add = [&](double time, bool row, bool special) {
    ends.push_back(time);
    is_row.push_back(row);
    is_break.push_back(special);
    before = time;
  };
  for (std::size_t i = 1; i < rows.size(); ++i) {
    for (; next_break != breaks.end() && *next_break < rows[i] - near; ++next_break)
      if (*next_break > before + near) add(*next_break, false, true);
    bool special = false;
    for (; next_break != breaks.end() && *next_break <= rows[i] + near; ++next_break)
      special = true;
    add(rows[i], true, special);
  }
  const std::size_t needed = (least_intervals + ends.size() - 1) / ends.size();
  before = start_;
  for (std::size_t interval = 0; interval < ends.size(); ++interval) {
    const std::size_t pieces = std::max(needed, 1 + interval % 2);
    for (std::size_t k = 1; k < pieces; ++k) {
      ends_.push_back(before + (ends[interval] - before) * division(k, pieces, interval));
      rows_.push_back(false);
      breaks_.push_back(false);
    }
    ends_.push_back(before = ends[interval]);
    rows_.push_back(is_row[interval]);
    breaks_.push_back(is_break[interval]);
  }
}

Mesh Mesh::through(const std::vector<double>& rows) {
  Mesh mesh;
  mesh.start_ = rows.front();
  mesh.ends_.assign(rows.begin() + 1, rows.end());
  mesh.row_count_ = rows.size();
  mesh.rows_.assign(mesh.ends_.size(), true);
  mesh.breaks_.assign(mesh.ends_.size(), false);
  return mesh;
}

Mesh Mesh::uniform(double start, double stop, std::size_t intervals) {
  Mesh mesh;
  mesh.start_ = start;
  mesh.row_count_ = intervals + 1;
  const math::DecimalGrid points(start, (stop - start) / static_cast<double>(intervals));
  for (std::size_t k = 1; k < intervals; ++k)
    mesh.ends_.push_back(points.is_decimal() ? points.at(static_cast<std::int64_t>(k))
                                             : start + (stop - start) * static_cast<double>(k) /
                                                           static_cast<double>(intervals));
  mesh.ends_.push_back(stop);
  mesh.rows_.assign(intervals, true);
  mesh.breaks_.assign(intervals, false);
  return mesh;
}

Mesh Mesh::of(double start, std::vector<double> ends, std::vector<bool> rows) {
  Mesh mesh;
  mesh.start_ = start;
  mesh.row_count_ = 1 + static_cast<std::size_t>(std::ranges::count(rows, true));
  mesh.ends_ = std::move(ends);
  mesh.rows_ = std::move(rows);
  mesh.breaks_.assign(mesh.ends_.size(), false);
  return mesh;
}

Mesh Mesh::with_layer(double first) const {
  Mesh mesh = *this;
  std::vector<double> ends;
  for (double length = first; length < ends_.front() - start_; length *= 2)
    ends.push_back(start_ + length);
  mesh.ends_.insert(mesh.ends_.begin(), ends.begin(), ends.end());
  mesh.rows_.insert(mesh.rows_.begin(), ends.size(), false);
  mesh.breaks_.insert(mesh.breaks_.begin(), ends.size(), false);
  return mesh;
}

Mesh Mesh::with_points(const std::vector<double>& times) const {
  Mesh mesh;
  mesh.start_ = start_;
  mesh.row_count_ = row_count_;
  const double near = same_time * (stop() - start_);
  auto next = times.begin();
  double before = start_;
  for (std::size_t interval = 0; interval < intervals(); ++interval) {
    for (; next != times.end() && *next < end(interval) - near; ++next)
      if (*next > before + near) mesh.ends_.push_back(before = *next);
    mesh.ends_.push_back(before = end(interval));
    mesh.rows_.resize(mesh.ends_.size(), false);
    mesh.breaks_.resize(mesh.ends_.size(), false);
    mesh.rows_.back() = rows_[interval];
    mesh.breaks_.back() = breaks_[interval];
  }
  return mesh;
}

namespace {

bool is_short(double begin, double end, const std::vector<Mesh::Fine>& places) {
  return std::ranges::all_of(places, [&](const Mesh::Fine& place) {
    const double distance =
        std::max(place.time - place.width - end, begin - (place.time + place.width));
    return end - begin <= std::max(place.length, 2 * distance);
  });
}

// The ends of the pieces of an interval, the earliest first.
void divide(double begin, double end, const std::vector<Mesh::Fine>& places,
            std::vector<double>& ends) {
  std::vector<double> waiting{end};
  while (!waiting.empty()) {
    const double to = waiting.back(), middle = begin + (to - begin) / 2;
    if (!is_short(begin, to, places) && middle > begin && middle < to) {
      waiting.push_back(middle);
      continue;
    }
    ends.push_back(begin = to);
    waiting.pop_back();
  }
}

}  // namespace

Mesh Mesh::refined(const std::vector<Fine>& places) const {
  Mesh mesh;
  mesh.start_ = start_;
  mesh.row_count_ = row_count_;
  for (std::size_t interval = 0; interval < intervals(); ++interval) {
    divide(begin(interval), end(interval), places, mesh.ends_);
    mesh.rows_.resize(mesh.ends_.size(), false);
    mesh.breaks_.resize(mesh.ends_.size(), false);
    mesh.rows_.back() = rows_[interval];
    mesh.breaks_.back() = breaks_[interval];
  }
  return mesh;
}

std::size_t Mesh::interval_at(double time) const {
  const auto found = std::ranges::upper_bound(ends_, time);
  return std::min(static_cast<std::size_t>(found - ends_.begin()), ends_.size() - 1);
}

Mesh Mesh::first_row() const {
  Mesh mesh;
  mesh.start_ = start_;
  mesh.row_count_ = 2;
  for (std::size_t interval = 0; mesh.rows_.empty() || !mesh.rows_.back(); ++interval) {
    mesh.ends_.push_back(ends_[interval]);
    mesh.rows_.push_back(rows_[interval]);
    mesh.breaks_.push_back(breaks_[interval]);
  }
  return mesh;
}

Mesh Mesh::towards(std::size_t row, int before, int after) const {
  Mesh mesh;
  mesh.start_ = start_;
  std::size_t passed = 0;  // rows
  for (std::size_t interval = 0; interval < intervals() && passed <= row; ++interval) {
    const int pieces = passed < row ? before : after;
    for (int k = 1; k <= pieces; ++k)
      mesh.ends_.push_back(k == pieces
                               ? end(interval)
                               : begin(interval) + (end(interval) - begin(interval)) * k / pieces);
    mesh.breaks_.resize(mesh.ends_.size(), false);
    mesh.breaks_.back() = breaks_[interval];
    passed += rows_[interval] ? 1 : 0;
  }
  mesh.rows_.assign(mesh.ends_.size(), false);
  mesh.rows_.back() = true;
  mesh.row_count_ = 2;
  return mesh;
}

}  // namespace bw::cosim
