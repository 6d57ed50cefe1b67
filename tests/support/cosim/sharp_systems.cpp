#include "support/cosim/sharp_systems.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/cosim/hybrid.h"
#include "support/dice.h"
#include "support/model/test_components.h"

namespace bw::test {
namespace {

// A piecewise linear curve: three slopes, with kinks at `low` and `high`. The memory is the branch,
// -1, 0 or 1.
struct Bent {
  double low, high;
  double slopes[3];  // below, between, above

  template <class Real>
  Real value(Real v, Real branch) const {
    const Real middle = Real(slopes[1]);
    if (branch < 0) return middle * Real(low) + Real(slopes[0]) * (v - Real(low));
    if (branch > 0) return middle * Real(high) + Real(slopes[2]) * (v - Real(high));
    return middle * v;
  }
  template <class Real>
  Real margin(Real v, Real branch) const {
    if (branch < 0) return Real(low) - v;
    if (branch > 0) return v - Real(high);
    return std::min(v - Real(low), Real(high) - v);
  }
  template <class Real>
  Real branch(Real v) const {
    return v < Real(low) ? Real(-1) : v > Real(high) ? Real(1) : Real(0);
  }
};

constexpr double never = 1e9;

// y = curve(gain (u0 - u1)), or of a state that lags behind that by `lag`.
Block bent_block(Bent curve, double gain, double lag) {
  Block block;
  block.name = "limit";
  block.inputs = {{"r"}, {"y"}};
  block.outputs = {{"u"}};
  block.m = {0};
  const bool direct = lag == 0;
  if (direct) block.outputs[0].direct = {0, 1};
  if (!direct) block.x = {0};
  const auto demand = [=](const auto& v) { return direct ? gain * (v.u[0] - v.u[1]) : v.x[0]; };
  block.slope = [=](const auto& v, auto dx) {
    if (!direct) dx[0] = (gain * (v.u[0] - v.u[1]) - v.x[0]) / lag;
  };
  block.answer = [=](const auto& v, auto y) {
    using Real = typename decltype(y)::value_type;
    y[0] = curve.value(Real(demand(v)), v.m[0]);
  };
  block.margins = 1;
  block.margin = [=](const auto& v, auto z) {
    using Real = typename decltype(z)::value_type;
    z[0] = curve.margin(Real(demand(v)), v.m[0]);
  };
  block.update = [=](const auto& v, auto m) {
    using Real = typename decltype(m)::value_type;
    m[0] = curve.branch(Real(demand(v)));
  };
  return block;
}

Bent draw_curve(Dice& dice, std::string& said) {
  const double d = dice.between(0.1, 0.6);
  switch (dice.below(3)) {
    case 0: said += "_saturation"; return {-d, d, {0, 1, 0}};
    case 1: said += "_dead_zone"; return {-d, d, {1, 0, 1}};
    default: said += "_diode"; return {0, never, {0, 1, 1}};
  }
}

Block second_order(Dice& dice, const std::string& name) {
  const double w = dice.between(0.7, 3), d = dice.between(0.1, 0.8);
  return linear_block(name, {.a = {0, 1, -w * w, -2 * d * w}, .b = {0, w * w}, .c = {1, 0}},
                      {0, 0});
}

CoupledSystem draw_limit(Dice& dice) {
  CoupledSystem s;
  s.name = "limit";
  s.stop = 10;
  const Bent curve = draw_curve(dice, s.name);
  const double lag = dice.in(2) ? 0 : dice.between(0.02, 0.5);
  if (lag > 0) s.name += "_state";
  const double gain = dice.between(1, 5);
  s.blocks = {
      sine_block("source", dice.between(0.05, 0.4), dice.between(0.6, 2), dice.between(0, 1)),
      bent_block(curve, gain, lag), second_order(dice, "plant")};
  s.connections = {connection(0, 1), {.from = 2, .to = 1, .input = 1}, connection(1, 2)};
  return s;
}

Block lag_block(double constant, double gain) {
  const double rate = 1 / constant;
  return linear_block("lag", {.a = {-rate}, .b = {rate, gain * rate}, .c = {1}}, {0});
}

// Step signals, on rows and between them.
Block draw_steps(Dice& dice, double stop) {
  std::vector<double> times, values{dice.in(3) ? 0.5 : 0};
  double t = 0;
  for (std::size_t n = 1 + dice.below(3); n > 0; --n) {
    t += stop * dice.between(0.1, 0.3);
    if (dice.in(2)) t = stop * std::round(20 * t / stop) / 20;
    times.push_back(t);
    values.push_back(dice.between(-1, 1));
  }
  return steps_block("source", times, values);
}

CoupledSystem draw_lag(Dice& dice) {
  CoupledSystem s;
  s.name = "lag";
  s.stop = dice.in(2) ? 1 : 10;
  const double constant = std::pow(10, -dice.between(3, 9));
  Block plant = dice.in(2) ? second_order(dice, "plant")
                           : linear_block("plant", {.a = {-1}, .b = {1}, .c = {1}}, {0});
  s.blocks = {draw_steps(dice, s.stop), lag_block(constant, -dice.between(0.2, 2)),
              std::move(plant)};
  s.connections = {connection(0, 1), {.from = 2, .to = 1, .input = 1}, connection(1, 2)};
  switch (dice.below(4)) {
    case 0: {  // what the lag follows is an output with direct feedthrough
      s.name += "_direct";
      s.blocks.push_back(linear_block("sum", {.d = {1, -0.5}}, {}, {"r", "y"}, {"e"}));
      s.connections = {connection(0, 3),
                       {.from = 2, .to = 3, .input = 1},
                       {.from = 3, .to = 1},
                       {.from = 2, .to = 1, .input = 1, .gain = 0.3},
                       connection(1, 2)};
      break;
    }
    case 1: {  // two in a row
      s.name += "_two";
      s.blocks.push_back(lag_block(std::pow(10, -dice.between(2, 6)), 0.1));
      s.connections = {connection(0, 1),
                       {.from = 2, .to = 1, .input = 1},
                       {.from = 1, .to = 3},
                       {.from = 2, .to = 3, .input = 1},
                       {.from = 3, .to = 2}};
      break;
    }
    default: break;
  }
  s.has_events = true;
  return s;
}

// x' = -rate x + u + pulses, each of a given area.
Block pulsed_block(double rate, std::vector<double> ends, double height) {
  Block block;
  block.name = "pulsed";
  block.inputs = {{"u"}};
  block.outputs = {{"x"}};
  block.x = {0};
  block.m = {0};
  block.slope = [=](const auto& v, auto dx) {
    dx[0] = -rate * v.x[0] + v.u[0] + (static_cast<int>(v.m[0]) % 2 == 1 ? height : 0);
  };
  block.answer = [](const auto& v, auto y) { y[0] = v.x[0]; };
  block.next_time = [ends](const auto& v, auto t) {
    using Real = typename decltype(t)::value_type;
    const auto next = static_cast<std::size_t>(v.m[0]);
    t[0] = next < ends.size() ? Real(ends[next]) : std::numeric_limits<Real>::infinity();
  };
  block.tick = [](const auto& v, auto m) { m[0] = v.m[0] + 1; };
  return block;
}

CoupledSystem draw_pulse(Dice& dice) {
  CoupledSystem s;
  s.name = "pulse";
  s.stop = dice.in(2) ? 1 : 10;
  const double width = s.stop * std::pow(10, -dice.between(1.5, 5));
  std::vector<double> ends;
  double t = 0;
  for (std::size_t n = 1 + dice.below(3); n > 0; --n) {
    t += s.stop * dice.between(0.07, 0.28);
    ends.push_back(t);
    ends.push_back(t += width);
  }
  const double rate = dice.between(0.2, 3);
  s.blocks = {pulsed_block(rate, ends, dice.between(0.5, 6) / width),
              dice.in(2) ? second_order(dice, "plant")
                         : linear_block("plant", {.a = {-1}, .b = {1}, .c = {1}}, {0.3})};
  s.connections = {connection(1, 0, dice.between(-2, -0.2)), connection(0, 1)};
  if (dice.in(2)) {
    s.name += "_no_rollback";
    s.options = {{.can_roll_back = false}, {.can_roll_back = false}};
  }
  return s;
}

// p' = stiffness (u0 - u1)
Block volume(const std::string& name, double stiffness, double start) {
  return linear_block(name, {.a = {0}, .b = {stiffness, -stiffness}, .c = {1}}, {start});
}

// q = c d / (d^2 + e^2)^(1/4), d = u0 - u1; a check valve lets nothing through backwards.
Block valve(const std::string& name, double c, double e, bool checks) {
  Block block;
  block.name = name;
  block.inputs = {{"a"}, {"b"}};
  block.outputs = {{"q", Type::real, {0, 1}}};
  block.m = {1};
  const auto flow = [=](const auto& v) {
    const auto d = v.u[0] - v.u[1];
    return c * d / std::sqrt(std::sqrt(d * d + e * e));
  };
  if (!checks) {
    block.m.clear();
    block.answer = [=](const auto& v, auto y) { y[0] = flow(v); };
    return block;
  }
  block.answer = [=](const auto& v, auto y) {
    using Real = typename decltype(y)::value_type;
    y[0] = v.m[0] > 0 ? Real(flow(v)) : Real(0);
  };
  block.margins = 1;
  block.margin = [](const auto& v, auto z) { z[0] = v.m[0] * (v.u[0] - v.u[1]); };
  block.update = [](const auto& v, auto m) { m[0] = v.u[0] < v.u[1] ? -1 : 1; };
  return block;
}

CoupledSystem draw_hydraulic(Dice& dice) {
  CoupledSystem s;
  s.name = "hydraulic";
  s.stop = 10;
  const bool checks = dice.in(2);
  if (checks) s.name += "_check_valve";
  const double e = std::pow(10, -dice.between(1, 4));
  const double stiff = std::pow(10, dice.between(0, 1.7));
  s.blocks = {sine_block("pump", dice.between(0.05, 0.4), dice.between(0.5, 2), dice.between(0, 3)),
              valve("inlet", dice.between(0.3, 1), e, checks),
              volume("first", stiff, dice.between(0, 1)),
              valve("throttle", dice.between(0.3, 1), e, false),
              volume("second", dice.between(0.5, 3), dice.between(0, 1)),
              linear_block("load", {.a = {-1}, .b = {1}, .c = {dice.between(0.2, 1)}}, {0})};
  s.connections = {connection(0, 1), {.from = 2, .to = 1, .input = 1},
                   connection(1, 2), {.from = 3, .to = 2, .input = 1},
                   connection(2, 3), {.from = 4, .to = 3, .input = 1},
                   connection(3, 4), {.from = 5, .to = 4, .input = 1},
                   connection(4, 5)};
  return s;
}

// x' = v, v' = force u0 + gain u1 - spring x - damper v; the output is x.
Block mass(const std::string& name, double spring, double damper, double force) {
  return linear_block(name, {.a = {0, 1, -spring, -damper}, .b = {0, 0, force, 1}, .c = {1, 0}},
                      {0, 0});
}

CoupledSystem draw_play(Dice& dice) {
  CoupledSystem s;
  s.name = "play";
  s.stop = 10;
  const double half = dice.between(0.02, 0.3), stiff = std::pow(10, dice.between(0, 2));
  Block play = bent_block({-half, half, {1, 0, 1}}, 1, 0);
  play.name = "play";
  s.blocks = {
      sine_block("source", dice.between(0.05, 0.4), dice.between(0.6, 2), dice.between(0, 1)),
      mass("first", dice.between(0.3, 2), dice.between(0.1, 0.6), 1), std::move(play),
      mass("second", dice.between(0, 1), dice.between(0.1, 0.6), 0)};
  s.connections = {connection(0, 1),
                   connection(1, 2),
                   {.from = 3, .to = 2, .input = 1},
                   {.from = 2, .to = 1, .input = 1, .gain = -stiff},
                   {.from = 2, .to = 3, .input = 1, .gain = stiff},
                   {.from = 0, .to = 3, .input = 0}};
  return s;
}

}  // namespace

std::string_view name(SharpKind kind) {
  switch (kind) {
    case SharpKind::lag: return "lag";
    case SharpKind::limit: return "limit";
    case SharpKind::pulse: return "pulse";
    case SharpKind::hydraulic: return "hydraulic";
    case SharpKind::play: return "play";
  }
  return "?";
}

CoupledSystem sharp_system(std::uint64_t seed, SharpKind kind) {
  for (std::uint64_t attempt = 0; attempt < 100; ++attempt) {
    Dice dice(seed * 1000 + 10 * attempt + static_cast<std::uint64_t>(kind));
    CoupledSystem system = [&] {
      switch (kind) {
        case SharpKind::lag: return draw_lag(dice);
        case SharpKind::limit: return draw_limit(dice);
        case SharpKind::pulse: return draw_pulse(dice);
        case SharpKind::hydraulic: return draw_hydraulic(dice);
        default: return draw_play(dice);
      }
    }();
    system.name += "_" + std::to_string(seed);
    try {
      if (kind != SharpKind::lag) system.rough_reference({0, system.stop});
      return system;
    } catch (const HopelessSystem&) {
      continue;  // an event that cannot be located
    }
  }
  throw HopelessSystem("no good system for this seed");
}

namespace {

// Rows as they are just before the times.
std::vector<double> before(std::vector<double> times) {
  for (double& t : times) t *= 1 - 1e-12;
  return times;
}

}  // namespace

SharpTruth::SharpTruth(const CoupledSystem& system, int rows)
    : after_(system.reference(even_times(system.stop, rows))),
      before_(system.has_events ? system.reference(before(even_times(system.stop, rows)))
                                : after_) {}

double SharpTruth::error(const Trial& trial, double tolerance) const {
  const std::vector<double>& rows = trial.certificate.rows;
  if (rows.size() != after_.rows.size()) return std::numeric_limits<double>::infinity();
  double worst = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto distance = [&](double truth) {
      return std::abs(rows[i] - truth) / (tolerance * (std::abs(truth) + 1));
    };
    const double error = std::min(distance(after_.rows[i]), distance(before_.rows[i]));
    if (!(error <= worst))
      worst = std::isnan(error) ? std::numeric_limits<double>::infinity() : error;
  }
  return worst;
}

}  // namespace bw::test
