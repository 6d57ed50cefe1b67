#pragma once
// Groups the columns of a sparse matrix, greedily into few groups, so that no two of a group share
// a row: one finite difference or one directional derivative then gives a whole group. Source: A.
// R. Curtis, M. J. D. Powell, J. K. Reid 1974.

#include "math/pattern.h"

namespace bw::math {

struct Place {
  std::size_t row, column, entry;  // entry: its number in the pattern
};

// One list per colour, of all entries in its columns.
std::vector<std::vector<Place>> colours(const Pattern& pattern);

}  // namespace bw::math
