// Checks whether the chains behave as extrapolation assumes.

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "cosim/certify/tableau.h"
#include "cosim/chain/chain.h"
#include "cosim/chain/mesh.h"
#include "math/extrapolation.h"

namespace bw::cosim {
namespace {

// See docs/certified.md for where these come from.
constexpr double largest_correction = 0.3;  // of the finest chain, in units of the values
constexpr double least_cosine = 0.9;
constexpr double order_slack = 0.5, first_order_slack = 0.3;
constexpr double same_event_resolutions = 20;  // times the resolution
constexpr double instant = 1e-9;   // of the simulated time: such an event time counts as exact
constexpr double most_left = 0.7;  // of a column's change in the next one
constexpr double negligible_change = 0.05, negligible_difference = 0.01;  // in tolerances

}  // namespace

bool Tableau::same_discretes() const {
  for (const Path* path : paths_)
    if (path->discretes != paths_.back()->discretes) return false;
  return true;
}

Tableau::Trend Tableau::trend(bool feeds_through) const {
  Trend trend;
  const std::size_t k = size();
  const std::vector<double>&a = paths_[k - 3]->reals, &b = paths_[k - 2]->reals,
        &c = paths_[k - 1]->reals;
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t at = columns(); at < c.size(); ++at) {
    const std::size_t column = at % columns();
    if (plan_->columns[column].feeds_through != feeds_through) continue;
    if (plan_->columns[column].repeats_another) continue;
    trend.any = true;
    const double w = weight(column, c[at]);
    trend.most = std::max({trend.most, std::abs(a[at] - c[at]) / w, std::abs(b[at] - c[at]) / w});
    const double first = (a[at] - b[at]) / scales_[column];
    const double second = (b[at] - c[at]) / scales_[column];
    ab += first * second;
    aa += first * first;
    bb += second * second;
  }
  trend.cosine = ab / std::sqrt(aa * bb);
  trend.ratio = std::sqrt(aa / bb);
  trend.last = std::sqrt(bb);
  return trend;
}

std::string Tableau::check_trend(bool feeds_through, Regime& regime) const {
  const Trend seen = trend(feeds_through);
  // Differences that small may be noise of the components, which has neither direction nor order.
  if (!seen.any || seen.most <= negligible_difference) return "";
  if (!(seen.cosine >= least_cosine))
    return "the differences between the last step sizes have different directions (cosine " +
           rough(seen.cosine) + ")";
  const int n[3] = {steps_[size() - 3], steps_[size() - 2], steps_[size() - 1]};
  const double order = math::observed_order(n, seen.ratio);
  // Second order is fine also where only first order is required.
  const double least = feeds_through ? 1 : expansion_.p, most = feeds_through ? 2 : expansion_.p;
  if (!feeds_through || regime.order == 0) regime.order = order;
  if (order >= least - order_slack && order <= most + order_slack) return "";
  regime.first_order = !feeds_through && std::abs(order - 1) <= first_order_slack;
  return "the results converge with order " + rough(order) + ", not " +
         std::to_string(feeds_through ? 1 : expansion_.p);
}

bool same_events(const Path& a, const Path& b, double resolution) {
  if (a.events.size() != b.events.size()) return false;
  for (std::size_t i = 0; i < a.events.size(); ++i)
    if (a.events[i].interval != b.events[i].interval &&
        !(std::abs(a.events[i].time - b.events[i].time) <= same_event_resolutions * resolution))
      return false;
  return true;
}

std::vector<double> Tableau::event_times(std::size_t chains) const {
  const std::span<const int> n(steps_.data(), chains);
  const auto weights = math::extrapolation_weights(n, expansion_.p, expansion_.s);
  const Path& finest = *paths_[chains - 1];
  std::vector<double> times;
  for (std::size_t e = 0; e < finest.events.size(); ++e) {
    double time = finest.events[e].time;
    for (std::size_t i = 0; i + 1 < chains; ++i)
      time += weights[i] * (paths_[i]->events[e].time - finest.events[e].time);
    times.push_back(time);
  }
  return times;
}

std::vector<double> Tableau::event_times() const { return event_times(size()); }

