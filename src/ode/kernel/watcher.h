#pragma once
// Observes the integration of a model, and changes nothing. EventMarch calls it; without a watcher
// nothing is computed for it. Rollback would report steps that did not happen: only runs without
// rollback are watched.

#include <span>

#include "model/model.h"
#include "ode/kernel/integrator.h"

namespace bw::ode {

class Watcher {
 public:
  virtual ~Watcher() = default;

  // The model was started. Equations, shape and nominals (typical sizes of the states) stay valid
  // for the whole run; evaluations of the equations made here are not counted as work of the
  // method.
  virtual void begin(const model::ModelShape& shape, Equations& equations,
                     std::span<const double> nominals, const Setup& setup) = 0;

  // A step from previous_time() to time() was accepted, and interpolate() is valid in between. An
  // event at its end has not been handled yet, so the equations are those of the step.
  virtual void accepted(const Integrator& step) = 0;

  // A step was rejected because of its error: `shares` is the error of each state in units of its
  // weight.
  virtual void rejected(std::span<const double> shares) = 0;

  // Behind the last accepted step f has changed, and the states may have, too.
  virtual void changed() = 0;
};

}  // namespace bw::ode
