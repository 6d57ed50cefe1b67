#include "model/table/table_period.h"

#include "base/text.h"

namespace bw::model {

void check_period(const Timetable& table, double start, double stop, const std::string& component,
                  const std::string& what, Bells& bells) {
  const double first = table.times().front(), last = table.times().back();
  if (start >= first && stop <= last) return;
  const bool early = start < first;
  bells.ring(BellCode::input_out_of_table, early ? start : last, component,
             "component '" + component + "': " + what + " goes from t = " + brief(first) + " to " +
                 brief(last) + ", the run from " + brief(start) + " to " + brief(stop) +
                 "; outside of the table its first and last values were held.",
             early ? start : stop, early ? first : last);
}

}  // namespace bw::model
