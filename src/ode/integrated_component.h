#pragma once
// A Model with an integrator as a Component: masters step it like any other. Its inputs over a step
// are held or ramps, which are set at every RHS evaluation. It keeps its step size over
// communication points; only discontinuous inputs restart it.

#include <limits>
#include <memory>
#include <optional>

#include "base/tolerance.h"
#include "model/component.h"
#include "model/model.h"
#include "ode/kernel/integrator.h"

namespace bw::ode {

struct Integration {
  const MethodKind* method = &default_method();
  Tolerance tolerance;
  std::optional<double> step;                                     // of fixed-step methods
  double first_step = 0;                                          // see Setup
  double largest_step = std::numeric_limits<double>::infinity();  // likewise
  std::optional<double> model_tolerance{};  // passed to the model itself, where the user gave one
  const std::atomic<bool>* interrupt = nullptr;  // true ends a long step
  double stops_at_events = 0;                    // see ComponentRequest
  double event_delay = 0, accuracy = 0;          // see Setup
  double finer = 1;                              // likewise
  bool steps_are_shown = false;                  // likewise
  Watcher* watcher = nullptr;                    // without rollback; may be null
  EventObserver* event_observer = nullptr;       // likewise

  bool operator==(const Integration&) const = default;
};

std::unique_ptr<model::Component> make_integrated_component(std::unique_ptr<model::Model> model,
                                                            const Integration& integration);

}  // namespace bw::ode
