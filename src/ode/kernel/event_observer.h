#pragma once
// Sees a model on both sides of each time and state event, for rows at discontinuities. EventMarch
// calls it; the component that is integrated may be asked for its outputs then. Only runs without
// rollback are observed.

namespace bw::ode {

class EventObserver {
 public:
  enum class Limit { left, right };

  virtual ~EventObserver() = default;
  // An event that ends the simulation has no right limit: the end itself is reported otherwise.
  virtual void at_event(double t, Limit limit) = 0;
};

}  // namespace bw::ode
