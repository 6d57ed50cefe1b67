#pragma once
// A component of a test system as equations, from which two things are made: the black box that a
// master steps and, joined with the other components, the monolithic reference.
//
//   x' = slope(t, x, m, u),   y = answer(t, x, m, u)
//   m, the memory, changes at events only: `update` mends it where a margin(t, x, m, u) is below 0,
//   and `tick` changes it at the times that next_time(m) returns.
//
// Discontinuities go through the memory: a saturation remembers on which of its branches it is, so
// that all formulas are smooth between events.

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/value.h"

namespace bw::test {

using Extended = long double;  // of reference solutions

template <class Real>
struct View {
  Real t = 0;
  std::span<const Real> x, m, u;
};

// Made of a lambda with `auto` parameters: (view, values to fill), for double and for Extended.
class Formula {
 public:
  Formula() = default;
  template <class F>
  requires(!std::is_same_v<std::remove_cvref_t<F>, Formula>) Formula(F f)
      : plain_(f), extended_(f) {}

  void operator()(const View<double>& v, std::span<double> into) const { plain_(v, into); }
  void operator()(const View<Extended>& v, std::span<Extended> into) const { extended_(v, into); }
  explicit operator bool() const { return plain_ != nullptr; }

 private:
  std::function<void(const View<double>&, std::span<double>)> plain_;
  std::function<void(const View<Extended>&, std::span<Extended>)> extended_;
};

struct Port {
  std::string name;
  Type type = Type::real;             // real or integer
  std::vector<std::size_t> direct{};  // outputs: positions of inputs with direct feedthrough
};

// x' = A x + B u, y = C x + D u; matrices row after row.
struct Linear {
  std::vector<double> a{}, b{}, c{}, d{};
};

struct Block {
  std::string name;
  std::vector<Port> inputs{}, outputs{};  // discrete ones are whole numbers in u and y
  std::vector<double> x{}, m{};           // at the start
  Formula slope{}, answer{};
  std::size_t margins = 0;
  Formula margin{};          // at least 0 while the memory is right
  Formula update{}, tick{};  // fill the new memory, which comes as the old one
  Formula next_time{};       // of a tick: one value
  std::optional<Linear> linear{};
  // x after a step h with the input held, where it is known in closed form.
  std::function<void(const View<double>&, double h, std::span<double> x)> exact{};
};

// Inputs and outputs are named u0.. and y0.. unless names are given.
Block linear_block(std::string name, Linear matrices, std::vector<double> x,
                   std::vector<std::string> inputs = {}, std::vector<std::string> outputs = {});

// y = gain * u, without a state.
Block gain_block(std::string name, double gain);

// y = size * sin(2 pi frequency t + phase), without input; an oscillator inside.
Block sine_block(std::string name, double frequency, double size = 1, double phase = 0);

// 1 while the input has not risen above `high`, then 0 until it has fallen below `low`.
Block relay_block(std::string name, double low, double high, bool on, Type type = Type::integer);

// Every `period`, from the first one on: y <- keep * y + gain * u + bias; held in between. Its
// second output, if requested, counts the samples.
Block sampled_block(std::string name, double period, double keep, double gain, double bias,
                    bool counts = false);

// `values` one after the other, the next from each of `times` on.
Block steps_block(std::string name, std::vector<double> times, std::vector<double> values,
                  Type type = Type::real);

}  // namespace bw::test
