#pragma once
// Small models with known solutions, for tests of the modules that integrate.

#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "model/model.h"
#include "support/model/test_components.h"

namespace bw::test {

// x' = f(t, x, u), y = x; the inputs that each call saw are remembered.
class TestModel : public model::Model {
 public:
  using F = std::function<void(double t, std::span<const double> x, std::span<const double> u,
                               std::span<double> dx)>;

  TestModel(std::vector<double> start, F f, std::vector<model::Variable> inputs = {})
      : start_(std::move(start)), f_(std::move(f)) {
    shape_.name = "m";
    shape_.inputs = std::move(inputs);
    shape_.can_roll_back = true;
    for (std::size_t i = 0; i < start_.size(); ++i) {
      shape_.states.push_back("x" + std::to_string(i + 1));
      shape_.outputs.push_back(variable(shape_.states.back()));
    }
    const std::size_t reals = model::count_reals(shape_.inputs);
    u_.reals.resize(reals);
    u_.discretes.resize(shape_.inputs.size() - reals, std::int64_t{0});
  }

  const model::ModelShape& shape() const override { return shape_; }
  void begin(double, double until, std::optional<double>) override { stop_ = until; }
  void evaluate(const model::SignalsIn& u, const model::SignalsOut& y) override {
    set_inputs(u);
    std::copy(start_.begin(), start_.end(), y.reals.begin());
  }
  model::EventUpdate start(std::span<double> x) override {
    std::copy(start_.begin(), start_.end(), x.begin());
    return first;
  }
  void set_inputs(const model::SignalsIn& u) override {
    u_.reals.assign(u.reals.begin(), u.reals.end());
    u_.discretes.assign(u.discretes.begin(), u.discretes.end());
  }
  void derivatives(double t, std::span<const double> x, std::span<double> dx) override {
    if (t > std::min(stop_, wall)) throw std::logic_error("asked beyond the end");
    times.push_back(t);
    f_(t, x, u_.reals, dx);
  }
  void outputs(double, std::span<const double> x, const model::SignalsOut& y) override {
    std::copy(x.begin(), x.end(), y.reals.begin());
  }
  void records(double, std::span<const double>, const model::SignalsOut&) override {}

  // Events: an indicator and what happens, both optional.
  void indicators(double t, std::span<const double> x, std::span<double> z) override {
    if (indicator) z[0] = indicator(t, x);
    if (all_indicators) all_indicators(t, x, z);
  }
  model::EventUpdate handle_event(double t, std::span<double> x) override {
    events.push_back(t);
    seen.push_back(u_);
    return on_event ? on_event(t, x) : model::EventUpdate{};
  }
  model::StepEnd completed_step(double t, std::span<const double>) override {
    completed.push_back(t);
    return on_step ? on_step(t) : model::StepEnd{};
  }
  void save(std::unique_ptr<model::Snapshot>& into) override {
    if (into == nullptr) into = std::make_unique<model::Snapshot>();
  }
  void restore(const model::Snapshot&) override {}

  void watch(std::function<double(double, std::span<const double>)> z,
             std::function<model::EventUpdate(double, std::span<double>)> what) {
    shape_.indicators = 1;
    indicator = std::move(z);
    on_event = std::move(what);
  }

  void watch_all(std::size_t count,
                 std::function<void(double, std::span<const double>, std::span<double>)> z,
                 std::function<model::EventUpdate(double, std::span<double>)> what) {
    shape_.indicators = count;
    all_indicators = std::move(z);
    on_event = std::move(what);
  }

  std::vector<double> times, events, completed;
  std::vector<model::Signals> seen;  // inputs at the events
  model::EventUpdate first;
  double wall = std::numeric_limits<double>::infinity();
  std::function<double(double, std::span<const double>)> indicator;
  std::function<void(double, std::span<const double>, std::span<double>)> all_indicators;
  std::function<model::EventUpdate(double, std::span<double>)> on_event;
  std::function<model::StepEnd(double)> on_step;

 private:
  model::ModelShape shape_;
  std::vector<double> start_;
  F f_;
  double stop_ = std::numeric_limits<double>::infinity();
  model::Signals u_;
};

// h' = v, v' = -10, from 5 at rest: the floor is hit at t = 1 with v = -10 and given back by half,
// so that bounce k comes 2^(1-k) after the one before.
inline std::unique_ptr<TestModel> bouncing_ball() {
  auto ball = std::make_unique<TestModel>(
      std::vector<double>{5, 0}, [](double, std::span<const double> x, std::span<const double>,
                                    std::span<double> dx) { dx[0] = x[1], dx[1] = -10; });
  ball->watch([](double, std::span<const double> x) { return x[0]; },
              [](double, std::span<double> x) {
                x[0] = std::numeric_limits<double>::min();  // above the floor again
                x[1] *= -0.5;
                return model::EventUpdate{.states_changed = true};
              });
  return ball;
}

}  // namespace bw::test
