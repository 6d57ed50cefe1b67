#pragma once
// The synchronisation points of all chains of a certified run, and the intervals between them.
// A chain takes n equal steps in every interval, so that its error at the
// synchronisation points is a power series of 1/n whatever the lengths of the intervals; and a
// chain of n steps serves every level r that divides n: one with r communication steps per
// interval.
//
// Synchronisation points are every row, known discontinuities (events, knots of tables), and more
// in between where these are few. The intervals must not be all alike: a signal whose period fits
// the steps of all chains would be invisible to all of them. So intervals between rows have
// different lengths, and where there is one per row every other one is divided by the golden
// section.

#include <cstddef>
#include <vector>

namespace bw::cosim {

class Mesh {
 public:
  // `rows` ascend from the start to the stop. `breaks` lie between them, ascending, too.
  Mesh(const std::vector<double>& rows, const std::vector<double>& breaks,
       std::size_t least_intervals);
  // One interval between each row and the next: for solvers that choose their steps themselves.
  static Mesh through(const std::vector<double>& rows);
  // Equal intervals, equal steps: for components with a fixed step size, and for probes.
  static Mesh uniform(double start, double stop, std::size_t intervals);
  // Intervals with these ends, some of which are rows: for probes.
  static Mesh of(double start, std::vector<double> ends, std::vector<bool> rows);

  std::size_t intervals() const { return ends_.size(); }
  double start() const { return start_; }
  double stop() const { return ends_.back(); }
  double begin(std::size_t interval) const { return interval == 0 ? start_ : ends_[interval - 1]; }
  double end(std::size_t interval) const { return ends_[interval]; }
  bool is_break(std::size_t interval) const {
    return breaks_[interval];
  }                                                                    // a discontinuity at its end
  bool is_row(std::size_t interval) const { return rows_[interval]; }  // its end is one
  std::size_t rows() const { return row_count_; }                      // including the start

  // The same with intervals at the start that grow from `first` by factors of two.
  Mesh with_layer(double first) const;
  // The same with more synchronisation points, which ascend.
  Mesh with_points(const std::vector<double>& times) const;
  // A place for short intervals: at most `length` within `width` on both sides of `time`, and
  // further away at most as long as they are distant.
  struct Fine {
    double time = 0, width = 0, length = 0;
  };
  // The same with intervals halved until they are short enough for every place.
  Mesh refined(const std::vector<Fine>& places) const;
  std::size_t interval_at(double time) const;  // that it lies in, or the last one
  Mesh first_row() const;                      // up to the first row after the start
  // Up to the row after `row`: intervals before `row` are divided into `before` equal ones each,
  // those after it into `after`. Only the last interval ends at a row.
  Mesh towards(std::size_t row, int before, int after) const;

 private:
  Mesh() = default;
  double start_ = 0;
  std::vector<double> ends_;
  std::vector<bool> rows_, breaks_;
  std::size_t row_count_ = 1;
};

}  // namespace bw::cosim
