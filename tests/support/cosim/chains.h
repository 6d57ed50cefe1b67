#pragma once
// Single chains, and components that know the time: for tests of what chains do.

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "cosim/chain/chain.h"
#include "cosim/march/march.h"
#include "support/cosim/coupled_system.h"
#include "support/cosim/marching.h"
#include "support/model/test_components.h"

namespace bw::test {

struct ChainOptions {
  const char* base = "gauss-seidel";
  int steps = 1;
  bool locates = false;
  double tolerance = 1e-6;
};

inline cosim::ChainOrder chain_order(const cosim::Mesh& mesh, const ChainOptions& chosen) {
  cosim::ChainOrder order;
  order.base = cosim::find_master(chosen.base);
  order.options = options_for(*order.base);
  order.options.tolerance.relative = chosen.tolerance;
  order.mesh = &mesh;
  order.steps = chosen.steps;
  order.locates_events = chosen.locates;
  order.event_resolution = cosim::event_resolution({mesh.start(), mesh.stop(), 0, 1});
  return order;
}

// From the current state of the components; reads all signals.
inline cosim::Path chain_of(cosim::Coupling& coupling, const cosim::Mesh& mesh,
                            const ChainOptions& chosen) {
  const cosim::SignalReader reader(coupling.now());
  cosim::Path path;
  cosim::run_chain(
      coupling, chain_order(mesh, chosen), reader, [] { return true; }, path);
  cosim::count_components(coupling, path);
  return path;
}

// Signals as the components say them before the first step.
inline cosim::Coupling at_start(cosim::Coupling coupling) {
  model::Signals first = coupling.now();
  for (std::size_t component = 0; component < coupling.size(); ++component)
    coupling.read(component, 0, first);
  coupling.accept(first);
  return coupling;
}

// y = f(t), real or integer; no inputs.
class OfTime final : public TestComponent {
 public:
  OfTime(std::function<double(double)> f, Type type = Type::real)
      : TestComponent("of time", {}, {without_feed_through(variable("y", type))}),
        f_(std::move(f)),
        real_(type == Type::real) {}

  model::Advance advance(const model::SignalsIn& u, double t, double h,
                         const model::SignalsOut& y) override {
    end_ = t + h;
    return TestComponent::advance(u, t, h, y);
  }

 private:
  void move(double) override { state_ = end_; }
  void answer(const model::SignalsOut& y) override {
    if (real_)
      y.reals[0] = f_(state_);
    else
      y.discretes[0] = static_cast<std::int64_t>(f_(state_));
  }
  std::function<double(double)> f_;
  bool real_;
  double end_ = 0;
};

// 0, then 1 from the first of the times on, then 0 from the second, ...
inline std::function<double(double)> toggling(std::vector<double> times) {
  return [times = std::move(times)](double t) {
    return static_cast<double>(
        std::count_if(times.begin(), times.end(), [&](double when) { return t >= when; }) % 2);
  };
}

}  // namespace bw::test
