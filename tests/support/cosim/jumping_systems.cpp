#include <algorithm>
#include <cmath>
#include <limits>

#include "support/cosim/certified_systems.h"
#include "support/model/test_components.h"

namespace bw::test {
namespace {

// x' = e, y = clamp(kp e + ki x), e = r - y of the plant; the memory says on which branch.
Block saturating_controller(double kp, double ki, double limit) {
  const auto demand = [=](const auto& v) { return kp * (v.u[0] - v.u[1]) + ki * v.x[0]; };
  Block block;
  block.name = "controller";
  block.inputs = {{"r"}, {"y"}};
  block.outputs = {{"u", Type::real, {0, 1}}};
  block.x = {0};
  block.m = {0};
  block.slope = [](const auto& v, auto dx) { dx[0] = v.u[0] - v.u[1]; };
  block.answer = [=](const auto& v, auto y) { y[0] = v.m[0] == 0 ? demand(v) : v.m[0] * limit; };
  block.margins = 1;
  block.margin = [=](const auto& v, auto z) {
    if (v.m[0] == 0)
      z[0] = limit - std::abs(demand(v));
    else
      z[0] = v.m[0] * demand(v) - limit;
  };
  block.update = [=](const auto& v, auto m) {
    const auto w = demand(v);
    m[0] = w > limit ? 1 : w < -limit ? -1 : 0;
  };
  return block;
}

// s' = drive - s - 0.5 u, the drive being an input that may be discrete.
Block heated(Type type) {
  Block block = linear_block("heated", {.a = {-1}, .b = {2, -0.5}, .c = {1}}, {0});
  block.inputs = {{"on", type}, {"other"}};
  return block;
}

// Math 003, component 1: x1 and x2 jump at 1, 2, ..., 6.
Block switches() {
  Block block;
  block.name = "part1";
  block.outputs = {{"x1"}, {"x2"}};
  block.m = {0};
  block.answer = [](const auto& v, auto y) {
    static constexpr int x1[] = {0, 1, 0, 0, 0, 1, 1}, x2[] = {0, 0, 0, 1, 0, 0, 1};
    y[0] = x1[static_cast<int>(v.m[0])];
    y[1] = x2[static_cast<int>(v.m[0])];
  };
  block.next_time = [](const auto& v, auto t) {
    using Real = typename decltype(t)::value_type;
    t[0] = v.m[0] < 6 ? v.m[0] + 1 : std::numeric_limits<Real>::infinity();
  };
  block.tick = [](const auto& v, auto m) { m[0] = v.m[0] + 1; };
  return block;
}

// Component 2: x3 is 3, 0 or -3 as examples/math_003/part2.c says.
Block three_way_switch() {
  Block block;
  block.name = "part2";
  block.inputs = {{"x1"}, {"x2"}, {"x4"}};
  block.outputs = {{"x3", Type::real, {0, 1, 2}}};
  block.m = {0};
  block.answer = [](const auto& v, auto y) { y[0] = 3 * v.m[0]; };
  const auto wants = [](const auto& u, int way) {
    using Real = std::remove_cvref_t<decltype(u[0])>;
    const Real up = std::min({u[0] - Real(0.99), Real(0.01) - u[1], Real(2.5) - u[2]});
    const Real down = std::min({Real(0.001) - u[0], u[1] - Real(0.001), u[2] + Real(2.5)});
    return way > 0 ? up : way < 0 ? down : -std::max(up, down);
  };
  block.margins = 1;
  block.margin = [=](const auto& v, auto z) { z[0] = wants(v.u, static_cast<int>(v.m[0])); };
  block.update = [=](const auto& v, auto m) {
    m[0] = wants(v.u, 1) > 0 ? 1 : wants(v.u, -1) > 0 ? -1 : 0;
  };
  return block;
}

}  // namespace

CoupledSystem saturated_pi() {
  Linear plant{.a = {0, 1, -1, -0.5}, .b = {0, 1}, .c = {1, 0}};
  return {.name = "saturated_pi",
          .stop = 20,
          .blocks = {sine_block("setpoint", 0.15), saturating_controller(4, 1, 0.8),
                     linear_block("plant", std::move(plant), {0, 0})},
          .connections = {connection(0, 1), {.from = 2, .to = 1, .input = 1}, connection(1, 2)}};
}

CoupledSystem relay(Type type) {
  return {.name = "relay",
          .stop = 20,
          .blocks = {relay_block("relay", 0.4, 0.6, true, type), heated(type),
                     linear_block("room", {.a = {-0.5}, .b = {0.5}, .c = {1}}, {0})},
          .connections = {connection(0, 1),
                          connection(1, 2),
                          {.from = 2, .to = 1, .input = 1},
                          connection(2, 0)},
          .has_events = true};
}

CoupledSystem sampled_controller(double period) {
  Linear plant{.a = {0, 1, -1, -0.4}, .b = {0, 1}, .c = {1, 0}};
  CoupledSystem system{.name = "sampled_controller",
                       .stop = 5,
                       .blocks = {sampled_block("controller", period, 0.5, -1, 0.8),
                                  linear_block("plant", std::move(plant), {0, 0})},
                       .connections = {connection(0, 1), connection(1, 0)},
                       .has_events = true};
  for (int k = 1; k * period < system.stop; ++k) system.breaks.push_back(k * period);
  return system;
}

CoupledSystem math_003() {
  return {.name = "math_003",
          .stop = 10,
          .blocks = {switches(), three_way_switch(),
                     linear_block("part3", {.a = {0}, .b = {2}, .c = {1}}, {0}, {"x3"}, {"x4"})},
          .connections = {connection(0, 1),
                          {.from = 0, .output = 1, .to = 1, .input = 1},
                          {.from = 2, .to = 1, .input = 2},
                          connection(1, 2)},
          .breaks = {1, 2, 3, 4, 5, 6},
          .has_events = true};
}

}  // namespace bw::test
