#include "cosim/master/holder.h"

#include <algorithm>

#include "cosim/coupling/loops.h"
#include "cosim/master/structure.h"
#include "model/component.h"
#include "model/variable.h"

namespace bw::cosim {

void SignalHistory::see(double t, const std::vector<double>& reals) {
  while (count_ > 0 && entries_[count_ - 1].t >= t) --count_;
  if (count_ == entries_.size()) {
    std::rotate(entries_.begin(), entries_.begin() + 1, entries_.end());
    --count_;
  }
  Entry& latest = entries_[count_++];
  latest.t = t;
  latest.reals.assign(reals.begin(), reals.end());
}

void SignalHistory::extrapolate(double h, const std::vector<std::size_t>& signals,
                                std::vector<double>& y) const {
  if (count_ < 2) return;
  const Entry &now = entries_[count_ - 1], &before = entries_[count_ - 2];
  const double ratio = h / (now.t - before.t);
  for (const std::size_t i : signals) y[i] += (now.reals[i] - before.reals[i]) * ratio;
}

void SignalHistory::remember(const std::vector<Entry>& memory) {
  count_ = std::min(memory.size(), entries_.size());
  std::copy_n(memory.begin(), count_, entries_.begin());
}

namespace {

// Whether something that is recorded, though not connected, has direct feedthrough.
bool shows_inputs(const model::ComponentShape& shape) {
  return std::ranges::any_of(shape.outputs, model::may_feed_through) ||
         std::ranges::any_of(shape.records, model::may_feed_through);
}

}  // namespace

Holder::Holder(const Coupling& coupling, Hold hold)
    : is_held_(coupling.size(), true), courses_(coupling.size(), Course::mean) {
  std::vector<bool> is_smooth_signal;
  for (std::size_t component = 0; component < coupling.size(); ++component)
    for (const model::Variable& output : coupling.shape(component).outputs)
      if (is_real(output.type)) is_smooth_signal.push_back(model::is_smooth(output));
  for (std::size_t i = 0; i < is_smooth_signal.size(); ++i)
    if (is_smooth_signal[i]) smooth_.push_back(i);
  std::vector<bool> feeding = feeding_through(coupling);
  // Without a loop u(t + h) is known, so that the second half of a step makes these values exact.
  if (std::ranges::none_of(coupling.loops(), &Loop::closed))
    for (std::size_t component = 0; component < coupling.size(); ++component)
      feeding[component] = feeding[component] || shows_inputs(coupling.shape(component));
  for (std::size_t component = 0; component < coupling.size(); ++component) {
    const std::vector<Coupling::RealConnection> connections = coupling.real_connections(component);
    is_held_[component] =
        hold == Hold::constant || std::ranges::none_of(connections, [&](const auto& connection) {
          return is_smooth_signal[connection.signal];
        });
    if (coupling.shape(component).takes_slopes)
      courses_[component] = Course::slopes;
    else if (hold == Hold::trapezoid || (hold == Hold::fitting && feeding[component]))
      courses_[component] = Course::halves;
  }
}

void Holder::begin_step(const Coupling& coupling, double t, double h, Signals& end) {
  copy(coupling.now(), end);
  history_.see(t, coupling.now().reals);
  history_.extrapolate(h, smooth_, end.reals);
}

}  // namespace bw::cosim
