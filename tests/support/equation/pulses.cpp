#include "support/equation/pulses.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "support/dice.h"

namespace bw::test {
namespace {

struct Shape {
  std::string name, formula;  // of u = (s - c)/w; "{0}" s, "{1}" c, "{2}" w
  std::function<double(double u)> integral;
};

double log_cosh(double u) {
  return std::abs(u) + std::log1p(std::exp(-2 * std::abs(u))) - std::numbers::ln2;
}
double of_triangle(double u) {
  return u < -1 ? 0 : u < 0 ? (u + 1) * (u + 1) / 2 : u < 1 ? 1 - (1 - u) * (1 - u) / 2 : 1;
}
double of_window(double u) { return std::clamp(u + 1, 0.0, 2.0); }

double clamped(double u) { return std::clamp(u, -1.0, 1.0); }
double of_semicircle(double u) {
  const double v = clamped(u);
  return (std::numbers::pi / 2 + std::asin(v) + v * std::sqrt(1 - v * v)) / 2;
}
double of_cusp(double u) {
  const double v = std::abs(clamped(u));
  return 1.0 / 3 + std::copysign(v - 2 * v * std::sqrt(v) / 3, u);
}

const Shape& shape_of(std::size_t i) {
  static const std::vector<Shape> all{
      {"gauss", "exp(-(({0} - {1})/{2})^2)",
       [](double u) { return std::sqrt(std::numbers::pi) / 2 * std::erf(u); }},
      {"resonance", "1/(1 + (({0} - {1})/{2})^2)", [](double u) { return std::atan(u); }},
      {"difference of tanh", "(tanh(({0} - {1})/{2}) - tanh(({0} - {1})/{2} - 3))",
       [](double u) { return log_cosh(u) - log_cosh(u - 3); }},
      {"triangle", "max(0, 1 - abs({0} - {1})/{2})", of_triangle},
      {"window", "(if abs({0} - {1}) < {2} then 1 else 0)", of_window},
      {"window of a cosine", "(if cos({0} - {1}) > cos({2}) then 1 else 0)", of_window},
      {"peak", "exp(-abs({0} - {1})/{2})",
       [](double u) { return u < 0 ? std::exp(u) : 2 - std::exp(-u); }},
      {"one over cosh", "1/cosh(({0} - {1})/{2})^2", [](double u) { return std::tanh(u); }},
      {"window by silent relations", "noEvent(if abs({0} - {1}) < {2} then 1 else 0)", of_window},
      {"row of a table", "row", of_triangle},
      {"high power", "(1/(1 + (({0} - {1})/{2})^2))^1.5",
       [](double u) { return u / std::sqrt(1 + u * u); }},
      // From here on sharp ones.
      {"semicircle", "sqrt(max(0, 1 - (({0} - {1})/{2})^2))", of_semicircle},
      {"parabola", "max(0, 1 - (({0} - {1})/{2})^2)",
       [](double u) { return clamped(u) - std::pow(clamped(u), 3) / 3 + 2.0 / 3; }},
      {"cusp", "max(0, 1 - sqrt(abs({0} - {1})/{2}))", of_cusp},
      {"silent raised cosine",
       "(if noEvent(abs({0} - {1}) < {2}) then 0.5 + 0.5*cos(3.141592653589793*({0} - {1})/{2}) "
       "else 0)",
       [](double u) {
         return (clamped(u) + 1) / 2 +
                std::sin(std::numbers::pi * clamped(u)) / (2 * std::numbers::pi);
       }},
      {"silent saw",
       "(if noEvent({0} > {1} - {2} and {0} < {1} + {2}) then 0.5 + 0.5*({0} - {1})/{2} else 0)",
       [](double u) { return (clamped(u) + 1) * (clamped(u) + 1) / 4; }}};
  return all[i];
}

// A table with knots at c - w, c and c + w.
const char* const table_declarations =
    R"(  parameter Real at[5] = {{-1e9, {1} - {2}, {1}, {1} + {2}, 1e9}};
  parameter Real value[5] = {{0, 0, 1, 0, 0}};
  Real u, row;
)";
const char* const table_equations = R"(  u = {0};
algorithm
  row := 0;
  for i in 1:4 loop
    row := if u >= at[i] and u < at[i + 1] then value[i] + (value[i + 1] - value[i])*(u - at[i])/(at[i + 1] - at[i]) else row;
  end for;
)";

struct Written {
  std::string declarations, equations;
};