std::vector<double> Tableau::event_estimates() const {
  std::vector<double> estimates = event_times(size());
  const std::vector<double> before = event_times(size() - 1);
  for (std::size_t e = 0; e < estimates.size(); ++e)
    estimates[e] =
        estimate_safety * std::max(std::abs(estimates[e] - before[e]), 4 * plan_->event_resolution);
  return estimates;
}

// An event time is known to some tiny steps only, in which signals change.
double Tableau::floor_of_events() const {
  if (finest().events.empty()) return 0;
  double fastest = 0, last = plan_->mesh->start();
  std::size_t row = 0;
  for (std::size_t interval = 0; interval < plan_->mesh->intervals(); ++interval) {
    if (!plan_->mesh->is_row(interval)) continue;
    const double time = plan_->mesh->end(interval);
    if ((row + 2) * columns() > latest_.size()) break;
    for (std::size_t c = 0; c < columns(); ++c)
      fastest = std::max(
          fastest, std::abs(latest_[(row + 1) * columns() + c] - latest_[row * columns() + c]) /
                       (scales_[c] * (time - last)));
    last = time;
    ++row;
  }
  return 4 * plan_->event_resolution * static_cast<double>(finest().events.size()) * fastest;
}

// At an event a signal has two values, and a row closer to it than its time is known may have the
// wrong one.
bool Tableau::row_near_event(Regime& regime) const {
  const Mesh& mesh = *plan_->mesh;
  const std::vector<double> times = event_times(), estimates = event_estimates();
  for (std::size_t e = 0; e < times.size(); ++e) {
    if (estimates[e] <= instant * (mesh.stop() - mesh.start())) continue;
    // All chains met it in this interval, so its limit must be there, too.
    const std::size_t interval = finest().events[e].interval;
    if (times[e] - estimates[e] > mesh.begin(interval) &&
        times[e] + estimates[e] < mesh.end(interval))
      continue;
    regime.time = times[e];
    return true;
  }
  return false;
}

Tableau::Regime Tableau::check() const {
  Regime regime;
  const std::size_t k = size();
  for (const Path* path : paths_)
    if (path->reals.size() != finest().reals.size()) {
      regime.complaint = "not all runs reach the stop time";
      return regime;
    }
  for (const Path* path : paths_)
    if (!same_events(*path, finest(), plan_->event_resolution)) {
      regime.discretes_differ = true;
      regime.complaint = "runs with different step sizes find different events";
      return regime;
    }
  if (row_near_event(regime)) {
    regime.complaint = "an event at t = " + brief(regime.time) +
                       " is closer to a row than the uncertainty of its time";
    return regime;
  }
  if (!same_discretes()) {
    regime.discretes_differ = true;
    regime.complaint = "discrete values depend on the step size";
    return regime;
  }
  regime.is_about_order = true;
  double correction = 0;
  for (std::size_t at = 0; at < latest_.size(); ++at)
    if (!plan_->columns[at % columns()].repeats_another)
      correction = std::max(correction,
                            std::abs(finest().reals[at] - latest_[at]) / scales_[at % columns()]);
  if (!(correction <= largest_correction)) {
    regime.complaint = "the result of the smallest step size is still far from the limit (" +
                       rough(correction) + " of the largest value)";
    return regime;
  }
  // Chains that agree to rounding are exact, and their differences are meaningless.
  if (!(between(k - 2, k - 1) <= floor_)) {
    regime.complaint = check_trend(false, regime);
    if (regime.complaint.empty()) regime.complaint = check_trend(true, regime);
    if (!regime.complaint.empty()) return regime;
  }
  const double last = changes_.back().scale, before = changes_[changes_.size() - 2].scale;
  // Columns that are far within the tolerance may stop at the noise of the components.
  const bool is_noise = std::ranges::all_of(
      by_column_.back(), [](double change) { return change <= negligible_change; });
  if (!(last <= most_left * before) && !(last <= floor_) && !is_noise) {
    regime.stalls = true;
    regime.complaint = "one more step size does not improve the result (" + rough(last) +
                       " after " + rough(before) + " of the largest value)";
  }
  return regime;
}

}  // namespace bw::cosim
