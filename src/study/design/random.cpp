#include "study/design/random.h"

namespace bw::study {

Permutation::Permutation(std::uint64_t seed, std::uint64_t count) : seed_(seed), count_(count) {
  while (half_bits_ < 31 && (std::uint64_t{1} << (2 * half_bits_)) < count) ++half_bits_;
}

std::uint64_t Permutation::operator()(std::uint64_t index) const {
  constexpr unsigned rounds = 6;
  const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
  do {
    std::uint64_t left = index >> half_bits_, right = index & mask;
    for (unsigned round = 0; round < rounds; ++round) {
      const std::uint64_t swapped = left ^ (random_bits(seed_, round, right) & mask);
      left = right;
      right = swapped;
    }
    index = (left << half_bits_) | right;
  } while (index >= count_);
  return index;
}

}  // namespace bw::study
