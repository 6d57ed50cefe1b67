#pragma once
// A column of a table as cubic polynomials between its rows. Slopes of the splines:
//
//   d_i = (y_i+1 - y_i) / h_i           of the segment i, of the length h_i
//   Akima (1970)           s_i = (w_1 d_i-1 + w_2 d_i) / (w_1 + w_2), w_1 = |d_i+1 - d_i|,
//                          w_2 = |d_i-1 - d_i-2|; at the ends d continues as a parabola has it
//   modified Akima         w_1 = |d_i+1 - d_i| + |d_i+1 + d_i|/2 and so on
//   Fritsch, Butland 1984  1/s_i is the mean of 1/d_i-1 and 1/d_i with the weights
//                          (h_i-1 + 2 h_i), (2 h_i-1 + h_i); 0 where the signs differ
//   Steffen (1990)         the slope of the parabola through three points, at most twice the
//                          smaller d; 0 where the signs differ

#include <array>
#include <cstddef>
#include <vector>

#include "equation/tables/table.h"

namespace bw::equation {

struct Segment {
  double begin = 0, end = 0;
  std::array<double, 4> coefficients{};  // of 1, v, v^2, v^3 with v = u - begin

  double slope_at_end() const;
  Segment derivative() const;
};

// Between the rows, in their order; empty where there is one row. Of a jump: a constant, the value
// behind it.
std::vector<Segment> segments_of(const Table& table, std::size_t column);

// Before the first row and behind the last one.
Segment before_first(const Table& table, const std::vector<Segment>& segments, std::size_t column);
Segment behind_last(const Table& table, const std::vector<Segment>& segments, std::size_t column);

}  // namespace bw::equation
