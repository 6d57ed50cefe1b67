#pragma once
// Two doubles at a time, one instruction on every 64-bit machine: sums over states are written once
// for both, double and Two. Each lane rounds as a double does, so results are identical.

#include <cstdint>
#include <cstring>
#include <span>

namespace bw::math {

using Two __attribute__((vector_size(16))) = double;
using TwoBits __attribute__((vector_size(16))) = std::uint64_t;

// Up to here one at a time is faster: a pair of freshly written doubles stalls (store forwarding)
// when it is read as one.
constexpr std::size_t few = 4;

inline TwoBits bits_of(const Two& x) { return reinterpret_cast<TwoBits>(x); }

template <class Value>
inline Value load(const double* from) {
  Value value;
  std::memcpy(&value, from, sizeof value);  // need not be aligned
  return value;
}

template <class Value>
inline void store(const Value& value, double* to) {
  std::memcpy(to, &value, sizeof value);
}

// For freshly written numbers: a few of them one by one, for the reason above.
inline void copy_fresh(std::span<const double> from, double* to) {
  if (from.size() > few)
    std::memcpy(to, from.data(), from.size_bytes());
  else
    for (std::size_t n = 0; n < from.size(); ++n) to[n] = from[n];
}

}  // namespace bw::math
