#include "support/cosim/coupled_system.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "support/cosim/exponential.h"
#include "support/cosim/hybrid.h"
#include "support/cosim/joint_block.h"

namespace bw::test {
namespace {

// Per port the ports with direct feedthrough from it; ports are (block, output), numbered.
class DirectGraph {
 public:
  explicit DirectGraph(const CoupledSystem& system) {
    std::vector<std::size_t> first;
    for (const Block& b : system.blocks) {
      first.push_back(next_.size());
      next_.resize(next_.size() + b.outputs.size());
    }
    for (const cosim::Connection& w : system.connections) {
      const std::vector<Port>& outputs = system.blocks[w.to].outputs;
      for (std::size_t o = 0; o < outputs.size(); ++o)
        if (std::ranges::count(outputs[o].direct, w.input) > 0)
          next_[first[w.from] + w.output].push_back(first[w.to] + o);
    }
  }
  bool has_cycle() const {
    std::vector<int> seen(next_.size());  // 1: in progress, 2: done
    const std::function<bool(std::size_t)> visit = [&](std::size_t port) {
      if (seen[port] > 0) return seen[port] == 1;
      seen[port] = 1;
      const bool found = std::ranges::any_of(next_[port], visit);
      seen[port] = 2;
      return found;
    };
    for (std::size_t port = 0; port < next_.size(); ++port)
      if (seen[port] == 0 && visit(port)) return true;
    return false;
  }

 private:
  std::vector<std::vector<std::size_t>> next_;
};

bool acts_at_once(const Block& block, std::size_t input) {
  return std::ranges::any_of(
      block.outputs, [&](const Port& port) { return std::ranges::count(port.direct, input) > 0; });
}

// Blocks whose direct feedthrough comes only from those before them.
std::vector<std::size_t> sorted(const CoupledSystem& system) {
  std::vector<std::size_t> order;
  std::vector<bool> done(system.blocks.size());
  for (bool found = true; found;) {
    found = false;
    for (std::size_t i = 0; i < done.size(); ++i) {
      const bool ready = std::ranges::none_of(system.connections, [&](const cosim::Connection& w) {
        return w.to == i && !done[w.from] && acts_at_once(system.blocks[i], w.input);
      });
      if (done[i] || !ready) continue;
      done[i] = found = true;
      order.push_back(i);
    }
  }
  return order.size() == done.size() ? order : std::vector<std::size_t>{};
}

// The undivided system, row by row.
template <class Real>
class Judge {
 public:
  Judge(const CoupledSystem& system, int finer)
      : joint_(join(system)),
        finer_(finer),
        hybrid_(joint_, Real(system.stop) / 400),
        state_(Hybrid<Real>::start(joint_)) {
    hybrid_.settle(state_, {});
    hybrid_.events.clear();  // where it starts is no event
    // Steps of a signal keep it so between two of them.
    is_linear_ = std::ranges::all_of(system.blocks, [](const Block& b) {
      return b.linear || (b.x.empty() && b.inputs.empty() && b.margins == 0);
    });
    if (is_linear_) linearise();
  }

  Reference rows(const std::vector<double>& times) {
    Reference reference;
    for (const double time : times) {
      if (time > 0) go_to(time);
      add_row(reference);
    }
    reference.columns = static_cast<std::size_t>(std::ranges::count_if(
        joint_.outputs, [](const Port& port) { return port.type == Type::real; }));
    reference.discrete_columns = joint_.outputs.size() - reference.columns;
    reference.events = hybrid_.events;
    return reference;
  }

 private:
  void go_to(double time) {
    const Real from = state_.t, h = (Real(time) - from) / finer_;
    for (int k = 1; k <= finer_; ++k) {
      if (is_linear_)
        leap_to(from + k * h, h);
      else
        hybrid_.advance(state_, {}, k == finer_ ? Real(time) : from + k * h);
    }
    state_.t = time;
  }
  void add_row(Reference& reference) {
    std::vector<Real> y(joint_.outputs.size());
    joint_.answer(View<Real>{state_.t, state_.x, state_.m, {}}, y);
    for (std::size_t i = 0; i < y.size(); ++i) {
      if (joint_.outputs[i].type == Type::real)
        reference.rows.push_back(static_cast<double>(y[i]));
      else
        reference.discretes.push_back(static_cast<std::int64_t>(y[i]));
    }
  }

