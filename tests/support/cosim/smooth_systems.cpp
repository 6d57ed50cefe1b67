#include <cmath>

#include "support/cosim/certified_systems.h"
#include "support/model/test_components.h"

namespace bw::test {
namespace {

// s' = s (growth + effect u)
Block species(std::string name, double start, double growth, double effect) {
  Block block;
  block.name = std::move(name);
  block.inputs = {{"u"}};
  block.outputs = {{"s"}};
  block.x = {start};
  block.slope = [=](const auto& v, auto dx) { dx[0] = v.x[0] * (growth + effect * v.u[0]); };
  block.answer = [](const auto& v, auto y) { y[0] = v.x[0]; };
  block.exact = [=](const View<double>& v, double h, std::span<double> x) {
    x[0] *= std::exp((growth + effect * v.u[0]) * h);
  };
  return block;
}

// s' = aim(u) - rate s
template <class Aim>
Block relaxing(std::string name, double start, double rate, std::vector<Port> inputs, Aim aim) {
  Block block;
  block.name = std::move(name);
  block.inputs = std::move(inputs);
  block.outputs = {{"s"}};
  block.x = {start};
  block.slope = [=](const auto& v, auto dx) { dx[0] = aim(v.u) - rate * v.x[0]; };
  block.answer = [](const auto& v, auto y) { y[0] = v.x[0]; };
  block.exact = [=](const View<double>& v, double h, std::span<double> x) {
    x[0] -= (aim(v.u) / rate - x[0]) * std::expm1(-rate * h);
  };
  return block;
}

// s' = 2 tanh(u) - s^3 - s / 2;  y = s + direct * u
Block ring_component(std::size_t i, double start, double direct) {
  Block block;
  block.name = "part" + std::to_string(i);
  block.inputs = {{"u"}};
  block.outputs = {{"y"}};
  if (direct != 0) block.outputs[0].direct = {0};
  block.x = {start};
  block.slope = [](const auto& v, auto dx) {
    dx[0] = 2 * std::tanh(v.u[0]) - v.x[0] * v.x[0] * v.x[0] - v.x[0] / 2;
  };
  block.answer = [direct](const auto& v, auto y) {
    y[0] = direct == 0 ? v.x[0] : v.x[0] + direct * v.u[0];
  };
  return block;
}

// Proportional and integral in r - y; without feed-through it lags behind that by 0.1.
Block controller(std::string name, double kp, double ki, bool feed_through) {
  Linear m{.a = {0}, .b = {1, -1}, .c = {ki}, .d = {kp, -kp}};
  if (!feed_through) m = {.a = {0, 0, 10 * ki, -10}, .b = {1, -1, 10 * kp, -10 * kp}, .c = {0, 1}};
  return linear_block(std::move(name), m, std::vector<double>(feed_through ? 1 : 2), {"r", "y"});
}

Block link_with(OscillatorLink link) {
  const auto [k, d] = link;
  return linear_block("link", {.d = {-k, -d, k, d}}, {}, {"x1", "v1", "x2", "v2"}, {"force"});
}

constexpr double wall_1 = 1, wall_2 = 2;  // springs

Block free_mass(std::string name, double wall, double start) {
  return linear_block(std::move(name), {.a = {0, 1, -wall, 0}, .b = {0, 1}, .c = {1, 0, 0, 1}},
                      {start, 0}, {"force"}, {"x", "v"});
}

// A mass with the link to something that moves as the inputs say.
Linear linked_mass(double wall, OscillatorLink link) {
  const auto [k, d] = link;
  return {.a = {0, 1, -wall - k, -d}, .b = {0, 0, k, d}};
}

cosim::Connection between(std::size_t from, std::size_t output, std::size_t to, std::size_t input,
                          double gain = 1) {
  return {from, output, to, input, gain};
}

}  // namespace

CoupledSystem lotka_volterra_system(double stop) {
  return {.name = "lotka_volterra",
          .stop = stop,
          .blocks = {species("prey", 10, 0.1, -0.02), species("predator", 10, -0.4, 0.02)},
          .connections = {connection(0, 1), connection(1, 0)}};
}

CoupledSystem lorenz(double stop) {
  return {.name = "lorenz",
          .stop = stop,
          .blocks = {relaxing("x", 1, 10, {{"y"}}, [](auto u) { return 10 * u[0]; }),
                     relaxing("y", 1, 1, {{"x"}, {"z"}}, [](auto u) { return u[0] * (28 - u[1]); }),
                     relaxing("z", 1, 8.0 / 3, {{"x"}, {"y"}}, [](auto u) { return u[0] * u[1]; })},
          .connections = {between(1, 0, 0, 0), between(0, 0, 1, 0), between(2, 0, 1, 1),
                          between(0, 0, 2, 0), between(1, 0, 2, 1)}};
}

CoupledSystem source_lag_integrator(double frequency) {
  return {.name = "source_lag_integrator",
          .stop = 10,
          .blocks = {sine_block("source", frequency),
                     linear_block("lag", {.a = {-1}, .b = {1}, .c = {1}}, {0}),
                     linear_block("integrator", {.a = {0}, .b = {1}, .c = {1}}, {1})},
          .connections = {connection(0, 1), connection(1, 2)}};
}

CoupledSystem ring(int components, bool feed_through) {
  CoupledSystem system{
      .name = "ring_" + std::to_string(components) + (feed_through ? "_direct" : ""), .stop = 10};
  const auto count = static_cast<std::size_t>(components);
  for (std::size_t i = 0; i < count; ++i) {
    system.blocks.push_back(
        ring_component(i, 1.0 - 0.4 * static_cast<double>(i), feed_through ? 0.3 : 0));
    system.connections.push_back(connection(i, (i + 1) % count, i + 1 == count ? -1 : 1));
  }
  return system;
}

// source -> outer -> inner -> motor -> load; the load's position comes back to `outer`, the motor's
// speed to `inner`, the load's torque to the motor.
CoupledSystem nested_loops(bool feed_through) {
  const Linear motor{.a = {-5, -1, 1, -0.3}, .b = {5, 0, 0, -1}, .c = {0, 1}};
  const Linear load{.a = {0}, .b = {1}, .c = {1, 0.5}};
  return {.name = feed_through ? "nested_loops_direct" : "nested_loops",
          .stop = 20,
          .blocks = {controller("outer", 0.8, 0.2, feed_through),
                     controller("inner", 2, 1, feed_through),
                     linear_block("motor", motor, {0, 0}, {"voltage", "torque"}, {"speed"}),
                     linear_block("load", load, {0}, {"speed"}, {"position", "torque"}),
                     sine_block("wish", 0.05)},
          .connections = {between(4, 0, 0, 0), between(3, 0, 0, 1), between(0, 0, 1, 0),
                          between(2, 0, 1, 1), between(1, 0, 2, 0), between(3, 1, 2, 1),
                          between(2, 0, 3, 0)}};
}

CoupledSystem force_displacement(OscillatorLink link) {
  Linear second = linked_mass(wall_2, link);
  const auto [k, d] = link;
  second.c = {k, d};
  second.d = {-k, -d};
  return {.name = "force_displacement",
          .stop = 20,
          .blocks = {free_mass("first", wall_1, 1),
                     linear_block("second", std::move(second), {0, 0}, {"x", "v"}, {"force"})},
          .connections = {between(0, 0, 1, 0), between(0, 1, 1, 1), between(1, 0, 0, 0)}};
}

CoupledSystem force_force(OscillatorLink link) {
  return {
      .name = "force_force",
      .stop = 20,
      .blocks = {free_mass("first", wall_1, 1), free_mass("second", wall_2, 0), link_with(link)},
      .connections = {between(0, 0, 2, 0), between(0, 1, 2, 1), between(1, 0, 2, 2),
                      between(1, 1, 2, 3), between(2, 0, 0, 0), between(2, 0, 1, 0, -1)}};
}

CoupledSystem displacement_displacement(OscillatorLink link) {
  Linear first = linked_mass(wall_1, link), second = linked_mass(wall_2, link);
  first.c = second.c = {1, 0, 0, 1};
  return {.name = "displacement_displacement",
          .stop = 20,
          .blocks = {linear_block("first", std::move(first), {1, 0}, {"x2", "v2"}, {"x", "v"}),
                     linear_block("second", std::move(second), {0, 0}, {"x1", "v1"}, {"x", "v"})},
          .connections = {between(0, 0, 1, 0), between(0, 1, 1, 1), between(1, 0, 0, 0),
                          between(1, 1, 0, 1)}};
}

CoupledSystem algebraic_loop(double factor) {
  return {.name = "algebraic",
          .stop = 10,
          .blocks = {linear_block("first", {.a = {-1}, .b = {1}, .c = {1}, .d = {factor}}, {1}),
                     linear_block("second", {.a = {-2}, .b = {1}, .c = {1}, .d = {-factor}}, {-1})},
          .connections = {connection(0, 1, 1, 0.5), connection(1, 0)}};
}

}  // namespace bw::test
