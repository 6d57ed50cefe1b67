#pragma once
// A Model with an integrator is a Part: masters step it like any other. Its inputs over a step are
// held or ramps, and a ramp is set at every right-hand side. It keeps its step size over
// communication points; only inputs that jump make it begin anew.

#include <memory>
#include <optional>
#include <string>

#include "base/bell.h"
#include "base/error.h"
#include "model/model.h"
#include "model/part.h"
#include "ode/integrator.h"

namespace bw::ode {

struct Integration {
  const MethodKind* method = &default_method();
  Tolerance tolerance;
  std::optional<double> step;               // of fixed-step methods
  std::optional<double> model_tolerance{};  // told to the model itself, where the user named one
  const std::atomic<bool>* interrupt = nullptr;  // true ends a step that would take too long
  double stops_at_events = 0;                    // see PartRequest
  double event_delay = 0, accuracy = 0;          // see Setup
  double finer = 1;                              // likewise
  bool measures_cost = false;                    // likewise
  Watcher* watcher = nullptr;                    // of a part that is never taken back
};

// The integrator cannot go on; which bell that is.
struct IntegrationFailure : PartFailure {
  IntegrationFailure(std::string part_name, BellCode bell, std::string what_subject, double when,
                     const std::string& sentence)
      : PartFailure(std::move(part_name), sentence),
        code(bell),
        subject(std::move(what_subject)),
        time(when) {}
  BellCode code;
  std::string subject;  // "part.state"
  double time;
};

std::unique_ptr<model::Part> make_integrated_part(std::unique_ptr<model::Model> model,
                                                  const Integration& integration);

}  // namespace bw::ode
