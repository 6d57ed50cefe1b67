#include "diagnose/stability.h"

#include <algorithm>

namespace bw::diagnose {

std::size_t count_unstable(std::span<const std::complex<double>> values,
                           double largest_singular_value, bool exact) {
  const double zero = (exact ? zero_of_exact : zero_of_differences) * largest_singular_value;
  return static_cast<std::size_t>(
      std::count_if(values.begin(), values.end(),
                    [&](const std::complex<double>& value) { return value.real() > zero; }));
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
