// What is not tame and does not matter: compared with the tolerance of the states.

#include <algorithm>
#include <cmath>

#include "ode/events/hidden_search.h"

namespace bw::ode {
namespace {

constexpr double flat_share = 1e-8;  // of the tolerance
constexpr int longest_pause = 32;    // intervals

}  // namespace

// Bounds of derivatives cost as much as the survey: they are rare where they found nothing flat.
bool HiddenSearch::has_nothing_wild(const Step& step, Interval over) {
  if (enclosure_->survey(box(over), z_bounds_)) return true;
  if (left_of_pause_ > 0) {
    --left_of_pause_;
    return false;
  }
  take_weights(step);
  enclosure_->bound(box(over), f_bounds_);
  for (std::size_t k = 0; k < f_bounds_.size(); ++k) {
    if (!is_wild(k, over.hi - over.lo)) continue;
    left_of_pause_ = pause_ = std::min(2 * pause_, longest_pause);
    return false;
  }
  pause_ = 1;
  return true;
}

bool HiddenSearch::is_wild(std::size_t k, double width) const {
  return f_bounds_[k].wild && !(f_bounds_[k].off * width <= flat_share * weights_[k]);
}

void HiddenSearch::take_weights(const Step& step) {
  for (std::size_t k = 0; k < weights_.size(); ++k) {
    const std::size_t i = enclosure_->derivatives()[k];
    const double size = std::max(std::abs(step.x_before[i]), std::abs(step.integrator.state()[i]));
    weights_[k] =
        setup_.tolerance.relative * size + setup_.tolerance.absolute_for(step.nominals[i]);
  }
}

}  // namespace bw::ode