// x' = a p in one of several ways.
Written written_in(std::size_t carrier, const std::string& p, double a) {
  switch (carrier) {
    case 2:
      return {"  Real p, q;\n", fmt::format("  p = {};\n  q = 2*p;\n  der(x) = {}*q;\n", p, a / 2)};
    case 3:
      return {"  Real y, z;\n", fmt::format("  y = {} - 0.5*z;\n  z = 0.8*y + 0.1*z;\n  der(x) = "
                                            "{}*(y + 0.5*z);\n",
                                            p, a)};
    case 4:
      return {"  Real y;\n",
              fmt::format("  y + 0.1*y^3 = {};\n  der(x) = {}*(y + 0.1*y^3);\n", p, a)};
    case 5:
      return {"  Real v(start=0, fixed=true);\n",
              fmt::format("  der(x) = {}*{};\n  der(v) = x;\n", a, p)};
    case 6:
      return {"  Real b(start=1, fixed=true), d(start=0, fixed=true);\n",
              fmt::format("  der(x) = {}*{};\n  der(b) = 3*d;\n  der(d) = -3*b;\n", a, p)};
    default: return {"", fmt::format("  der(x) = {}*{};\n", a, p)};
  }
}

const char* const carrier_names[] = {"of time",
                                     "in a state",
                                     "in an auxiliary variable",
                                     "in a linear loop",
                                     "in a nonlinear loop",
                                     "before a chain",
                                     "beside an oscillator",
                                     "in a sine of time"};

// An unknown s of time, its rate and what determines it.
struct LoopCarrier {
  const char *name, *declarations;
  std::string equations, rate;
  std::function<double(double t)> value;
};

double solution_of_cubic(double right) {  // s + 0.3 s^3
  double s = right;
  for (int k = 0; k < 60; ++k) s -= (s + 0.3 * s * s * s - right) / (1 + 0.9 * s * s);
  return s;
}

LoopCarrier loop_carrier(std::size_t kind, double k) {
  if (kind == 0)
    return {"in the unknown of a nonlinear loop", "  Real s;\n",
            fmt::format("  s + 0.3*s^3 = {}*time;\n", k), fmt::format("{}/(1 + 0.9*s^2)", k),
            [k](double t) { return solution_of_cubic(k * t); }};
  if (kind == 1)
    return {"in an unknown of a linear loop", "  Real s, q, r;\n",
            fmt::format(
                "  s = 2*{}*time - q;\n  q = 0.5*s + r;\n  r = 0.5*s - 0.2*(q - 0.5*s - r);\n", k),
            fmt::format("{}", k), [k](double t) { return k * t; }};
  return {"of time", "", fmt::format("  s = {}*time;\n", k), fmt::format("{}", k),
          [k](double t) { return k * t; }};
}

// (1 - u^2/m)^m by m = 2^n squarings of 1 - u^2/m, or by powers of 6; between -sqrt(m) and sqrt(m)
// it is positive, and the run ends there. Its integral by Simpson's rule.
struct HighPower {
  int factors;
  bool sixth;
  double exponent() const { return std::pow(sixth ? 6 : 2, factors); }
  double integral(double u) const {
    constexpr int pieces = 1000;
    const double m = exponent(), from = -8, to = std::clamp(u, -8.0, 8.0), h = (to - from) / pieces;
    const auto value = [m](double v) { return std::pow(std::max(0.0, 1 - v * v / m), m); };
    double sum = 0;
    for (int k = 0; k < pieces; ++k)
      sum += value(from + k * h) + 4 * value(from + (k + 0.5) * h) + value(from + (k + 1) * h);
    return sum * h / 6;
  }
};

PulseModel made_with(unsigned number, const Shape& shape, std::size_t carrier, Dice dice);

}  // namespace

