#include "cosim/mesh.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace bw::cosim {
namespace {

constexpr double grading = 0.3;          // steps of a cell differ by 1.3 : 0.7
constexpr std::size_t phases = 16;       // of the map, enough that no period fits all
constexpr std::size_t phase_stride = 7;  // from cell to cell
constexpr double same_time = 1e-12;      // of the run: closer breaks are none

double warped(double x, std::size_t phase) {
  constexpr double full = 2 * std::numbers::pi;
  const double theta = full * static_cast<double>(phase) / phases;
  return x + grading * (std::sin(full * x + theta) - std::sin(theta)) / full;
}

}  // namespace

Mesh::Mesh(const std::vector<double>& rows, const std::vector<double>& breaks,
           std::size_t least_cells)
    : start_(rows.front()), row_count_(rows.size()) {
  const double near = same_time * (rows.back() - rows.front());
  auto next_break = breaks.begin();
  double before = start_;
  std::vector<double> ends;
  std::vector<bool> is_row;
  const auto add = [&](double time, bool row) {
    ends.push_back(time);
    is_row.push_back(row);
    before = time;
  };
  for (std::size_t i = 1; i < rows.size(); ++i) {
    for (; next_break != breaks.end() && *next_break < rows[i] - near; ++next_break)
      if (*next_break > before + near) add(*next_break, false);
    add(rows[i], true);
  }
  const std::size_t pieces = (least_cells + ends.size() - 1) / ends.size();
  before = start_;
  for (std::size_t cell = 0; cell < ends.size(); ++cell) {
    for (std::size_t k = 1; k < pieces; ++k) {
      const double x = static_cast<double>(k) / static_cast<double>(pieces);
      ends_.push_back(before + (ends[cell] - before) * warped(x, cell * phase_stride % phases));
      rows_.push_back(false);
    }
    ends_.push_back(before = ends[cell]);
    rows_.push_back(is_row[cell]);
  }
}

Mesh Mesh::uniform(double start, double stop, std::size_t cells) {
  Mesh mesh;
  mesh.start_ = start;
  mesh.graded_ = false;
  mesh.row_count_ = cells + 1;
  for (std::size_t k = 1; k <= cells; ++k)
    mesh.ends_.push_back(
        k == cells ? stop
                   : start + (stop - start) * static_cast<double>(k) / static_cast<double>(cells));
  mesh.rows_.assign(cells, true);
  return mesh;
}

Mesh Mesh::first_row() const {
  Mesh mesh;
  mesh.start_ = start_;
  mesh.graded_ = graded_;
  mesh.row_count_ = 2;
  for (std::size_t cell = 0; mesh.rows_.empty() || !mesh.rows_.back(); ++cell) {
    mesh.ends_.push_back(ends_[cell]);
    mesh.rows_.push_back(rows_[cell]);
  }
  return mesh;
}

Steps::Steps(const Mesh& mesh, int n) : mesh_(mesh), n_(n) {
  positions_.resize(mesh.graded_ ? phases : 1);
}

double Steps::end(std::size_t cell, double begin, double end, int j) {
  if (j >= n_) return end;
  const std::size_t phase = mesh_.graded_ ? cell * phase_stride % phases : 0;
  std::vector<double>& positions = positions_[phase];
  if (positions.empty()) {
    positions.reserve(static_cast<std::size_t>(n_));
    for (int k = 1; k <= n_; ++k) {
      const double x = static_cast<double>(k) / n_;
      positions.push_back(mesh_.graded_ ? warped(x, phase) : x);
    }
  }
  return begin + (end - begin) * positions[static_cast<std::size_t>(j - 1)];
}

}  // namespace bw::cosim
