#pragma once
// Where two time grids can be compared, in linear time.

#include <cstddef>
#include <span>
#include <vector>

namespace bw::result {

// Times closer than this share of the whole range are one instant: programs round times.
inline constexpr double instant = 1e-9;

// One result at one time. At a row, or several of one time: a jump, with its left and right value.
// Or between two rows.
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

// Equal grids meet row for row. Of different grids the finer one is read between its rows at the
// times of the coarser one, inside the range that both have; that costs the least interpolation
// error, and does not depend on which comes first.
Alignment align(std::span<const double> a, std::span<const double> b);

}  // namespace bw::result
