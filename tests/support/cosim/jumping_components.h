#pragma once
// Components that jump, and a march over them: for tests of events.

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "support/cosim/marching.h"
#include "support/model/test_components.h"

namespace bw::test {

using cosim::Coupling;
using cosim::MarchObserver;
using cosim::MarchPlan;
using cosim::Signals;

// A real or an integer that is 0 before `when` and 1 from then on.
class Switch final : public TestComponent {
 public:
  Switch(double when, Type type = Type::real)
      : TestComponent("switch", {}, {variable("on", type)}), when_(when), type_(type) {}

 private:
  void move(double h) override { state_ += h; }
  void answer(const model::SignalsOut& y) override {
    const bool on = state_ >= when_;
    if (type_ == Type::real)
      y.reals[0] = on ? 1 : 0;
    else
      y.discretes[0] = std::int64_t{on};
  }
  double when_;
  Type type_;
};

// x' = u, real or integer.
class Ramp final : public TestComponent {
 public:
  explicit Ramp(Type type = Type::real)
      : TestComponent("ramp", {variable("u", type)}, {without_feed_through(variable("x"))}) {
    if (type != Type::real) heard_.discretes[0] = std::int64_t{0};
  }

 private:
  void move(double h) override {
    state_ +=
        h * (heard_.reals.empty() ? static_cast<double>(std::get<std::int64_t>(heard_.discretes[0]))
                                  : heard_.reals[0]);
  }
  void answer(const model::SignalsOut& y) override { y.reals[0] = state_; }
};

// 1 while its input is below a threshold, then 0.
class Guard final : public TestComponent {
 public:
  explicit Guard(double below)
      : TestComponent("guard", {variable("u")}, {variable("go")}), below_(below) {}

 private:
  void answer(const model::SignalsOut& y) override {
    y.reals[0] = heard_.reals[0] < below_ ? 1 : 0;
  }
  double below_;
};

// How often it was stepped.
class Counter final : public TestComponent {
 public:
  Counter() : TestComponent("counter", {}, {variable("n", Type::integer), variable("x")}) {}

 private:
  void move(double /*h*/) override { state_ += 1; }
  void answer(const model::SignalsOut& y) override {
    y.discretes[0] = static_cast<std::int64_t>(state_);
    y.reals[0] = 0;
  }
};

class SignalTrace final : public MarchObserver {
 public:
  SignalTrace(const Coupling& coupling, std::size_t real) : coupling_(coupling), real_(real) {}
  bool accepted(double t, bool) override {
    points.emplace_back(t, coupling_.now().reals[real_]);
    return true;
  }
  void rolled_back() override {
    points.pop_back();
    ++taken;
  }
  double worst(double (*exact)(double)) const {
    double worst = 0;
    for (const auto& [t, x] : points) worst = std::max(worst, std::abs(x - exact(t)));
    return worst;
  }
  std::vector<std::pair<double, double>> points;
  int taken = 0;

 private:
  const Coupling& coupling_;
  std::size_t real_;
};

inline MarchPlan chosen(int iterations = 1, bool locate = true) {
  MarchPlan plan;
  plan.grid = {.start = 0, .stop = 10, .interval = 10};
  plan.chosen = {.first = 0.2, .least = 1e-7, .most = 0.5, .iterations = iterations};
  plan.master.iterations = iterations;
  plan.master.tolerance = {.relative = 1e-4, .absolute = 1e-5};
  plan.master.fallback_step = iterations > 1 ? 1e-5 : 0;
  plan.error_test = true;
  plan.locates_events = locate;
  return plan;
}

inline void start(Coupling& coupling) {
  Signals first = coupling.now();
  for (std::size_t component = 0; component < coupling.size(); ++component)
    coupling.read(component, 0, first);
  coupling.accept(first);
}

inline double ramp_after_pi(double t) { return std::max(0.0, t - 3.14159265358979); }
inline double ramp_until_2(double t) { return std::min(t, 2.0); }

}  // namespace bw::test
