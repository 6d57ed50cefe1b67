#pragma once
// Models with a short pulse, made by dice, and the exact integral of the pulse.
//
//   x' = a p(s),  p: a pulse at c of width w;  s: time, a state, a sine of time
//   x(t) = a (P(s(t)) - P(s(0))) / s'

#include <functional>
#include <string>

namespace bw::test {

struct PulseModel {
  std::string kind;  // "gauss in a state, w = 1e-4 of the range"
  std::string text;  // model M with a variable x
  double stop = 1;
  double tolerance = 1e-6;
  std::string method;                       // empty: auto
  std::function<double(double t)> exact{};  // of x
};

inline constexpr std::size_t pulse_shapes = 11, pulse_carriers = 8;

// The number decides the shape and the carrier, so that consecutive numbers have all of them.
PulseModel pulse_model(unsigned number);

// The same with shapes that have no derivative somewhere.
inline constexpr std::size_t sharp_shapes = 5;
PulseModel sharp_pulse_model(unsigned number);

// The same with s as the unknown of an algebraic loop, or with a pulse that is a product of a high
// degree; anywhere from the first to the last millionth of the run.
inline constexpr std::size_t loop_pulse_kinds = 4;
PulseModel loop_pulse_model(unsigned number);

}  // namespace bw::test
