#include "cosim/march/grid_pace.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cosim/march/pace.h"
#include "math/constants.h"
#include "math/step_controller.h"

namespace bw::cosim {
namespace {

using math::epsilon;

constexpr double smallest_rest = 1e-6;  // of a step
constexpr double reduction = 5.0;       // after a failure without an error norm
constexpr double nearly = 1.0 + 1e-9;
constexpr double no_limit = std::numeric_limits<double>::infinity();

class ChosenPace final : public Pace {
 public:
  ChosenPace(double start, double stop, const ChosenSteps& steps, bool error_test, double first)
      : start_(start),
        stop_(stop),
        steps_(steps),
        error_test_(error_test),
        controller_(math::StepController::integral(1)),
        h_(std::clamp(first, steps.least, steps.most)) {}

  double target(double t) override {
    const double left = stop_ - t;
    if (left <= h_ * (1 + smallest_rest)) return std::min(stop_, limit_);
    // Two equal steps instead of a remainder below the smallest one.
    const double h = left < h_ + steps_.least ? left / 2 : h_;
    return std::min(t + 2 * (h / 2), limit_);
  }

  void accepted(const Tried& tried, double /*t*/) override {
    const bool limited = limit_ < no_limit;
    limit_ = no_limit;
    double h = tried.h;
    if (error_test_)
      controller_.judge(tried.norm(), h);
    else if (2 * tried.iterations <= steps_.iterations)
      h *= 2;
    if (limited) h = std::max(h, h_);  // it was shortened for another reason
    h_ = std::clamp(h, steps_.least, steps_.most);
  }

  bool at_grid(double t) const override { return t == start_ || t >= stop_; }

  bool rejected(const Tried& tried) override {
    if (is_smallest(tried)) return false;
    double h = tried.h / reduction;
    if (tried.outcome == Tried::Outcome::inaccurate && std::isfinite(tried.norm())) {
      h = tried.h;
      controller_.judge(tried.norm(), h);
    }
    h_ = std::max(h, steps_.least);
    return target(tried.t) < tried.t + tried.h;  // else the step would be the same again
  }

  // A step is a difference of times, each of them rounded.
  bool is_smallest(const Tried& tried) const override {
    const double rounding = 2 * epsilon * (std::abs(tried.t) + std::abs(tried.h));
    return tried.h <= steps_.least * nearly + rounding;
  }
  void limit(double t) override { limit_ = t; }
  void undone(double /*t*/) override {}
  void restart() override { controller_.forget(); }

  Memory memory() const override {
    return {.limit = limit_, .h = h_, .controller = controller_.memory()};
  }
  void remember(const Memory& memory) override {
    limit_ = memory.limit;
    h_ = memory.h;
    controller_.remember(memory.controller);
  }

 private:
  double start_, stop_;
  ChosenSteps steps_;
  bool error_test_;
  math::StepController controller_;
  double h_, limit_ = no_limit;
};

}  // namespace

std::int64_t Grid::intervals() const {
  const double count = (stop - start) / interval;
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(count - smallest_rest)));
}

std::unique_ptr<Pace> make_grid_pace(const Grid& grid) { return std::make_unique<GridPace>(grid); }

std::unique_ptr<Pace> make_chosen_pace(double start, double stop, const ChosenSteps& steps,
                                       bool error_test, double first) {
  return std::make_unique<ChosenPace>(start, stop, steps, error_test, first);
}

}  // namespace bw::cosim