  // The slope is affine: x' = A x + c, (x, 1)' = M (x, 1).
  void linearise() {
    const std::size_t n = state_.x.size();
    std::vector<Real> x(n), slope(n), at_0(n);
    const auto f = [&](std::vector<Real>& dx) { joint_.slope(View<Real>{0, x, state_.m, {}}, dx); };
    f(at_0);
    m_ = Square<Real>(n + 1);
    for (std::size_t j = 0; j < n; ++j) {
      x[j] = 1;
      f(slope);
      x[j] = 0;
      for (std::size_t i = 0; i < n; ++i) m_.at(i, j) = slope[i] - at_0[i];
    }
    for (std::size_t i = 0; i < n; ++i) m_.at(i, n) = at_0[i];
  }
  // From step to step of the signals, to `time`, which is h away where there are none.
  void leap_to(Real time, Real h) {
    while (joint_.next_time) {
      constexpr Real rounding = 16 * std::numeric_limits<double>::epsilon();
      Real tick = 0;
      joint_.next_time(View<Real>{state_.t, state_.x, state_.m, {}}, {&tick, 1});
      if (tick > time + rounding * time) break;
      if (tick > state_.t) leap(tick - state_.t);
      state_.t = tick;
      std::vector<Real> m = state_.m;
      joint_.tick(View<Real>{state_.t, state_.x, state_.m, {}}, m);
      state_.m = std::move(m);
      hybrid_.events.push_back(static_cast<double>(tick));
      h_ = 0;
      linearise();
    }
    if (!joint_.next_time)
      leap(h);
    else if (time > state_.t)
      leap(time - state_.t);
    state_.t = time;
  }
  void leap(Real h) {
    const std::size_t n = state_.x.size();
    if (h != h_) {
      h_ = h;
      Square<Real> scaled = m_;
      for (Real& v : scaled.values) v *= h;
      e_ = exponential(scaled);
    }
    std::vector<Real> next(n);
    for (std::size_t i = 0; i < n; ++i) {
      next[i] = e_.at(i, n);
      for (std::size_t j = 0; j < n; ++j) next[i] += e_.at(i, j) * state_.x[j];
    }
    state_.x = std::move(next);
  }

  Block joint_;
  int finer_;
  Hybrid<Real> hybrid_;
  HybridState<Real> state_;
  bool is_linear_ = false;
  Square<Real> m_{0}, e_{0};
  Real h_ = 0;
};

}  // namespace

DirectOrder direct_order(const CoupledSystem& system) {
  return {DirectGraph(system).has_cycle(), sorted(system)};
}

cosim::Coupling CoupledSystem::make() const {
  std::vector<std::unique_ptr<model::Component>> components;
  for (std::size_t i = 0; i < blocks.size(); ++i)
    components.push_back(make_component(blocks[i], options_of(i)));
  cosim::Coupling coupling(std::move(components), connections);
  const Reference first = reference({0.0});
  model::Signals start = coupling.now();
  start.reals = first.rows;
  start.discretes.assign(first.discretes.begin(), first.discretes.end());
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    coupling.component(i).begin(0, stop);
    model::Signals heard = start;  // rounding must not spread from component to component
    coupling.evaluate(i, start, 0, heard);
    coupling.component(i).start();
  }
  coupling.accept(start);
  return coupling;
}

// The same blocks with the direct inputs that the components declare.
static CoupledSystem as_stated(CoupledSystem system) {
  for (std::size_t i = 0; i < system.blocks.size(); ++i) {
    std::vector<std::size_t> all(system.blocks[i].inputs.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    for (Port& port : system.blocks[i].outputs)
      port.direct = stated_inputs(port, system.options_of(i)).value_or(all);
  }
  return system;
}

cosim::Structure CoupledSystem::structure() const {
  cosim::Structure structure;
  std::vector<std::pair<std::size_t, std::size_t>> edges;
  for (const cosim::Connection& w : connections) edges.emplace_back(w.from, w.to);
  for (const cosim::Loop& loop : cosim::find_loops(blocks.size(), edges))
    structure.loop = structure.loop || loop.closed;
  const CoupledSystem seen = as_stated(*this);
  const auto is_connected = [&](std::size_t block, std::size_t input) {
    return std::ranges::any_of(
        connections, [&](const cosim::Connection& w) { return w.to == block && w.input == input; });
  };
  for (const cosim::Connection& w : connections) {
    const Port& port = seen.blocks[w.from].outputs[w.output];
    if (port.type != Type::real) continue;  // a jump, which has no order anyhow
    for (const std::size_t input : port.direct)
      structure.feed_through = structure.feed_through || is_connected(w.from, input);
  }
  structure.algebraic_loop = direct_order(seen).algebraic_loop;
  return structure;
}

std::vector<bool> CoupledSystem::feeds_through() const {
  std::vector<bool> all;
  for (const Block& b : as_stated(*this).blocks)
    for (const Port& port : b.outputs)
      if (port.type == Type::real) all.push_back(!port.direct.empty());
  return all;
}

Reference CoupledSystem::reference(const std::vector<double>& times, int finer) const {
  return Judge<Extended>(*this, finer).rows(times);
}

Reference CoupledSystem::rough_reference(const std::vector<double>& times) const {
  return Judge<double>(*this, 1).rows(times);
}

BlockOptions CoupledSystem::options_of(std::size_t component) const {
  return component < options.size() ? options[component] : BlockOptions{};
}

CoupledSystem CoupledSystem::with(const BlockOptions& all) const {
  CoupledSystem other = *this;
  other.options.assign(blocks.size(), all);
  return other;
}

CoupledSystem CoupledSystem::called(std::string other_name) const {
  CoupledSystem other = *this;
  other.name = std::move(other_name);
  return other;
}

std::vector<double> even_times(double stop, int count) {
  std::vector<double> times;
  for (int k = 0; k <= count; ++k) times.push_back(k == count ? stop : stop * k / count);
  return times;
}

}  // namespace bw::test
