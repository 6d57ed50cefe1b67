#include "ode/methods/modes_cache.h"

#include <algorithm>
#include <utility>

#include "math/pattern.h"
#include "ode/methods/linearity.h"

namespace bw::ode {
namespace {

constexpr std::size_t most_kept = 8;
constexpr std::size_t most_numbers = 20'000'000;  // of all of them

std::vector<double> dense_matrix(const Jacobian& jacobian, std::size_t n) {
  const std::span<const double> values = jacobian.values();
  if (jacobian.pattern() == nullptr) return {values.begin(), values.end()};
  const math::Pattern& pattern = *jacobian.pattern();
  std::vector<double> dense(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = pattern.begins[i]; k < pattern.begins[i + 1]; ++k)
      dense[i * n + pattern.columns[k]] = values[k];
  return dense;
}

}  // namespace

std::shared_ptr<const math::Modes> ModesCache::find(const Jacobian& jacobian,
                                                    std::span<const double> terms,
                                                    std::span<const double> increments) {
  const std::span<const double> values = jacobian.values();
  const auto known = std::ranges::find_if(kept_, [&](const Kept& kept) {
    return are_same_jacobian(values, kept.jacobian, jacobian.pattern(), terms, increments);
  });
  if (known != kept_.end()) {
    std::rotate(kept_.begin(), known, known + 1);
    return kept_.front().modes;
  }
  ++decompositions_;
  auto modes = math::Modes::of(dense_matrix(jacobian, terms.size()), terms.size(), use_);
  if (modes != nullptr) keep({{values.begin(), values.end()}, modes});
  return modes;
}

void ModesCache::keep(Kept kept) {
  kept_.insert(kept_.begin(), std::move(kept));
  std::size_t count = 1, numbers = kept_.front().modes->numbers();
  for (; count < std::min(kept_.size(), most_kept); ++count) {
    numbers += kept_[count].modes->numbers();
    if (numbers > most_numbers) break;
  }
  kept_.resize(count);
}

}  // namespace bw::ode
