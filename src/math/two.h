#pragma once
// Two doubles at a time, one instruction on every 64-bit machine: sums over states are written once
// for both, double and Two. Each lane rounds as a double does, so that nobody sees the difference.

#include <cstring>

#include "math/finite.h"

namespace bw::math {

using Two __attribute__((vector_size(16))) = double;

template <class Value>
inline Value load(const double* from) {
  Value value;
  std::memcpy(&value, from, sizeof value);  // wherever it lies
  return value;
}

template <class Value>
inline void store(const Value& value, double* to) {
  std::memcpy(to, &value, sizeof value);
}

inline bool is_finite(const Two& x) {
  return is_finite(static_cast<double>(x[0])) & is_finite(static_cast<double>(x[1]));
}

}  // namespace bw::math
