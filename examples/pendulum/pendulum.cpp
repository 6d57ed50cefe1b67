// A pendulum that swings against a stop: a model of your own in twenty lines, with an event that
// changes a state. The wall is hit with some speed and gives four fifths of it back.

#include <cmath>
#include <cstdio>
#include <string>

#include <bellwether/model/state_model.h>
#include <bellwether/run/run.h>

namespace {

class Pendulum final : public bw::model::StateModel {
 public:
  Pendulum()
      : StateModel(
            "pendulum",
            {{.name = "angle", .start = 1.2, .unit = "rad"}, {.name = "speed", .unit = "rad/s"}},
            1) {}
  void derivatives(double, std::span<const double> x, std::span<double> dx) override {
    dx[0] = x[1];
    dx[1] = -9.81 * std::sin(x[0]) - 0.05 * x[1];
  }
  void indicators(double, std::span<const double> x, std::span<double> z) override {
    z[0] = x[0] - stop;
  }
  bw::model::EventUpdate handle_event(double, std::span<double> x) override {
    if (x[1] < 0) x[1] *= -0.8;
    return {.states_changed = true};
  }

 private:
  static constexpr double stop = -0.3;
};

}  // namespace

int main() {
  Pendulum pendulum;
  const bw::result::RunResult r =
      bw::run::run({.stop = 10, .tolerance = 1e-8, .output = "pendulum.csv"}, pendulum);
  std::printf("%s: estimated error %.2g of the tolerance, hits of the stop:\n",
              std::string(bw::result::name(r.verdict)).c_str(), r.estimated_error.value_or(-1));
  for (const bw::result::LocatedEvent& hit : r.events)
    if (hit.signal.ends_with("falling"))  // later it crosses the line again, rising
      std::printf("  t = %.12g +- %.1e\n", hit.time, hit.error);
  for (const bw::Bell& bell : r.bells) std::printf("  %s\n", bell.message.c_str());
  return static_cast<int>(r.exit_code);
}
