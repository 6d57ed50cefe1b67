#pragma once
// Integrates a model that nothing drives from its start to `stop`, with a watcher.

#include <vector>

#include "ode/events/event_march.h"
#include "ode/kernel/watcher.h"

namespace bw::test {

inline ode::MarchEnd march_watched(model::Model& model, const char* method, double stop,
                                   double tolerance, ode::Watcher* watcher) {
  ode::Setup setup{.start = 0, .stop = stop, .tolerance = {tolerance, {}}};
  setup.watcher = watcher;
  model.begin(0, stop, {});
  std::vector<double> x(model.shape().states.size());
  const model::EventUpdate first = model.start(x);
  ode::EventMarch march(model, *ode::find_method(method), setup);
  march.start({}, x, first);
  return march.advance(stop);
}

}  // namespace bw::test