PulseModel loop_pulse_model(unsigned number) {
  Dice dice(number + 70'000);
  const std::size_t kind = number % loop_pulse_kinds;
  const Shape& shape = shape_of(number / loop_pulse_kinds % 9);  // no table
  const double stop = std::vector{1.0, 3.7, 10.0}[dice.below(3)], range = dice.between(0.3, 0.8);
  const LoopCarrier carrier = loop_carrier(kind, range / stop);
  const double share = std::vector{dice.between(0.05, 0.95), std::pow(10, dice.between(-6, -2)),
                                   1 - std::pow(10, dice.between(-6, -2))}[dice.below(3)];
  const double c = carrier.value(share * stop);
  const bool is_power = kind >= 2;
  const HighPower power{static_cast<int>(kind == 3 ? 4 + dice.below(4) : 10 + dice.below(9)),
                        kind == 3};
  double w = range * std::pow(10, dice.between(-5, -1.5));
  if (shape.name == "window of a cosine") w = std::max(w, 3e-3 * range);  // else by rounding
  if (is_power) w = 1 / std::sqrt(power.exponent());                      // 1 - (s - c)^2
  const double a = std::pow(10, dice.between(-2, 1.5)) / w;
  PulseModel made;
  made.stop = stop;
  made.tolerance = std::vector{1e-3, 1e-6, 1e-9}[dice.below(3)];
  std::string declarations = "  Real x(start=0, fixed=true);\n", equations = carrier.equations;
  declarations += is_power ? "  Real s;\n" : carrier.declarations;
  std::string p = fmt::format(fmt::runtime(shape.formula), "s", fmt::format("({})", c), w);
  if (is_power) {
    declarations += fmt::format("  Real p[{}];\n", power.factors + 1);
    equations += fmt::format(
        "  p[1] = 1 - (s - {})^2;\n  for i in 1:{} loop\n    p[i + 1] = {};\n"
        "  end for;\n",
        c, power.factors, power.sixth ? "p[i]^6" : "p[i]*p[i]");
    p = fmt::format("p[{}]", power.factors + 1);
  }
  made.text = "model M\n" + declarations + "equation\n" + equations +
              fmt::format("  der(x) = {}*{}*{};\nend M;\n", a, p, carrier.rate);
  made.kind =
      fmt::format("{}: {} {}, at {:.2e} of the run, w = {:.1e}, tolerance {:g}", number,
                  is_power ? power.sixth ? "powers of powers" : "squares of squares" : shape.name,
                  carrier.name, share, w, made.tolerance);
  const std::function<double(double)> integral =
      is_power ? [power](double u) { return power.integral(u); } : shape.integral;
  made.exact = [=](double t) {
    return a * w * (integral((carrier.value(t) - c) / w) - integral(-c / w));
  };
  return made;
}

PulseModel pulse_model(unsigned number) {
  return made_with(number, shape_of(number % pulse_shapes), number / pulse_shapes % pulse_carriers,
                   Dice(number));
}

PulseModel sharp_pulse_model(unsigned number) {
  return made_with(number, shape_of(pulse_shapes + number % sharp_shapes),
                   number / sharp_shapes % pulse_carriers, Dice(number + 140'000));
}

namespace {

PulseModel made_with(unsigned number, const Shape& shape, std::size_t carrier, Dice dice) {
  const double range = dice.between(0.3, 2.5), stop = std::vector{1.0, 3.7, 10.0}[dice.below(3)];
  double w = range * std::pow(10, dice.between(-5, -1.5));
  if (shape.name == "window of a cosine") w = std::max(w, 3e-3 * range);  // else by rounding
  const double c = range * dice.between(0.05, 0.95);
  const double a = std::pow(10, dice.between(-2, 1.5)) / w;
  PulseModel made;
  made.stop = stop;
  made.tolerance = std::vector{1e-3, 1e-5, 1e-7, 1e-9}[dice.below(4)];
  const double rate = range / stop, turn = std::numbers::pi / 2 / stop;
  const std::string s = carrier == 0   ? fmt::format("({}*time)", rate)
                        : carrier == 7 ? fmt::format("({}*sin({}*time))", range, turn)
                                       : "s";
  std::string p = fmt::format(fmt::runtime(shape.formula), s, c, w);
  if (carrier == 7) p += fmt::format("*cos({}*time)", turn);
  const double factor = carrier == 7 ? range * turn : rate;  // ds/dt
  const Written written = written_in(carrier, p, a * factor);
  std::string declarations = "  Real x(start=0, fixed=true);\n" + written.declarations;
  std::string equations = written.equations;
  if (s == "s") {
    declarations += "  Real s(start=0, fixed=true);\n";
    equations += fmt::format("  der(s) = {};\n", rate);
  }
  if (shape.formula == "row") {
    declarations += fmt::format(fmt::runtime(table_declarations), s, c, w);
    equations += fmt::format(fmt::runtime(table_equations), s);
  }
  made.text = "model M\n" + declarations + "equation\n" + equations + "end M;\n";
  made.kind = fmt::format("{}: {} {}, w = {:.1e} of the range, tolerance {:g}", number, shape.name,
                          carrier_names[carrier], w / range, made.tolerance);
  made.exact = [=](double t) {
    const double at = carrier == 7 ? range * std::sin(turn * t) : rate * t;
    return a * w * (shape.integral((at - c) / w) - shape.integral(-c / w));
  };
  return made;
}

}  // namespace
}  // namespace bw::test
