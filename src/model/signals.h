#pragma once
// What connections carry, in two lanes: reals, which are smooth and have an error, and discrete
// values, which are equal or not. Flat arrays: one step of a large system reads memory once.

#include <algorithm>
#include <span>
#include <vector>

#include "base/value.h"

namespace bw::model {

struct SignalsIn {
  std::span<const double> reals;
  std::span<const Discrete> discretes;
};

struct SignalsOut {
  std::span<double> reals;
  std::span<Discrete> discretes;
};

struct Signals {
  std::vector<double> reals;
  std::vector<Discrete> discretes;

  // Every accepted step exchanges old and new values: pointers, not the three moves of std::swap.
  friend void swap(Signals& a, Signals& b) noexcept {
    a.reals.swap(b.reals);
    if (!a.discretes.empty() || !b.discretes.empty()) a.discretes.swap(b.discretes);
  }
};

// The values of `from`, where both have the same shape: unlike assignment this checks no sizes.
inline void copy(const Signals& from, Signals& to) {
  std::copy(from.reals.begin(), from.reals.end(), to.reals.begin());
  if (!from.discretes.empty())
    std::copy(from.discretes.begin(), from.discretes.end(), to.discretes.begin());
}

}  // namespace bw::model
