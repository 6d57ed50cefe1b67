#pragma once
// Sobol indices of a sensitivity design (Saltelli et al. 2010, Jansen 1999): of samples f_A, f_B
// and f_i, which is A with parameter i of B,
//
//   first order  S_i = mean(f_B (f_i - f_A)) / V        the share of V that i explains alone
//   total        T_i = mean((f_A - f_i)^2) / (2 V)      with all its interactions
//
// The intervals are those of 95 % of bootstrap samples; Sobol points lie closer than they say.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace bw::study {

struct Interval {
  double value = 0, low = 0, high = 0;
};

struct Indices {
  std::vector<Interval> first, total;  // per parameter
  std::size_t samples = 0;             // without those in which a run has no result
};

// `values`: in the order of runs, d + 2 per sample; nan: none.
Indices sobol_indices(const std::vector<double>& values, std::size_t parameters,
                      std::uint64_t seed);

}  // namespace bw::study
