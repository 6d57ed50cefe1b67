#pragma once
// One model over a period, on its own: no coupling and no master, the integrator chooses its steps
// from one point to the next.

#include <cstdint>
#include <functional>
#include <string>

#include "base/stopwatch.h"
#include "model/component.h"

namespace bw::ode {

// Where the model shall stop on its way: 0 is the start, count the stop time.
struct Points {
  std::int64_t count = 1;
  std::function<double(std::int64_t k)> at;
};

class PointObserver {
 public:
  virtual ~PointObserver() = default;
  // The model is at t, one of the points. False ends the integration here. (`at_grid` is true:
  // an observer of both kinds of run has one function for them.)
  virtual bool accepted(double t, bool at_grid) = 0;
  // The model ended the simulation at t, which is none of the points, and can say its outputs.
  virtual void ended_at(double /*t*/) {}
  // Called before each point: false ends the integration.
  virtual bool is_wanted() { return true; }
};

// How an integration ended. A model that cannot go on throws ComponentFailure.
struct IntegrationEnd {
  enum class Why {
    complete,
    stopped,      // by the observer
    interrupted,  // between points, or by the user in the middle of a long step
    terminated    // by the model
  };
  Why why = Why::complete;
  double time = 0;       // how far it got
  std::string reason{};  // a sentence of the model, where it ended within a step
};

// What it cost so far, also when it ends by an exception.
struct Effort {
  long advances = 0;
  Stopwatch advancing{};
};

// Initialises the model (see make_integrated_component) and moves it over the points.
IntegrationEnd integrate(model::Component& model, const Points& points, PointObserver& observer,
                         Effort& effort);

}  // namespace bw::ode
