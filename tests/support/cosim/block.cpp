#include "support/cosim/block.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace bw::test {
namespace {

std::vector<Port> ports(const char* letter, std::size_t count, std::vector<std::string> names) {
  std::vector<Port> all;
  for (std::size_t i = 0; i < count; ++i)
    all.push_back({i < names.size() ? std::move(names[i]) : letter + std::to_string(i)});
  return all;
}

template <class Real>
using Element = typename Real::value_type;

// into = P x + Q u
template <class View, class Span>
void multiply(const std::vector<double>& p, const std::vector<double>& q, const View& v,
              Span into) {
  using Real = Element<Span>;
  const std::size_t states = v.x.size(), inputs = v.u.size();
  for (std::size_t i = 0; i < into.size(); ++i) {
    Real sum = 0;
    for (std::size_t j = 0; j < states; ++j) sum += Real(p[i * states + j]) * v.x[j];
    for (std::size_t j = 0; j < inputs; ++j) sum += Real(q[i * inputs + j]) * v.u[j];
    into[i] = sum;
  }
}

}  // namespace

Block linear_block(std::string name, Linear matrices, std::vector<double> x,
                   std::vector<std::string> inputs, std::vector<std::string> outputs) {
  Block block;
  const std::size_t states = x.size();
  const std::size_t ins = states > 0 ? matrices.b.size() / states : inputs.size();
  const std::size_t outs = states > 0 ? matrices.c.size() / states : matrices.d.size() / ins;
  matrices.b.resize(states * ins);
  matrices.d.resize(outs * ins);
  block.name = std::move(name);
  block.inputs = ports("u", ins, std::move(inputs));
  block.outputs = ports("y", outs, std::move(outputs));
  for (std::size_t i = 0; i < outs; ++i)
    for (std::size_t j = 0; j < ins; ++j)
      if (matrices.d[i * ins + j] != 0) block.outputs[i].direct.push_back(j);
  block.x = std::move(x);
  block.slope = [a = matrices.a, b = matrices.b](const auto& v, auto dx) { multiply(a, b, v, dx); };
  block.answer = [c = matrices.c, d = matrices.d](const auto& v, auto y) { multiply(c, d, v, y); };
  block.linear = std::move(matrices);
  return block;
}

Block gain_block(std::string name, double gain) {
  return linear_block(std::move(name), {.d = {gain}}, {}, {"u"}, {"y"});
}

Block sine_block(std::string name, double frequency, double size, double phase) {
  const double w = 2 * std::numbers::pi * frequency;
  return linear_block(std::move(name), {.a = {0, w, -w, 0}, .c = {size, 0}},
                      {std::sin(phase), std::cos(phase)}, {}, {"y"});
}

Block relay_block(std::string name, double low, double high, bool on, Type type) {
  Block block;
  block.name = std::move(name);
  block.inputs = {{"u"}};
  block.outputs = {{"on", type, {0}}};
  block.m = {on ? 1.0 : 0.0};
  block.answer = [](const auto& v, auto y) { y[0] = v.m[0]; };
  block.margins = 1;
  block.margin = [=](const auto& v, auto z) {
    using Real = Element<decltype(z)>;
    z[0] = v.m[0] > 0.5 ? Real(high) - v.u[0] : v.u[0] - Real(low);
  };
  block.update = [](const auto& v, auto m) { m[0] = 1 - v.m[0]; };
  return block;
}

Block sampled_block(std::string name, double period, double keep, double gain, double bias,
                    bool counts) {
  Block block;
  block.name = std::move(name);
  block.inputs = {{"u"}};
  block.outputs = {{"y"}};
  if (counts) block.outputs.push_back({"count", Type::integer});
  block.m = {0, 0};  // y and the number of samples so far
  block.answer = [counts](const auto& v, auto y) {
    y[0] = v.m[0];
    if (counts) y[1] = v.m[1];
  };
  block.next_time = [period](const auto& v, auto t) {
    using Real = Element<decltype(t)>;
    t[0] = (v.m[1] + 1) * Real(period);
  };
  block.tick = [=](const auto& v, auto m) {
    using Real = Element<decltype(m)>;
    m[0] = Real(keep) * v.m[0] + Real(gain) * v.u[0] + Real(bias);
    m[1] = v.m[1] + 1;
  };
  return block;
}

Block steps_block(std::string name, std::vector<double> times, std::vector<double> values,
                  Type type) {
  Block block;
  block.name = std::move(name);
  block.outputs = {{"y", type}};
  block.m = {0};
  block.answer = [values](const auto& v, auto y) {
    y[0] = values[static_cast<std::size_t>(v.m[0])];
  };
  block.next_time = [times](const auto& v, auto t) {
    using Real = Element<decltype(t)>;
    const auto next = static_cast<std::size_t>(v.m[0]);
    t[0] = next < times.size() ? Real(times[next]) : std::numeric_limits<Real>::infinity();
  };
  block.tick = [](const auto& v, auto m) { m[0] = v.m[0] + 1; };
  return block;
}

}  // namespace bw::test
