#include "cosim/chain/mesh.h"

#include <algorithm>
#include <cmath>
#include <numbers>

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
  for (std::size_t k = 1; k <= intervals; ++k)
    mesh.ends_.push_back(k == intervals ? stop
                                        : start + (stop - start) * static_cast<double>(k) /
                                                      static_cast<double>(intervals));
  mesh.rows_.assign(intervals, true);
  mesh.breaks_.assign(intervals, false);
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
