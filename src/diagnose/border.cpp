#include "diagnose/border.h"

#include <algorithm>
#include <cmath>

namespace bw::diagnose {

Border::Border(std::size_t states, double data_accuracy)
    : share_(states > 0 ? std::pow(data_accuracy, 1.0 / static_cast<double>(states)) : 0.0),
      dominated_(states) {}

std::size_t Border::count(std::span<const std::complex<double>> values,
                          double largest_singular_value) const {
  const double limit = bord(largest_singular_value);
  return static_cast<std::size_t>(std::ranges::count_if(
      values, [&](const std::complex<double>& value) { return std::abs(value) < limit; }));
}

void Border::add(double begin, double end, std::size_t modes) {
  all_ += end - begin;
  modes_ += (end - begin) * static_cast<double>(modes);
}

void Border::name(std::span<const std::complex<double>> values, double largest_singular_value,
                  std::span<const std::size_t> dominating, double duration) {
  const double limit = bord(largest_singular_value);
  std::vector<bool> counted(dominated_.size(), false);  // two modes may have the same state
  for (std::size_t k = 0; k < values.size() && k < dominating.size(); ++k) {
    if (!(std::abs(values[k]) < limit) || counted[dominating[k]]) continue;
    counted[dominating[k]] = true;
    dominated_[dominating[k]] += duration;
  }
}

double Border::share() const {
  return all_ > 0 ? modes_ / (all_ * static_cast<double>(dominated_.size())) : 0.0;
}

double Border::share_of(std::size_t state) const {
  return all_ > 0 ? std::min(1.0, dominated_[state] / all_) : 0.0;
}

std::vector<std::size_t> Border::candidates(double least) const {
  std::vector<std::size_t> states;
  for (std::size_t i = 0; i < dominated_.size(); ++i)
    if (share_of(i) >= least && dominated_[i] > 0) states.push_back(i);
  std::ranges::stable_sort(
      states, [&](std::size_t a, std::size_t b) { return dominated_[a] > dominated_[b]; });
  return states;
}

}  // namespace bw::diagnose
