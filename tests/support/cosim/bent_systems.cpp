#include "support/cosim/bent_systems.h"

#include <cmath>

#include "support/dice.h"
#include "support/model/test_components.h"

namespace bw::test {
namespace {

// y = slopes[region] (w - bend) + level, w = bias + gains . u: continuous, with bends where the
// slope changes. The memory is the region.
struct Bends {
  std::vector<double> at{}, slopes{};  // of w, rising; one slope more
  std::vector<double> gains{1};
  double bias = 0;

  template <class V>
  auto input(const V& v) const {
    auto w = v.u[0] * 0 + bias;
    for (std::size_t i = 0; i < gains.size(); ++i) w += gains[i] * v.u[i];
    return w;
  }
  // From 0 at the first bend.
  template <class Real>
  Real value(std::size_t region, Real w) const {
    if (region == 0) return slopes[0] * (w - at[0]);
    Real y = 0;
    for (std::size_t i = 1; i < region; ++i) y += slopes[i] * (at[i] - at[i - 1]);
    return y + slopes[region] * (w - at[region - 1]);
  }
  template <class Real>
  std::size_t region(Real w) const {
    std::size_t i = 0;
    while (i < at.size() && w > at[i]) ++i;
    return i;
  }
};

Block bent_block(std::string name, const Bends& bends, double level, double start) {
  Block block;
  block.name = std::move(name);
  for (std::size_t i = 0; i < bends.gains.size(); ++i)
    block.inputs.push_back({"u" + std::to_string(i)});
  block.outputs = {{"y", Type::real, {}}};
  for (std::size_t i = 0; i < bends.gains.size(); ++i) block.outputs[0].direct.push_back(i);
  block.m = {static_cast<double>(bends.region(start))};
  block.answer = [=](const auto& v, auto y) {
    y[0] = level + bends.value(static_cast<std::size_t>(v.m[0]), bends.input(v));
  };
  block.margins = 2;
  block.margin = [=](const auto& v, auto z) {
    const auto region = static_cast<std::size_t>(v.m[0]);
    const auto w = bends.input(v);
    z[0] = region > 0 ? w - bends.at[region - 1] : w * 0 + 1;
    z[1] = region < bends.at.size() ? bends.at[region] - w : w * 0 + 1;
  };
  block.update = [=](const auto& v, auto m) {
    m[0] = static_cast<double>(bends.region(bends.input(v)));
  };
  return block;
}

// -1 .. 1
Bends limit(double at) { return {.at = {-at, at}, .slopes = {0, 1, 0}}; }

// x' = v, v' = u - damping v - spring x
Block mass(std::string name, double spring, double damping, double x) {
  return linear_block(std::move(name),
                      {.a = {0, 1, -spring, -damping}, .b = {0, 1}, .c = {1, 0, 0, 1}}, {x, 0},
                      {"u"}, {"x", "v"});
}

CoupledSystem servo(Dice& dice) {
  const double kp = dice.between(4, 12), kd = dice.between(0.5, 2.5), top = dice.between(0.4, 1.5);
  Bends bends = limit(top);
  bends.gains = {-kp, -kd};
  bends.bias = kp;  // to 1
  return {.name = "servo",
          .stop = 6,
          .blocks = {mass("motor", 0, dice.between(0.2, 1), 0),
                     bent_block("controller", bends, -top, kp)},
          .connections = {{0, 0, 1, 0}, {0, 1, 1, 1}, {1, 0, 0, 0, dice.between(2, 5)}}};
}

CoupledSystem saturation(Dice& dice) {
  const double top = dice.between(0.3, 0.9);
  Bends bends = limit(top);
  bends.gains = {dice.between(1, 4), -dice.between(1, 4)};
  return {
      .name = "saturation",
      .stop = 10,
      .blocks = {sine_block("setpoint", dice.between(0.1, 0.4)),
                 bent_block("limit", bends, -top, 0), mass("plant", 1, dice.between(0.3, 1), 0)},
      .connections = {{0, 0, 1, 0}, {2, 0, 1, 1}, {1, 0, 2, 0}}};
}

CoupledSystem contact(Dice& dice) {
  Block ball;
  ball.name = "ball";
  ball.inputs = {{"f"}};
  ball.outputs = {{"h"}, {"v"}};
  ball.x = {dice.between(0.5, 1.5), 0};
  ball.slope = [](const auto& v, auto dx) {
    dx[0] = v.x[1];
    dx[1] = v.u[0] - 9.81;
  };
  ball.answer = [](const auto& v, auto y) {
    y[0] = v.x[0];
    y[1] = v.x[1];
  };
  ball.exact = [](const View<double>& v, double h, std::span<double> x) {
    const double a = v.u[0] - 9.81;
    x[0] += h * (x[1] + h * a / 2);
    x[1] += h * a;
  };
  const Bends floor{.at = {0}, .slopes = {-dice.between(200, 800), 0}};
  return {.name = "contact",
          .stop = 2,
          .blocks = {ball, bent_block("floor", floor, 0, 1)},
          .connections = {{0, 0, 1, 0}, {1, 0, 0, 0}}};
}

CoupledSystem diode(Dice& dice) {
  const Bends conducts{.at = {0}, .slopes = {0, dice.between(0.3, 1)}, .gains = {1, -1}};
  const double rate = dice.between(0.5, 2);
  return {
      .name = "diode",
      .stop = 2,
      .blocks = {sine_block("source", dice.between(1, 3), 10), bent_block("diode", conducts, 0, 0),
                 linear_block("rc", {.a = {-rate}, .b = {dice.between(5, 12)}, .c = {1}}, {0})},
      .connections = {{0, 0, 1, 0}, {2, 0, 1, 1}, {1, 0, 2, 0}}};
}

CoupledSystem dead_zone(Dice& dice) {
  const double width = dice.between(0.1, 0.3), gain = dice.between(3, 8);
  const Bends bends{.at = {-width, width}, .slopes = {gain, 0, gain}, .gains = {1, -1}};
  return {.name = "dead_zone",
          .stop = 10,
          .blocks = {sine_block("setpoint", dice.between(0.1, 0.3)),
                     bent_block("controller", bends, 0, 0),
                     linear_block("plant", {.a = {-0.2}, .b = {1}, .c = {1}}, {0})},
          .connections = {{0, 0, 1, 0}, {2, 0, 1, 1}, {1, 0, 2, 0}}};
}

// Neighbours exchange displacements.
CoupledSystem masses(Dice& dice) {
  const std::size_t count = 3 + dice.below(4);
  const double k = dice.between(5, 50), d = dice.between(0.05, 0.5);
  CoupledSystem system{.name = "masses", .stop = 5};
  for (std::size_t i = 0; i < count; ++i) {
    system.blocks.push_back(linear_block("mass" + std::to_string(i),
                                         {.a = {0, 1, -2 * k, -d}, .b = {0, 0, k, k}, .c = {1, 0}},
                                         {i == 0 ? 0.5 : 0.0, 0.0}, {"left", "right"}, {"x"}));
    if (i == 0) continue;
    system.connections.push_back({i - 1, 0, i, 0});
    system.connections.push_back({i, 0, i - 1, 1});
  }
  return system;
}

CoupledSystem feed_forward(Dice& dice) {
  const double top = dice.between(0.3, 0.9);
  return {.name = "feed_forward",
          .stop = 10,
          .blocks = {sine_block("source", dice.between(0.2, 0.6)),
                     bent_block("limit", limit(top), -top, 0),
                     linear_block("lag", {.a = {-3}, .b = {3}, .c = {1}}, {0}),
                     gain_block("gain", dice.between(0.5, 2))},
          .connections = {{0, 0, 1, 0}, {1, 0, 2, 0}, {2, 0, 3, 0}}};
}

}  // namespace

std::vector<BentKind> bent_kinds() {
  return {BentKind::servo,     BentKind::saturation, BentKind::contact,     BentKind::diode,
          BentKind::dead_zone, BentKind::masses,     BentKind::feed_forward};
}

CoupledSystem bent_system(BentKind kind, std::uint64_t seed) {
  Dice dice(1000 * seed + static_cast<std::uint64_t>(kind));
  switch (kind) {
    case BentKind::servo: return servo(dice);
    case BentKind::saturation: return saturation(dice);
    case BentKind::contact: return contact(dice);
    case BentKind::diode: return diode(dice);
    case BentKind::dead_zone: return dead_zone(dice);
    case BentKind::masses: return masses(dice);
    case BentKind::feed_forward: break;
  }
  return feed_forward(dice);
}

std::string name(BentKind kind) { return bent_system(kind, 1).name; }

}  // namespace bw::test
