#include "study/statistics/indices.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>

#include "study/design/random.h"

namespace bw::study {
namespace {

// Sums over samples, from which both indices follow.
struct Sums {
  double both = 0, squares = 0;      // of f_A and f_B
  std::vector<double> first, total;  // per parameter
};

class Estimator {
 public:
  Estimator(const std::vector<double>& values, std::size_t d) : d_(d) {
    for (std::size_t at = 0; at + d + 2 <= values.size(); at += d + 2) {
      const auto begin = values.begin() + static_cast<std::ptrdiff_t>(at);
      const auto end = begin + static_cast<std::ptrdiff_t>(d + 2);
      if (std::any_of(begin, end, [](double v) { return !std::isfinite(v); })) continue;
      rows_.insert(rows_.end(), begin, end);
    }
    varies_ = std::ranges::adjacent_find(rows_, std::not_equal_to{}) != rows_.end();
    double sum = 0;
    for (std::size_t k = 0; k < samples(); ++k) sum += row(k)[0] + row(k)[1];
    const double mean = samples() > 0 ? sum / (2.0 * static_cast<double>(samples())) : 0;
    for (double& value : rows_) value -= mean;  // the estimates then vary less
  }

  // What is left of equal values by rounding would have indices of its own.
  bool varies() const { return varies_; }
  std::size_t samples() const { return rows_.size() / (d_ + 2); }

  void add(std::size_t sample, Sums& sums) const {
    const auto f = row(sample);
    sums.both += f[0] + f[1];
    sums.squares += f[0] * f[0] + f[1] * f[1];
    for (std::size_t i = 0; i < d_; ++i) {
      sums.first[i] += f[1] * (f[i + 2] - f[0]);
      sums.total[i] += (f[0] - f[i + 2]) * (f[0] - f[i + 2]);
    }
  }

  Sums empty() const { return {0, 0, std::vector<double>(d_, 0), std::vector<double>(d_, 0)}; }

  double variance(const Sums& sums) const {
    const double n = 2.0 * static_cast<double>(samples());
    return sums.squares / n - (sums.both / n) * (sums.both / n);
  }
  double first(const Sums& sums, std::size_t i) const {
    return sums.first[i] / static_cast<double>(samples()) / variance(sums);
  }
  double total(const Sums& sums, std::size_t i) const {
    return sums.total[i] / static_cast<double>(samples()) / (2 * variance(sums));
  }

 private:
  std::span<const double> row(std::size_t k) const {
    return std::span(rows_).subspan(k * (d_ + 2), d_ + 2);
  }
  std::size_t d_;
  bool varies_ = false;
  std::vector<double> rows_;
};

// Draws of samples that are all the same have no variance, and no index.
Interval with_interval(double value, std::vector<double>& drawn) {
  std::erase_if(drawn, [](double index) { return !std::isfinite(index); });
  if (drawn.empty()) return {value, NAN, NAN};
  std::ranges::sort(drawn);
  constexpr double tail = 0.025;
  const double last = static_cast<double>(drawn.size() - 1);
  const auto at = [&](double share) {
    return drawn[static_cast<std::size_t>(std::lround(share * last))];
  };
  return {value, at(tail), at(1 - tail)};
}

std::size_t draws_for(std::size_t work) {
  constexpr double most_work = 1e8;
  constexpr std::size_t fewest = 50, most = 1000;
  const double possible = most_work / static_cast<double>(std::max<std::size_t>(work, 1));
  return std::clamp(static_cast<std::size_t>(possible), fewest, most);
}

}  // namespace

Indices sobol_indices(const std::vector<double>& values, std::size_t d, std::uint64_t seed) {
  const Estimator estimator(values, d);
  Indices made;
  made.samples = estimator.samples();
  if (made.samples < 2) return made;
  if (!estimator.varies()) {
    made.first = made.total = std::vector<Interval>(d, {NAN, NAN, NAN});
    return made;
  }
  Sums all = estimator.empty();
  for (std::size_t k = 0; k < made.samples; ++k) estimator.add(k, all);
  const std::size_t draws = draws_for(made.samples * (d + 2));
  std::vector<std::vector<double>> first(d), total(d);
  for (std::size_t draw = 0; draw < draws; ++draw) {
    Sums sums = estimator.empty();
    for (std::size_t k = 0; k < made.samples; ++k)
      estimator.add(random_bits(seed, draw + 1, k) % made.samples, sums);
    for (std::size_t i = 0; i < d; ++i) {
      first[i].push_back(estimator.first(sums, i));
      total[i].push_back(estimator.total(sums, i));
    }
  }
  for (std::size_t i = 0; i < d; ++i) {
    made.first.push_back(with_interval(estimator.first(all, i), first[i]));
    made.total.push_back(with_interval(estimator.total(all, i), total[i]));
  }
  return made;
}

}  // namespace bw::study
