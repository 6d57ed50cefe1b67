#include "ode/integrate.h"

#include "model/signals.h"
#include "model/sized_signals.h"

namespace bw::ode {

IntegrationEnd integrate(model::Component& model, const Points& points, PointObserver& observer,
                         Effort& effort) {
  using Why = IntegrationEnd::Why;
  using Status = model::Advance::Status;
  double t = points.at(0);
  model::Signals outputs = model::sized_for(model.shape().outputs);
  const model::SignalsOut y{outputs.reals, outputs.discretes};
  model.begin(t, points.at(points.count));
  model.evaluate({}, y);
  model.start();
  if (!observer.accepted(t, true)) return {Why::stopped, t};
  for (std::int64_t k = 1; k <= points.count; ++k) {
    if (!observer.is_wanted()) return {Why::interrupted, t};
    const double end = points.at(k);
    ++effort.advances;
    const model::Advance made =
        effort.advancing.time([&] { return model.advance({}, t, end - t, y); });
    if (made.status == Status::interrupted) return {Why::interrupted, made.reached, model.reason()};
    if (made.status == Status::terminated) {
      if (made.has_outputs && made.reached > t) observer.ended_at(made.reached);
      return {Why::terminated, made.reached, model.reason()};
    }
    t = end;
    if (!observer.accepted(t, true)) return {Why::stopped, t};
  }
  return {Why::complete, t};
}

}  // namespace bw::ode
