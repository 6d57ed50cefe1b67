#include "model/stepping_component.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/forwarding_component.h"
#include "model/signals.h"

namespace bw::model {
namespace {

class SteppingComponent final : public ForwardingComponent {
 public:
  SteppingComponent(std::unique_ptr<Component> component, double step)
      : ForwardingComponent(std::move(component)), shape_(inner().shape()), step_(step) {
    shape_.takes_slopes = false;  // they would be valid for the first step only
  }

  const ComponentShape& shape() const override { return shape_; }
  Advance advance(const SignalsIn& u, double t, double h, const SignalsOut& y) override {
    const auto count = std::max<std::int64_t>(1, std::llround(h / step_));
    Advance moved{Advance::Status::completed, t};
    for (std::int64_t k = 0; k < count && moved.status == Advance::Status::completed; ++k) {
      const double from = t + static_cast<double>(k) * step_;
      moved = inner().advance(u, from, step_, y);
    }
    if (moved.status == Advance::Status::completed) moved.reached = t + h;
    return moved;
  }

 private:
  ComponentShape shape_;
  double step_;
};

}  // namespace

std::unique_ptr<Component> make_stepping_component(std::unique_ptr<Component> inner, double step) {
  return std::make_unique<SteppingComponent>(std::move(inner), step);
}

}  // namespace bw::model
