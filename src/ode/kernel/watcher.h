#pragma once
// Looks on while a model is integrated, and changes nothing. It is told by EventMarch; where nobody
// watches, nothing is told and nothing is computed for it. A model that is taken back in time would
// tell steps that did not happen: only runs that never go back are watched.

#include <span>

#include "model/model.h"
#include "ode/kernel/integrator.h"

namespace bw::ode {

class Watcher {
 public:
  virtual ~Watcher() = default;

  // The model was started. Equations, shape and nominals (sizes of the states, as they are now)
  // stay as long as the run; what is asked of the equations is no work of the method and not
  // counted.
  virtual void begin(const model::ModelShape& shape, Equations& equations,
                     std::span<const double> nominals, const Setup& setup) = 0;

  // A step from previous_time() to time() was kept, and interpolate() is valid in between. What
  // happens at its end has not been done yet, so that the equations are those of the step.
  virtual void accepted(const Integrator& step) = 0;

  // A step was rejected because of its error: that of each state in units of its own weight.
  virtual void rejected(std::span<const double> shares) = 0;

  // Behind the last step that was accepted f is another one, and the states may be, too.
  virtual void changed() = 0;
};

}  // namespace bw::ode
