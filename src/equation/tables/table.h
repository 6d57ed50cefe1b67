#pragma once
// Tables of the standard library (CombiTable1D, CombiTimeTable, CombiTable2D) as numbers: the first
// column is the abscissa, the others are curves over it; of two inputs the first row is the second
// abscissa.

#include <cstddef>
#include <string>
#include <vector>

namespace bw::equation {

// As the library numbers them.
enum class Smoothness { linear = 1, akima, constant, fritsch_butland, steffen, makima };
enum class Extrapolation { hold = 1, last_two_points, periodic, none };
enum class TimeEvents { always = 1, at_discontinuities, none };
enum class TableKind { of_one, of_time, of_two };

struct Table {
  TableKind kind = TableKind::of_one;
  std::size_t rows = 0, columns = 0;
  std::vector<double> values;       // row-major
  std::vector<std::size_t> chosen;  // the columns of the results, from 0
  Smoothness smoothness = Smoothness::linear;
  Extrapolation extrapolation = Extrapolation::hold;
  double start_time = 0, shift_time = 0;
  TimeEvents time_events = TimeEvents::always;

  double at(std::size_t row, std::size_t column) const { return values[row * columns + column]; }
  double first() const { return at(0, 0); }
  double last() const { return at(rows - 1, 0); }
  double period() const { return last() - first(); }
};

// Two times that the library takes as one: a jump.
bool is_nearly_equal(double a, double b);

// What is wrong with it, or nothing.
std::string mistake_in(const Table& table);

}  // namespace bw::equation
