#pragma once
// How far a point is from an event that did not happen: by how many tolerances the states would
// have to be other ones, so that an indicator is zero there.
//
//   distance = min over indicators of |z_k| / sum_i |z_k(x + w_i e_i) - z_k(x)|
//
// An indicator that has not moved since the last event rests there, and is no event to come.

#include <functional>
#include <limits>
#include <span>

namespace bw::ode {

using AskIndicators = std::function<void(std::span<const double> x, std::span<double> z)>;

// `weights` are the states' tolerances, `at_rest` the indicators after the last event. Infinity: no
// indicator depends on the states. Of very many states all are moved at once.
double distance_to_event(std::span<const double> x, std::span<const double> weights,
                         std::span<const double> at_rest, const AskIndicators& ask);

}  // namespace bw::ode
