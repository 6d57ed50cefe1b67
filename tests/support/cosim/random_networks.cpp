#include "support/cosim/random_networks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "support/cosim/hybrid.h"
#include "support/cosim/joint_block.h"
#include "support/dice.h"

namespace bw::test {
namespace {

constexpr double network_stop = 10;

enum class Curve { none, tanh, sin };

// x' = A x + B f(u) + f(x of the next state) / 2,  y = C x + D f(u);  f and the last term of x'
// only where there is a curve
struct Draft {
  Linear matrices{};
  Curve curve = Curve::none;
  std::size_t states = 1, inputs = 1, outputs = 1;
};

struct Waiting {
  std::size_t component, input;
};

struct Drawn {
  CoupledSystem system{};
  std::vector<Draft> drafts{};
  std::vector<Waiting> waiting{};  // inputs without a connection
};

template <class Real>
Real bend(Curve curve, Real v) {
  return curve == Curve::tanh ? std::tanh(v) : std::sin(v);
}

constexpr std::size_t most_inputs = 8;
template <class Real>
std::array<Real, most_inputs> bent(Curve curve, std::span<const Real> u) {
  std::array<Real, most_inputs> all{};
  for (std::size_t i = 0; i < u.size(); ++i) all[i] = bend(curve, u[i]);
  return all;
}

Block curved_block(const Draft& draft, std::vector<double> x) {
  Block block = linear_block("", draft.matrices, std::move(x));
  block.linear.reset();
  const Formula straight_slope = block.slope, straight_answer = block.answer;
  const Curve curve = draft.curve;
  block.slope = [=](const auto& v, auto dx) {
    using Real = typename decltype(dx)::value_type;
    const std::array<Real, most_inputs> u = bent(curve, v.u);
    straight_slope(View<Real>{v.t, v.x, v.m, std::span(u).first(v.u.size())}, dx);
    for (std::size_t i = 0; i < dx.size(); ++i) dx[i] += bend(curve, v.x[(i + 1) % dx.size()]) / 2;
  };
  block.answer = [=](const auto& v, auto y) {
    using Real = typename decltype(y)::value_type;
    const std::array<Real, most_inputs> u = bent(curve, v.u);
    straight_answer(View<Real>{v.t, v.x, v.m, std::span(u).first(v.u.size())}, y);
  };
  return block;
}

Draft draw_component(Dice& dice, std::size_t inputs, bool feed_through, bool stiff, bool curved) {
  Draft d;
  d.states = 1 + dice.below(3);
  d.inputs = inputs;
  d.outputs = 1 + dice.below(2);
  if (curved) d.curve = dice.in(2) ? Curve::tanh : Curve::sin;
  Linear& m = d.matrices;
  for (std::size_t i = 0; i < d.states; ++i)
    for (std::size_t j = 0; j < d.states; ++j)
      m.a.push_back(i == j ? -dice.between(0.3, 2) : dice.between(-1, 1));
  if (d.states > 1 && dice.in(2)) {  // an oscillator with little damping
    m.a[1] = dice.between(0.5, 4);
    m.a[d.states] = -m.a[1];
    m.a[0] = m.a[d.states + 1] = -dice.between(0.05, 0.4);
  }
  for (std::size_t i = 0; i < d.states * inputs; ++i) m.b.push_back(dice.between(-1, 1));
  for (std::size_t i = 0; i < d.states * d.outputs; ++i) m.c.push_back(dice.between(-1, 1));
  for (std::size_t i = 0; i < inputs * d.outputs; ++i)
    m.d.push_back(feed_through && !dice.in(3) ? dice.sign() * dice.between(0.1, 0.8) : 0);
  if (stiff) {  // the last state follows the others and the inputs quickly
    const double rate = std::pow(10, dice.between(2, 4)) / network_stop;
    const std::size_t last = d.states - 1;
    for (std::size_t j = 0; j < last; ++j) m.a[last * d.states + j] *= rate;
    m.a.back() = -rate;
    for (std::size_t j = 0; j < inputs; ++j) m.b[last * inputs + j] *= rate;
  }
  return d;
}

// The components that drive each input, by position in the order of the drawing.
using Sources = std::vector<std::vector<std::size_t>>;
enum class Shape { ring, no_loop, nested, any };

Sources draw_sources(Dice& dice, Shape shape, std::size_t components) {
  Sources sources(components);
  for (std::size_t i = 0; i < components; ++i) {
    if (shape == Shape::no_loop) {
      for (std::size_t n = std::min(i, 1 + dice.below(3)); n > 0; --n)
        sources[i].push_back(dice.below(i));
    } else if (shape == Shape::any) {
      for (std::size_t n = 1 + dice.below(3); n > 0; --n)
        sources[i].push_back((i + 1 + dice.below(components - 1)) % components);
    } else {
      sources[i].push_back((i + components - 1) % components);
      if (shape == Shape::nested && i + 1 < components && !dice.in(3))
        sources[i].push_back(i + 1 + dice.below(components - i - 1));
    }
  }
  return sources;
}

// Blocks of drafts: their names, start values and connections are drawn here.
Drawn draw_network(Dice& dice, NetworkKind kind) {
  Drawn drawn;
  CoupledSystem& s = drawn.system;
  const std::size_t components = 2 + dice.below(kind == NetworkKind::jumping ? 5 : 6);
  const auto shape = static_cast<Shape>(dice.below(4));
  const double direct_share = static_cast<double>(dice.below(3)) / 3;
  const double curved_share = dice.in(3) ? 0 : dice.between(0.2, 1);
  const Sources sources = draw_sources(dice, shape, components);
  std::vector<std::size_t> place(components);  // in the file
  std::iota(place.begin(), place.end(), std::size_t{0});
  for (std::size_t i = components; i > 1; --i) std::swap(place[i - 1], place[dice.below(i)]);

  s.stop = network_stop;
  s.name =
      std::vector<std::string>{"ring", "no_loop", "nested", "any"}[static_cast<std::size_t>(shape)];
  // Without something that drives it most of what is drawn comes to rest.
  std::vector<std::size_t> extra(components);
  const std::size_t extras = (dice.in(2) ? 1u : 0u) + (kind == NetworkKind::jumping ? 1u : 0u);
  for (std::size_t k = 0; k < extras; ++k) {
    const std::size_t i = dice.below(components);
    drawn.waiting.push_back({place[i], sources[i].size() + extra[i]++});
  }
  const std::size_t surely_stiff = dice.below(components);
  drawn.drafts.resize(components);
  for (std::size_t i = 0; i < components; ++i) {
    const bool stiff = kind == NetworkKind::stiff && (i == surely_stiff || dice.in(4));
    const bool curved = dice.between(0, 1) < curved_share && (!stiff || dice.in(4));
    drawn.drafts[place[i]] = draw_component(dice, sources[i].size() + extra[i],
                                            dice.between(0, 1) < direct_share, stiff, curved);
  }
  for (std::size_t i = 0; i < components; ++i)
    for (std::size_t input = 0; input < sources[i].size(); ++input) {
      const std::size_t from = place[sources[i][input]];
      s.connections.push_back({.from = from,
                               .output = dice.below(drawn.drafts[from].outputs),
                               .to = place[i],
                               .input = input,
                               .gain = dice.sign() * dice.between(0.3, 1.2),
                               .offset = dice.in(3) ? dice.between(-0.5, 0.5) : 0});
    }
  return drawn;
}

void make_blocks(Drawn& drawn, Dice& dice) {
  drawn.system.blocks.clear();
  for (const Draft& draft : drawn.drafts) {
    std::vector<double> x;
    for (std::size_t i = 0; i < draft.states; ++i) x.push_back(dice.between(-1, 1));
    Block block =
        draft.curve == Curve::none ? linear_block("", draft.matrices, x) : curved_block(draft, x);
    block.name = "part" + std::to_string(drawn.system.blocks.size());
    drawn.system.blocks.push_back(std::move(block));
  }
}

// Limits the direct feedthrough into an output where there is an algebraic loop.
void limit_direct_gains(Drawn& drawn, Dice& dice) {
  const bool straight =
      std::ranges::all_of(drawn.drafts, [](const Draft& d) { return d.curve == Curve::none; });
  const double limit = straight && dice.in(4) ? dice.between(0.95, 2.5) : dice.between(0.2, 0.95);
  double largest = 0;
  for (std::size_t i = 0; i < drawn.drafts.size(); ++i)
    for (std::size_t o = 0; o < drawn.drafts[i].outputs; ++o) {
      double sum = 0;
      for (const cosim::Connection& w : drawn.system.connections)
        if (w.to == i)
          sum +=
              std::abs(w.gain * drawn.drafts[i].matrices.d[o * drawn.drafts[i].inputs + w.input]);
      largest = std::max(largest, sum);
    }
  for (Draft& draft : drawn.drafts)
    for (double& d : draft.matrices.d) d *= std::min(1.0, limit / largest);
}

// Components that are no drafts; each has one output, for an input that no draft's output drives.
Block draw_source(Dice& dice) {
  return sine_block("source", dice.between(0.05, 0.8), dice.between(0.5, 2));
}

Block draw_jumping_component(Dice& dice, CoupledSystem& s) {
  const std::size_t what = dice.below(3);
  const Type type = dice.in(2) ? Type::real : Type::integer;
  s.has_events = true;
  s.name += std::vector<std::string>{"_relay", "_sampled", "_steps"}[what];
  if (what == 0) {
    const double middle = dice.between(-0.4, 0.4), half = dice.between(0.02, 0.1);
    return relay_block("relay", middle - half, middle + half, dice.in(2), type);
  }
  if (what == 1)
    return sampled_block("sampled", dice.between(0.3, 1.5), dice.between(0, 0.6),
                         dice.sign() * dice.between(0.3, 1), dice.between(-0.5, 0.5));
  std::vector<double> times, values{0};
  for (double t = dice.between(0.2, 3); t < network_stop; t += dice.between(0.5, 4)) {
    times.push_back(t);
    values.push_back(1 - values.back());
  }
  s.breaks = times;
  return steps_block("steps", times, values, type);
}

// Connects it to the input that waits for it, and its own input to any output.
void add(Block block, const Waiting& place, Dice& dice, CoupledSystem& s) {
  const std::size_t added = s.blocks.size();
  s.connections.push_back({.from = added, .to = place.component, .input = place.input});
  s.blocks[place.component].inputs[place.input].type = block.outputs[0].type;
  if (!block.inputs.empty()) {
    const std::size_t from = dice.below(added);
    s.connections.push_back({.from = from,
                             .output = dice.below(s.blocks[from].outputs.size()),
                             .to = added,
                             .gain = dice.sign()});
  }
  s.blocks.push_back(std::move(block));
}

double distance(const std::vector<double>& times, double t) {
  double least = network_stop;
  for (const double event : times) least = std::min(least, std::abs(event - t));
  return least;
}

bool is_good(const CoupledSystem& system) {
  constexpr double nudge = 1e-9, most = 1e-5;
  const std::vector<double> times = even_times(network_stop, 20);
  CoupledSystem nudged = system;
  for (Block& block : nudged.blocks)
    for (double& x : block.x) x += nudge;
  const Reference a = system.rough_reference(times), b = nudged.rough_reference(times);
  if (system.has_events && (a.events.empty() || a.events.size() > 40)) return false;
  if (a.events.size() != b.events.size()) return false;
  for (std::size_t i = 0; i < a.events.size(); ++i)
    if (!(std::abs(a.events[i] - b.events[i]) <= most)) return false;
  for (std::size_t i = 0; i < a.rows.size(); ++i) {
    if (!(std::abs(a.rows[i]) <= 1000)) return false;
    if (distance(a.events, times[i / a.columns]) <= 2 * most) continue;
    if (!(std::abs(a.rows[i] - b.rows[i]) <= most)) return false;
  }
  return true;
}

}  // namespace

CoupledSystem random_network(std::uint64_t seed, NetworkKind kind) {
  for (std::uint64_t attempt = 0; attempt < 1000; ++attempt) {
    Dice dice(seed * 1000 + attempt);
    Drawn drawn = draw_network(dice, kind);
    make_blocks(drawn, dice);
    if (direct_order(drawn.system).algebraic_loop) {
      limit_direct_gains(drawn, dice);
      make_blocks(drawn, dice);
    }
    CoupledSystem& system = drawn.system;
    try {
      const bool jumps = kind == NetworkKind::jumping;
      for (const Waiting& place : drawn.waiting) {
        const bool last = &place == &drawn.waiting.back();
        add(jumps && last ? draw_jumping_component(dice, system) : draw_source(dice), place, dice,
            system);
      }
      if (!is_good(system)) continue;
    } catch (const HopelessSystem&) {
      continue;
    }
    if (kind == NetworkKind::stiff) system.name += "_stiff";
    system.name = "random_" + std::to_string(seed) + "_" + std::to_string(system.blocks.size()) +
                  "_" + system.name;
    return std::move(system);
  }
  throw HopelessSystem("no good network for this seed");
}

}  // namespace bw::test
