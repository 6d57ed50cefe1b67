#include "cli/report/figures.h"

#include <cmath>

#include "base/text.h"

namespace bw::cli {
namespace {

constexpr double least_percent = 0.01;

}  // namespace

std::string duration(double seconds) {
  constexpr double minute = 60, hour = 3600;
  if (seconds < 1e-3) return brief(std::round(seconds * 1e6)) + " µs";
  if (seconds < 10e-3) return brief(seconds * 1e3, 2) + " ms";
  if (seconds < 1) return brief(std::round(seconds * 1e3)) + " ms";
  if (seconds < 10 * minute) return brief(seconds, 3) + " s";
  if (seconds < 10 * hour) return brief(std::round(seconds / minute)) + " min";
  return brief(seconds / hour, 3) + " h";
}

std::string count_of(long count, const std::string& one, const std::string& many) {
  return counted(count) + " " + (count == 1 ? one : many);
}

std::string time_in_rows(const result::RunResult& result, double seconds) {
  const std::string unit = result.time_unit.empty() ? "" : " " + result.time_unit;
  return brief(seconds / result.seconds_in_unit) + unit;
}

std::string estimate_words(double estimate, double tolerance) {
  const std::string of = " of the tolerance " + tolerance_figure(tolerance);
  if (100 * estimate < least_percent) return "less than 0.01 %" + of;
  if (estimate <= 1) return brief(100 * estimate, 2) + " %" + of;
  return "error ≈ " + rough(estimate) + " × the tolerance " + tolerance_figure(tolerance);
}

}  // namespace bw::cli
