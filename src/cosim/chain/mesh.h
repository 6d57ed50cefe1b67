#pragma once
// Where all chains of a certified run meet. A chain takes n equal steps in every cell, so that its
// error at the ends of cells is a power series of 1/n whatever the lengths of the cells; and a
// chain of n steps serves every level r that divides n: one with r communication steps in each
// cell.
//
// Cells end at times that all chains share: every row, times that are known to be special (events,
// knots of tables), and more in between where these are few. They must not be all alike: a signal
// whose period fits the steps of all chains would be invisible to all of them. So cells between
// rows are of different lengths, and where rows make the cells every other one is cut in two by the
// golden section.

#include <cstddef>
#include <vector>

namespace bw::cosim {

class Mesh {
 public:
  // `rows` rise, from the start to the stop. `breaks` lie between them, rising, too.
  Mesh(const std::vector<double>& rows, const std::vector<double>& breaks, std::size_t least_cells);
  // One cell between each row and the next: for what chooses its steps itself.
  static Mesh through(const std::vector<double>& rows);
  // Equal cells, equal steps: for components that take one step size only, and for probes.
  static Mesh uniform(double start, double stop, std::size_t cells);

  std::size_t cells() const { return ends_.size(); }
  double start() const { return start_; }
  double stop() const { return ends_.back(); }
  double begin(std::size_t cell) const { return cell == 0 ? start_ : ends_[cell - 1]; }
  double end(std::size_t cell) const { return ends_[cell]; }
  bool is_break(std::size_t cell) const {
    return breaks_[cell];
  }                                                            // something is known to jump there
  bool is_row(std::size_t cell) const { return rows_[cell]; }  // its end is one
  std::size_t rows() const { return row_count_; }              // with the start

  // The same with cells at the start that grow from `first` by factors of two.
  Mesh with_layer(double first) const;
  Mesh first_row() const;  // the part of it up to the first row after the start
  // Up to the row after `row`: cells before `row` cut in `before` equal ones each, those after it
  // in `after`. Only the last of its cells ends at a row.
  Mesh towards(std::size_t row, int before, int after) const;

 private:
  Mesh() = default;
  double start_ = 0;
  std::vector<double> ends_;
  std::vector<bool> rows_, breaks_;
  std::size_t row_count_ = 1;
};

}  // namespace bw::cosim
