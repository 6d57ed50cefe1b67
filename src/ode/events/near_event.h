#pragma once
// The distance of a point from an event that did not occur: the number of tolerances by which the
// states would have to differ to make an indicator zero.
//
//   distance = min over indicators of |z_k| / sum_i |z_k(x + w_i e_i) - z_k(x)|
//
// An indicator that has not moved since the last event is at rest there, and is no coming event.

#include <functional>
#include <span>

namespace bw::ode {

using IndicatorFunction = std::function<void(std::span<const double> x, std::span<double> z)>;

// `weights` are the states' tolerances, `at_rest` the indicators after the last event. Infinity: no
// indicator depends on the states. Very many states are perturbed together.
double distance_to_event(std::span<const double> x, std::span<const double> weights,
                         std::span<const double> at_rest, const IndicatorFunction& evaluate);

}  // namespace bw::ode
