#pragma once
// A component whose steps are made as several shorter ones with the same inputs. One that solves
// its equations exactly does not notice; what changes is the error of its solver.

#include <memory>
#include <utility>

#include "model/component.h"
#include "model/forwarding_component.h"
#include "model/signals.h"

namespace bw::cosim {

class DividedComponent final : public model::ForwardingComponent {
 public:
  // Steps that begin at `from` or later; `advances` counts those that the caller does not.
  DividedComponent(std::unique_ptr<model::Component> inner, int parts, double from, long& advances)
      : ForwardingComponent(std::move(inner)), parts_(parts), from_(from), advances_(advances) {}

  model::Advance advance(const model::SignalsIn& u, double t, double h,
                         const model::SignalsOut& y) override {
    if (t < from_) return inner().advance(u, t, h, y);
    const double end = t + h;
    double reached = t;
    for (int k = 1; k < parts_; ++k) {
      const double next = t + h * k / parts_;
      const model::Advance made = inner().advance(u, reached, next - reached, y);
      ++advances_;
      if (made.status != model::Advance::Status::completed) return made;
      reached = next;
    }
    return inner().advance(u, reached, end - reached, y);
  }

 private:
  const int parts_;
  const double from_;
  long& advances_;
};

}  // namespace bw::cosim
