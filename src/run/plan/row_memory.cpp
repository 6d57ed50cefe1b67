#include "run/plan/row_memory.h"

#include "base/process/free_memory.h"
#include "base/text.h"

namespace bw::run {
namespace {

// An estimate from one run of Lotka-Volterra, about 30 bytes, with room for more step sizes and
// the estimates beside them.
constexpr double bytes_for_a_value = 96;
constexpr double share = 0.5;  // of the free memory; the rest is for components
constexpr double always_allowed =
    2e7;  // values; less than 2 GB, of which the machine may swap some
constexpr double gigabyte = 1e9;

}  // namespace

std::string why_rows_do_not_fit(double values, const std::optional<double>& free) {
  const double needed = values * bytes_for_a_value;
  if (values <= always_allowed || (free && needed <= share * *free)) return "";
  return "about " + rough(needed / gigabyte) + " GB are needed, " +
         (free ? rough(*free / gigabyte) + " GB are free" : "how much is free is unknown");
}

std::string why_rows_do_not_fit(double values) {
  return values <= always_allowed ? "" : why_rows_do_not_fit(values, free_memory());
}

}  // namespace bw::run
