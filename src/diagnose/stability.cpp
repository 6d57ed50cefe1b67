#include "diagnose/stability.h"

#include <algorithm>

namespace bw::diagnose {

double zero_of(double largest_singular_value, std::optional<double> noise) {
  constexpr double share = 1e-10;
  return std::max(share * largest_singular_value, noise.value_or(0));
}

std::size_t count_unstable(std::span<const std::complex<double>> values, double zero) {
  return static_cast<std::size_t>(std::ranges::count_if(
      values, [&](const std::complex<double>& value) { return value.real() > zero; }));
}

void Stability::add(double begin, double end, bool unstable) {
  all_ += end - begin;
  if (!unstable || !(end > begin)) return;
  unstable_ += end - begin;
  if (!periods_.empty() && periods_.back().end == begin)
    periods_.back().end = end;
  else
    periods_.push_back({begin, end});
}

}  // namespace bw::diagnose
