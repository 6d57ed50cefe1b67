#pragma once
// ARGESIM comparison C5, "Two State Model", for tests and for the bench.
//
//   y1' = c1 (y2 + c2 - y1),   y2' = c3 (c4 - y2)
//   state A until y1 rises above 5.8, state B, with other c2 and c4, until y1 falls below `low`

#include "model/state_model.h"

namespace bw::test {

class TwoStates final : public model::StateModel {
 public:
  static constexpr double c1 = 2.7e6, c3 = 3.5651205;

  // Task b by default; task d: -1.25, 4.33, 4.1.
  explicit TwoStates(double c2 = -0.3, double c4 = 2.73, double low = 2.5)
      : StateModel("c5", {{.name = "y1", .start = 4.2}, {.name = "y2", .start = 0.3}}, 1),
        c2_(c2),
        c4_(c4),
        low_(low) {
    shape_.has_jacobian = true;
  }
  void derivatives(double, std::span<const double> y, std::span<double> dy) override {
    dy[0] = c1 * (y[1] + (in_a_ ? 0.4 : c2_) - y[0]);
    dy[1] = c3 * ((in_a_ ? 5.5 : c4_) - y[1]);
  }
  void jacobian(double, std::span<const double>, std::span<double> j) override {
    j[0] = -c1, j[1] = c1, j[2] = 0, j[3] = -c3;
  }
  void indicators(double, std::span<const double> y, std::span<double> z) override {
    z[0] = in_a_ ? y[0] - 5.8 : low_ - y[0];
  }
  model::EventUpdate handle_event(double, std::span<double>) override {
    in_a_ = !in_a_;
    return {};
  }

 protected:
  model::EventUpdate restart(std::span<double>) override {
    in_a_ = true;
    return {};
  }

 private:
  double c2_, c4_, low_;
  bool in_a_ = true;
};

}  // namespace bw::test
