#include "cli/report/figures.h"

#include <cmath>

#include "base/text.h"

namespace bw::cli {

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

}  // namespace bw::cli
