#include "study/design/distribution.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace bw::study {
namespace {

// |error| < 4.5e-4 (Abramowitz and Stegun 26.2.23), for u <= 1/2.
double rough_quantile(double u) {
  const double t = std::sqrt(-2 * std::log(u));
  return ((0.010328 * t + 0.802853) * t + 2.515517) /
             (((0.001308 * t + 0.189269) * t + 1.432788) * t + 1) -
         t;
}

double triangular_quantile(double low, double mode, double high, double u) {
  const double share = (mode - low) / (high - low);
  if (u < share) return low + std::sqrt(u * (high - low) * (mode - low));
  return high - std::sqrt((1 - u) * (high - low) * (high - mode));
}

// In the tail where the shares are small, so that nothing is lost to 1 - u.
double truncated_quantile(double low, double high, double u) {
  if (low > 0) return -truncated_quantile(-high, -low, 1 - u);
  const double below = normal_distribution(low), above = normal_distribution(high);
  return std::clamp(normal_quantile(below + u * (above - below)), low, high);
}

}  // namespace

double normal_distribution(double z) { return 0.5 * std::erfc(-z / std::numbers::sqrt2); }

// Newton's method of third order (Halley) from a rough value: two steps reach rounding.
double normal_quantile(double u) {
  if (u > 0.5) return -normal_quantile(1 - u);
  double z = rough_quantile(u);
  for (int step = 0; step < 3; ++step) {
    const double density = std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
    const double correction = (normal_distribution(z) - u) / density;
    z -= correction / (1 + z * correction / 2);
  }
  return z;
}

std::size_t Distribution::level(double u) const {
  const auto place = static_cast<std::size_t>(u * static_cast<double>(levels.size()));
  return std::min(place, levels.size() - 1);
}

double Distribution::quantile(double u) const {
  switch (kind) {
    case Kind::levels: return levels[level(u)];
    case Kind::uniform: return p[0] + u * (p[1] - p[0]);
    case Kind::log_uniform: return p[0] * std::pow(p[1] / p[0], u);
    case Kind::normal: return p[0] + p[1] * normal_quantile(u);
    case Kind::log_normal: return std::exp(p[0] + p[1] * normal_quantile(u));
    case Kind::triangular: return triangular_quantile(p[0], p[1], p[2], u);
    case Kind::truncated:
      return p[0] + p[1] * truncated_quantile((p[2] - p[0]) / p[1], (p[3] - p[0]) / p[1], u);
  }
  return p[0];
}

}  // namespace bw::study
