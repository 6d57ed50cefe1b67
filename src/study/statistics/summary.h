#pragma once
// What a study says: how its runs ended, and each result over the accepted runs, with the error of
// sampling and the numerical error side by side.

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "study/design/study.h"
#include "study/statistics/collection.h"
#include "study/statistics/indices.h"
#include "study/work/record.h"

namespace bw::study {

struct ResultSummary {
  std::string name{};
  std::uint64_t count = 0;    // accepted runs in which it occurs, with a finite value
  std::uint64_t missing = 0;  // accepted runs in which it does not
  double mean = 0, deviation = 0, least = 0, most = 0;
  double low = 0, median = 0, high = 0;  // quantiles 5 %, 50 %, 95 %
  std::uint64_t least_run = 0, most_run = 0;
  // Of the mean. Sampling: one standard deviation, nan where runs are no sample. Numerical: the
  // mean of the runs' errors, as if all had the same sign; nan: of some run it is unknown.
  double sampling_error = 0, numerical_error = 0;
  double spacing_error = 0;  // the part of the numerical one that comes from the distance of rows
  std::uint64_t without_estimate = 0;
  Indices indices{};  // empty: the design has none
};

struct CodeSummary {
  std::uint64_t count = 0, first_run = 0;
  std::string message{};
};

struct Summary {
  std::uint64_t runs = 0, recorded = 0, twice = 0, different = 0, torn = 0;
  std::array<std::uint64_t, ending_count> endings{};
  std::array<std::uint64_t, scope_count> scopes{};  // of trusted and doubtful runs
  std::vector<ResultSummary> results{};
  std::map<std::string, CodeSummary> codes{};
  std::optional<std::uint64_t> worst_run{};  // with the largest estimate of the error
  double worst_estimate = 0;                 // in tolerances
  double tolerance = 0;
  double cost = 0, seconds = 0;  // of all runs; of the clocks of all workers
  double cost_exponent = 0;      // median of the runs; nan: unknown

  std::uint64_t accepted() const { return endings[0] + endings[1] + endings[2]; }
};

Summary summarise(const Study& study, const Collection& collection);

// What stands behind the verdicts where the estimates do not cover the whole error: "coupling error
// only", as a single run says it. Empty: they do.
std::string limits_of(const Summary& summary);

// Whether more runs or another tolerance would help: a sentence, and what to write; none: nothing
// can be said.
struct Advice {
  enum class Kind { tolerance_looser, tolerance_tighter, interval_shorter, balanced };
  Kind kind = Kind::balanced;
  std::string result{};  // that decides
  double sampling = 0, numerical = 0;
  double tolerance = 0;  // proposed
  double faster = 0;     // factor in cost; nan: unknown
};
std::optional<Advice> advise(const Summary& summary);

}  // namespace bw::study
