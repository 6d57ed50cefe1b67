#pragma once
// Where all chains of a certified run meet, and how each of them walks between.
//
// Cells end at times that all chains share: every row, times that are known to be special (events,
// knots of tables), and more in between where these are few. A chain with n steps per cell puts them
// at t_m + (t_{m+1} - t_m) phi_m(j / n), where
//
//   phi_m(x) = x + a (sin(2 pi x + theta_m) - sin(theta_m)) / (2 pi),   a = 0.3
//
// and theta_m changes from cell to cell. The map is smooth and the same for all chains, so that
// their errors still are power series of 1/n; and it is not uniform, because a signal whose period
// fits all chains of a uniform mesh is invisible to all of them. A chain of n steps serves every
// level r that divides n: one with r macro steps in each cell.

#include <cstddef>
#include <vector>

namespace bw::cosim {

class Mesh {
 public:
  // `rows` rise, from the start to the stop. `breaks` lie between them, rising, too.
  Mesh(const std::vector<double>& rows, const std::vector<double>& breaks, std::size_t least_cells);
  // Equal cells, equal steps: for parts that take one step size only, and for probes.
  static Mesh uniform(double start, double stop, std::size_t cells);

  std::size_t cells() const { return ends_.size(); }
  double start() const { return start_; }
  double stop() const { return ends_.back(); }
  double begin(std::size_t cell) const { return cell == 0 ? start_ : ends_[cell - 1]; }
  double end(std::size_t cell) const { return ends_[cell]; }
  bool is_row(std::size_t cell) const { return rows_[cell]; }  // its end is one
  std::size_t rows() const { return row_count_; }              // with the start

  Mesh first_row() const;  // the part of it up to the first row after the start

 private:
  friend class Steps;
  Mesh() = default;
  double start_ = 0;
  std::vector<double> ends_;
  std::vector<bool> rows_;
  std::size_t row_count_ = 1;
  bool graded_ = true;
};

// The steps of a chain with n of them in every cell.
class Steps {
 public:
  Steps(const Mesh& mesh, int n);

  // Of step j = 1..n, from `begin` to `end` with the map of a cell: mostly the whole cell, the part
  // of it before or after an event otherwise. Exact for j = n.
  double end(std::size_t cell, double begin, double end, int j);

 private:
  const Mesh& mesh_;
  int n_;
  std::vector<std::vector<double>> positions_;  // by phase of the map, made when needed
};

}  // namespace bw::cosim
