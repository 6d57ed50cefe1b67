#include "cosim/certify/tableau.h"

#include <algorithm>

#include "math/constants.h"
#include "math/extrapolation.h"

namespace bw::cosim {
namespace {

using math::epsilon;

// See docs/certified.md for where these come from.
constexpr double guard = 0.3;
constexpr double safety_of_share = 4, least_share = 0.02;
constexpr double most_judged = 2;  // tolerances: of a change, to trust the result after it

}  // namespace

void Tableau::add(int steps, const Path& path) {
  paths_.push_back(&path);
  steps_.push_back(steps);
  scales_.clear();
  for (const CertifiedColumn& column : plan_->columns)
    scales_.push_back(column.absolute / plan_->relative);  // below it differences do not matter
  for (std::size_t i = 0; i < path.reals.size(); ++i)
    scales_[i % columns()] = std::max(scales_[i % columns()], std::abs(path.reals[i]));
  before_ = std::move(latest_);
  latest_ = combine(size());
  if (size() >= 2) measure();
}

std::vector<double> Tableau::combine(std::size_t chains) const {
  const std::span<const int> n(steps_.data(), chains);
  const auto weights = math::extrapolation_weights(n, expansion_.p, expansion_.s);
  const auto plain = math::extrapolation_weights(n, 1, 1);
  const std::vector<double>& finest = paths_[chains - 1]->reals;
  std::vector<double> sum = finest;  // differences are added to it: this loses fewer digits
  for (std::size_t i = 0; i + 1 < chains; ++i)  // a chain may have ended before its last row
    sum.resize(std::min(sum.size(), paths_[i]->reals.size()));
  for (std::size_t i = 0; i + 1 < chains; ++i)
    for (std::size_t at = 0; at < sum.size(); ++at) {
      const bool own = plan_->columns[at % columns()].feeds_through;
      sum[at] += (own ? plain : weights)[i] * (paths_[i]->reals[at] - finest[at]);
    }
  return sum;
}

void Tableau::measure() {
  const std::span<const int> n(steps_);
  const bool plain =
      std::ranges::any_of(plan_->columns, [](const CertifiedColumn& c) { return c.feeds_through; });
  const double all_steps = static_cast<double>(plan_->mesh->intervals()) * steps_.back();
  floor_ = math::amplification(plain ? math::extrapolation_weights(n, 1, 1)
                                     : math::extrapolation_weights(n, expansion_.p, expansion_.s)) *
               8 * epsilon * std::sqrt(all_steps) +
           floor_of_events();
  floor_by_tolerance_ = 0;
  Differences change;
  std::vector<double> by_column(columns(), 0.0);
  floor_by_column_.assign(columns(), 0.0);
  for (std::size_t at = 0; at < latest_.size(); ++at) {
    const std::size_t c = at % columns();
    const double d = std::abs(latest_[at] - before_[at]);
    if (!plan_->columns[c].repeats_another) change.scale = std::max(change.scale, d / scales_[c]);
    const double w = weight(c, latest_[at]);
    by_column[c] = std::max(by_column[c], d / w);
    floor_by_column_[c] = std::max(floor_by_column_[c], floor_ * scales_[c] / w);
    if (!plan_->columns[c].delivered) continue;
    change.tolerance = std::max(change.tolerance, d / w);
    floor_by_tolerance_ = std::max(floor_by_tolerance_, floor_by_column_[c]);
  }
  changes_.push_back(change);
  by_column_.push_back(std::move(by_column));
}

double share_left(double last, double before, double earlier) {
  const double shrinking = before / earlier;
  if (!(last <= shrinking * before) || last > most_judged) return 1;
  return std::clamp(safety_of_share * shrinking, least_share, 1.0);
}

bool Tableau::judges_delivered() const {
  return expansion_.p == 2 && expansion_.s == 2 && finest().kinks.empty() &&
         finest().spots.empty() && finest().events.empty();
}

double Tableau::left() const {
  const std::size_t k = changes_.size();
  if (k + 1 < judging_chains || !judges_delivered()) return 1;
  const Differences &last = changes_[k - 1], &before = changes_[k - 2], &earlier = changes_[k - 3];
  return share_left(last.tolerance, before.tolerance, earlier.tolerance);
}

namespace {

double safe(double last, const double* before, double left, double floor) {
  double change = last;
  if (before != nullptr && before[-1] > 0)
    change = std::max(change, guard * before[0] * before[0] / before[-1]);
  return estimate_safety * std::max(left * change, floor);
}

}  // namespace

Differences Tableau::estimate() const {
  const std::size_t k = changes_.size();
  Differences result;
  double t[2] = {0, 0}, s[2] = {0, 0};
  if (k >= 3) {
    t[0] = changes_[k - 3].tolerance, t[1] = changes_[k - 2].tolerance;
    s[0] = changes_[k - 3].scale, s[1] = changes_[k - 2].scale;
  }
  const double share = left();
  result.tolerance =
      safe(changes_.back().tolerance, k >= 3 ? &t[1] : nullptr, share, floor_by_tolerance_);
  result.scale = safe(changes_.back().scale, k >= 3 ? &s[1] : nullptr, share, floor_);
  return result;
}

std::vector<double> Tableau::per_column() const {
  std::vector<double> result(columns());
  const std::size_t k = by_column_.size();
  const double share = left();
  for (std::size_t c = 0; c < columns(); ++c) {
    double before[2] = {0, 0};
    if (k >= 3) before[0] = by_column_[k - 3][c], before[1] = by_column_[k - 2][c];
    result[c] =
        safe(by_column_.back()[c], k >= 3 ? &before[1] : nullptr, share, floor_by_column_[c]);
  }
  return result;
}

// Where a difference happens to change its sign the error does not: the neighbours are used.
std::vector<double> Tableau::estimates() const {
  const std::size_t rows = latest_.size() / columns();
  const double share = left();
  std::vector<double> result(latest_.size());
  for (std::size_t c = 0; c < columns(); ++c)
    for (std::size_t m = 0; m < rows; ++m) {
      double d = floor_ * scales_[c];
      const std::size_t from = m > 0 ? m - 1 : 0, to = std::min(m + 1, rows - 1);
      for (std::size_t i = from; i <= to; ++i)
        d = std::max(d, share * std::abs(latest_[i * columns() + c] - before_[i * columns() + c]));
      result[m * columns() + c] =
          m == 0 ? 0 : estimate_safety * d;  // at the start all chains are the same
    }
  return result;
}

bool Tableau::is_at_the_floor() const {
  return estimate_safety * floor_by_tolerance_ > 1 &&
         changes_.back().tolerance <= 3 * floor_by_tolerance_;
}

Tableau::Worst Tableau::worst() const {
  Worst worst;
  const std::vector<double> estimates = per_column();
  double most = -1;
  for (std::size_t c = 0; c < columns(); ++c)
    if (plan_->columns[c].delivered && estimates[c] > most) {
      most = estimates[c];
      worst.column = c;
    }
  most = -1;
  for (std::size_t at = worst.column; at < latest_.size(); at += columns()) {
    const double d = std::abs(latest_[at] - before_[at]) / weight(worst.column, latest_[at]);
    if (d > most) {
      most = d;
      worst.row = at / columns();
    }
  }
  return worst;
}

double Tableau::distance(const std::vector<double>& other) const {
  double most = 0;
  for (std::size_t at = 0; at < std::min(latest_.size(), other.size()); ++at) {
    const std::size_t c = at % columns();
    if (plan_->columns[c].delivered)
      most = std::max(most, std::abs(latest_[at] - other[at]) / weight(c, latest_[at]));
  }
  return most;
}

Differences Tableau::spread() const {
  Differences most;
  const std::vector<double>& best = finest().reals;
  for (const Path* path : paths_)
    for (std::size_t at = 0; at < std::min(best.size(), path->reals.size()); ++at) {
      const std::size_t c = at % columns();
      if (plan_->columns[c].repeats_another) continue;
      const double d = std::abs(best[at] - path->reals[at]);
      most.tolerance = std::max(most.tolerance, d / weight(c, best[at]));
      most.scale = std::max(most.scale, d / scales_[c]);
    }
  return most;
}

std::vector<double> Tableau::spreads() const {
  const std::vector<double>& best = finest().reals;
  std::vector<double> result(best.size());
  for (const Path* path : paths_)
    for (std::size_t at = 0; at < std::min(best.size(), path->reals.size()); ++at)
      result[at] = std::max(result[at], estimate_safety * std::abs(best[at] - path->reals[at]));
  return result;
}

double Tableau::between(std::size_t i, std::size_t k) const {
  double most = 0;
  const std::vector<double>&a = paths_[i]->reals, &b = paths_[k]->reals;
  for (std::size_t at = 0; at < std::min(a.size(), b.size()); ++at)
    if (!plan_->columns[at % columns()].repeats_another)
      most = std::max(most, std::abs(a[at] - b[at]) / scales_[at % columns()]);
  return most;
}

}  // namespace bw::cosim
