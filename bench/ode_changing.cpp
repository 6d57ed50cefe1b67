// Models that change their character during the run: time of one integration by each method and by
// `auto`, the shortest of several, and what `auto` chose. A markdown table.

#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <string>

#include "model/state_model.h"
#include "ode/events/event_march.h"

namespace {

using namespace bw;
using In = std::span<const double>;
using Out = std::span<double>;
constexpr double never = std::numeric_limits<double>::infinity();

class VanDerPol final : public model::StateModel {
 public:
  VanDerPol() : StateModel("Van der Pol, mu = 1000", {{.name = "x", .start = 2}, {.name = "v"}}) {}
  void derivatives(double, In x, Out dx) override {
    dx[0] = x[1];
    dx[1] = 1000 * (1 - x[0] * x[0]) * x[1] - x[0];
  }
};

// A room that swings with the day, and a sensor that is fast while the heater is on.
class Heater final : public model::StateModel {
 public:
  Heater()
      : StateModel("heater, stiff while it is on",
                   {{.name = "room", .start = 20}, {.name = "sensor", .start = 20}}) {}
  model::EventUpdate restart(Out) override {
    on_ = false;
    return {.next_time_event = 40};
  }
  model::EventUpdate handle_event(double t, Out) override {
    on_ = t < 60;
    return {.next_time_event = on_ ? 70 : never};
  }
  void derivatives(double t, In x, Out dx) override {
    dx[0] = 2 * std::cos(2 * t) - 0.1 * (x[0] - 20);
    dx[1] = (on_ ? 1e5 : 1.0) * (x[0] - x[1]);
  }

 private:
  bool on_ = false;
};

// Two-point control of a swinging load: it chatters within its band, then is switched off.
class Relay final : public model::StateModel {
 public:
  Relay()
      : StateModel("relay, chattering for half of the run",
                   {{.name = "x", .start = 1}, {.name = "load", .start = 1}, {.name = "v"}}, 1) {}
  model::EventUpdate restart(Out) override {
    heats_ = off_ = false;
    return {.next_time_event = 50};
  }
  void indicators(double, In x, Out z) override {
    z[0] = off_ ? 1 : heats_ ? 0.01 - x[0] : x[0] + 0.01;
  }
  model::EventUpdate handle_event(double t, Out) override {
    off_ = t >= 50;
    heats_ = !heats_ && !off_;
    return {.next_time_event = off_ ? never : 50};
  }
  void derivatives(double, In x, Out dx) override {
    dx[0] = (off_ ? 0 : heats_ ? 1 : -1) - 0.2 * x[0] + 0.3 * x[1];
    dx[1] = x[2];
    dx[2] = -x[1];
  }

 private:
  bool heats_ = false, off_ = false;
};

struct Timed {
  double seconds = 1e9;
  std::vector<model::MethodChoice> choices{};
};

Timed measure(model::StateModel& model, const ode::MethodKind& method, double stop) {
  using Clock = std::chrono::steady_clock;
  Timed timed;
  for (int k = 0; k < 15 && (k < 3 || timed.seconds < 0.05); ++k) {
    ode::Setup setup{0, stop, {.relative = 1e-6}};
    ode::EventMarch march(model, method, setup);
    std::vector<double> x(model.shape().states.size());
    model.begin(0, stop, {});
    const auto begin = Clock::now();
    march.start({}, x, model.start(x));
    if (!march.advance(stop).good()) return {};
    timed.seconds =
        std::min(timed.seconds, std::chrono::duration<double>(Clock::now() - begin).count());
    timed.choices = march.report(model::Probing::forbidden).methods;
  }
  return timed;
}

void compare(model::StateModel& model, double stop) {
  std::map<double, std::string_view> by_time;
  for (const ode::MethodKind* method : ode::methods())
    if (!method->fixed_step && !method->linear_only)
      by_time.emplace(measure(model, *method, stop).seconds, method->name);
  const Timed chosen = measure(model, ode::default_method(), stop);
  const auto best = by_time.begin();
  std::printf("| %s | %.3g | %.3g (`%s`) | %.2f | ", model.shape().name.c_str(),
              1e3 * chosen.seconds, 1e3 * best->first, std::string(best->second).c_str(),
              chosen.seconds / best->first);
  constexpr std::size_t most = 8;
  for (std::size_t k = 0; k < chosen.choices.size() && k < most; ++k)
    std::printf("%s%s from %.6g", k > 0 ? ", " : "", std::string(chosen.choices[k].method).c_str(),
                chosen.choices[k].time);
  std::printf("%s |\n", chosen.choices.size() > most ? ", …" : "");
}

}  // namespace

int main() {
  std::printf(
      "| model | `auto`, ms | best by name, ms | ratio | what was chosen "
      "|\n|---|---|---|---|---|\n");
  VanDerPol van_der_pol;
  compare(van_der_pol, 2000);
  Heater heater;
  compare(heater, 100);
  Relay relay;
  compare(relay, 100);
  return 0;
}
