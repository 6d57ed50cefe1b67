#pragma once
// Steps of one size: points of a grid, start + r * interval, never accumulated, and an
// interval may be cut into equal steps. The last interval ends at the stop time exactly: it is
// shorter where the stop time is no multiple, and a remainder below 1e-6 of an interval joins the
// last one.

#include <algorithm>
#include <limits>

#include "cosim/march/pace.h"
#include "cosim/march/stepper.h"
#include "math/decimal_grid.h"

namespace bw::cosim {

class GridPace final : public Pace {
 public:
  explicit GridPace(const Grid& grid)
      : grid_(grid),
        count_(grid.intervals()),
        points_(grid.start, grid.interval),
        substeps_(grid.start, grid.interval / grid.substeps),
        from_(grid.start),
        to_(end_of(0)),
        end_(end_of_substep()) {}

  double target(double /*t*/) override { return std::min(end_, limit_); }

  void accepted(const Tried& /*tried*/, double t) override {
    limit_ = std::numeric_limits<double>::infinity();
    if (t < end_) return;  // cut short
    if (++substep_ == grid_.substeps) {
      substep_ = 0;
      ++interval_;
      from_ = to_;
      to_ = end_of(interval_);
    }
    end_ = end_of_substep();
  }

  bool at_grid(double t) const override { return t >= to_; }
  bool rejected(const Tried& /*tried*/) override { return false; }
  bool is_smallest(const Tried& /*tried*/) const override { return true; }
  void limit(double t) override { limit_ = t; }

  void undone(double t) override {
    while (interval_ > 0 && t < from_) {
      to_ = from_;
      from_ = --interval_ == 0 ? grid_.start : end_of(interval_ - 1);
    }
    substep_ = 0;
    while (t >= end_of_substep()) ++substep_;
    end_ = end_of_substep();
  }
  void restart() override {}

  Memory memory() const override { return {interval_, substep_, from_, to_, limit_}; }
  void remember(const Memory& memory) override {
    interval_ = memory.interval;
    substep_ = memory.substep;
    from_ = memory.from;
    to_ = memory.to;
    limit_ = memory.limit;
    end_ = end_of_substep();
  }

 private:
  double end_of_substep() const {
    if (substep_ + 1 == grid_.substeps) return to_;
    // The last interval may be shorter.
    if (substeps_.is_decimal() && interval_ + 1 < count_)
      return substeps_.at(interval_ * grid_.substeps + substep_ + 1);
    return from_ + (to_ - from_) * (substep_ + 1) / grid_.substeps;
  }
  double end_of(std::int64_t interval) const {
    return interval + 1 >= count_ ? grid_.stop : points_.at(interval + 1);
  }

  Grid grid_;
  std::int64_t count_, interval_ = 0;
  int substep_ = 0;
  math::DecimalGrid points_, substeps_;
  double from_, to_;  // of the interval
  double end_;        // of the substep
  double limit_ = std::numeric_limits<double>::infinity();
};

}  // namespace bw::cosim
