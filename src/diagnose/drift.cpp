#include "diagnose/drift.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace bw::diagnose {
namespace {

constexpr double rounding = 16 * std::numeric_limits<double>::epsilon();  // of E itself

}  // namespace

Drift::Drift(math::Formula conserved, const Tolerance& tolerance, std::vector<double> nominals)
    : conserved_(std::move(conserved)), tolerance_(tolerance), nominals_(std::move(nominals)) {}

void Drift::see(double t, std::span<const double> values) {
  if (!computable_) return;
  const double here = conserved_(values);
  computable_ = std::isfinite(here);
  if (!has_first_) {
    has_first_ = true;
    first_ = here;
    time_ = t;
  }
  if (!computable_) {
    time_ = t;
    return;
  }
  const double drift = std::abs(here - first_);
  largest_ = std::max(largest_, drift);
  size_ = std::max(size_, std::abs(here));
  if (drift == 0) return;
  const double excess = drift / (allowed(values, here) + rounding * size_);
  if (excess <= excess_) return;
  excess_ = excess;
  time_ = t;
}

double Drift::allowed(std::span<const double> values, double here) {
  moved_.assign(values.begin(), values.end());
  double sum = 0;
  for (const std::size_t i : conserved_.variables()) {
    const double w =
        tolerance_.relative * std::abs(values[i]) + tolerance_.absolute_for(nominals_[i]);
    double most = 0;
    for (const double moved : {values[i] + w, values[i] - w}) {
      moved_[i] = moved;
      const double change = std::abs(conserved_(moved_) - here);
      if (std::isfinite(change)) most = std::max(most, change);
    }
    moved_[i] = values[i];
    sum += most;
  }
  return sum;
}

double Drift::relative() const {
  const double size = first_ != 0 ? std::abs(first_) : size_;
  return size > 0 ? largest_ / size : 0.0;
}

}  // namespace bw::diagnose
