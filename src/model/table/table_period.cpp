#include "model/table/table_period.h"

#include "base/text.h"

namespace bw::model {

namespace {

// Part of the simulated time that a run may lie outside of a table without a word: searches for
// events look that far beyond the stop time, and times that were written in decimals are rounded.
constexpr double negligible = 1e-6;

}  // namespace

void check_period(const Timetable& table, double start, double stop, const std::string& component,
                  const std::string& what, Bells& bells) {
  const double first = table.times().front(), last = table.times().back();
  const double beyond = negligible * (stop - start);
  if (start >= first - beyond && stop <= last + beyond) return;
  const bool early = start < first - beyond;
  bells.ring(BellCode::input_out_of_table, early ? start : last, component,
             "component '" + component + "': " + what + " goes from t = " + brief(first) + " to " +
                 brief(last) + ", the run from " + brief(start) + " to " + brief(stop) +
                 "; outside of the table its first and last values were held.",
             early ? start : stop, early ? first : last);
}

}  // namespace bw::model
