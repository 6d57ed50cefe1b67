// The search at constant states, of a linear model.

#include <algorithm>

#include "math/constants.h"
#include "ode/events/hidden_search.h"
#include "ode/kernel/integrator.h"

namespace bw::ode {

HiddenSearch::Found HiddenSearch::look(const Step& step) {
  in_step_ = 0;
  at_rest_ = !step.integrator.reach().empty();
  return at_rest_ ? look_at_rest(step) : look_along_path(step);
}

// Of a linear model: what is narrow is in the time alone, so that it is searched at constant
// states. What could be narrow in the states, anywhere within their bounds, cannot be searched.
HiddenSearch::Found HiddenSearch::look_at_rest(const Step& step) {
  const double begin = step.integrator.previous_time(), end = step.integrator.time();
  const std::span<const double> reach = step.integrator.reach();
  t_known_ = math::nan;
  const auto is_tame_until = [&](double hi) {
    for (std::size_t i = 0; i < reach.size(); ++i) curves_[i] = {.r = reach[i]};
    return survey(step, {begin, hi});
  };
  if (is_tame_until(end)) return {};
  if (!is_tame_until(begin))
    return {.kind = Found::Kind::unresolved,
            .lo = begin,
            .hi = end,
            .state = enclosure_->derivatives().front()};
  return search_feature(step, end);
}

void HiddenSearch::path(const Step& step, double t, std::span<double> x) const {
  if (at_rest_)
    std::copy(step.x_before.begin(), step.x_before.end(), x.begin());
  else
    step.integrator.interpolate(t, x);
}

}  // namespace bw::ode
