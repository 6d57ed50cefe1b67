#pragma once
// Random numbers by their place instead of by their order: the number of a run and a dimension is
// the same whoever computes it, and when. SplitMix64 (Steele, Lea, Flood 2014) as a hash.

#include <cstdint>

namespace bw::study {

inline std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

inline std::uint64_t random_bits(std::uint64_t seed, std::uint64_t stream, std::uint64_t index) {
  return mixed(mixed(mixed(seed) ^ stream) ^ index);
}

// In (0, 1), never one of its ends.
inline double unit_number(std::uint64_t bits) {
  return (static_cast<double>(bits >> 11U) + 0.5) * 0x1p-53;
}

// A permutation of 0 ... count-1: a Feistel network over the next power of four, walked until the
// number is below the count.
class Permutation {
 public:
  Permutation(std::uint64_t seed, std::uint64_t count);
  std::uint64_t operator()(std::uint64_t index) const;

 private:
  std::uint64_t seed_, count_;
  unsigned half_bits_ = 1;
};

}  // namespace bw::study
