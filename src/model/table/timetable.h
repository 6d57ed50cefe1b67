#pragma once
// Signals over time, from measurements or a scenario. Columns in two lanes, as everywhere.
//
// A continuous real is interpolated linearly between the rows; a held real and everything discrete
// keep the last row's value. A time that occurs twice is a jump: the first of its rows is the value
// before it, the last the one after. Outside of the table its first and last values are held.
//
// A change of a held or discrete column is a jump, too. A knot is a time where a line bends.

#include <cstddef>
#include <memory>
#include <vector>

#include "base/value.h"
#include "model/signals.h"

namespace bw::model {

enum class Side { before, after };  // of a jump; elsewhere both are the same

class Timetable {
 public:
  struct Reals {
    std::vector<double> values;
    bool held = false;
  };

  // At least one row; times never fall; all columns are as long as the times.
  Timetable(std::vector<double> times, std::vector<Reals> reals,
            std::vector<std::vector<Discrete>> discretes);

  const std::vector<double>& times() const { return times_; }
  const std::vector<Reals>& reals() const { return reals_; }
  const std::vector<std::vector<Discrete>>& discretes() const { return discretes_; }
  const std::vector<double>& jumps() const { return jumps_; }
  const std::vector<double>& knots() const { return knots_; }
  std::vector<double> special_times() const;  // both

 private:
  bool jumps_at(std::size_t first, std::size_t last) const;
  bool bends_at(std::size_t first, std::size_t last) const;

  std::vector<double> times_;
  std::vector<Reals> reals_;
  std::vector<std::vector<Discrete>> discretes_;
  std::vector<double> jumps_, knots_;
};

// Reads a table at mostly increasing times. It remembers its position, so that a whole run costs as
// much as the table is long.
class TableReader {
 public:
  explicit TableReader(std::shared_ptr<const Timetable> table);

  const Timetable& table() const { return *table_; }
  void read(double t, Side side, const SignalsOut& values);
  // The mean slopes of the reals over [from, to], an interval without jumps; 0 for held ones.
  void slopes(double from, double to, std::span<double> slopes);
  double next_jump(double t);  // the first after t; infinity: none
  double next_knot(double t);

 private:
  struct Cursor {
    std::size_t at = 0;
    // The number of times that are before t; on the side after it one at t counts, too.
    std::size_t seek(const std::vector<double>& times, double t, Side side);
  };
  double real(std::size_t column, std::size_t passed, double t) const;

  std::shared_ptr<const Timetable> table_;
  Cursor row_, jump_, knot_;
};

}  // namespace bw::model
