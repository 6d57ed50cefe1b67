#pragma once
// Finds the times at which two results can be compared, in linear time.

#include <cstddef>
#include <span>
#include <vector>

namespace bw::result {

// Times closer than this share of the range are equal: programs round times.
inline constexpr double instant = 1e-9;

// One result at one time: at a row; at several rows of one time, a jump with its left and right
// value; or between two rows.
struct Side {
  std::size_t left = 0, right = 0;
  double share = 0;  // between: 0 is the left row, 1 the right
  bool between = false;

  bool jumps() const { return !between && left != right; }
};

struct Meeting {
  double time = 0;
  Side a, b;
};

struct Alignment {
  bool same_grid = false;   // row for row
  bool same_range = false;  // first and last times agree
  std::vector<Meeting> meetings;
};

// Equal grids are compared row by row. Of different grids the finer one is interpolated at the
// times of the coarser one, in the common range: the smallest interpolation error, and independent
// of the order of the arguments.
Alignment align(std::span<const double> a, std::span<const double> b);

}  // namespace bw::result
