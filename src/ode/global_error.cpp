#include "ode/global_error.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bw::ode {
namespace {

constexpr double most_rounding = 5;        // factor: a tighter tolerance is of no use
constexpr double first_share = 0.3;        // of the tolerance, for the first coarse integration
constexpr double between_tolerances = 10;  // ratio of their tolerances
constexpr double least_between = 1.01;     // likewise: less shows nothing
constexpr double share_wanted = 0.4;       // of the tolerance: error of the next coarse one
constexpr int high_order = 8;
constexpr double far_off = 100;      // assumed error where its size is unknown
constexpr double end_share = 1e-12;  // of the stop time: at it, up to rounding
constexpr double event_safety = 2, resolution = 8 * std::numeric_limits<double>::epsilon();

// Only one of the two integrations may have met an event at the stop time itself.
bool is_all_at_stop(const Solution& solution, std::size_t from, double stop) {
  return from >= solution.events.size() ||
         solution.events[from].time >= stop - end_share * std::max(std::abs(stop), 1.0);
}

std::optional<std::size_t> first_other_event(const Solution& a, const Solution& b, double stop) {
  const std::size_t common = std::min(a.events.size(), b.events.size());
  for (std::size_t e = 0; e < common; ++e)
    if (!is_same_event(a.events[e], b.events[e])) return e;
  if (is_all_at_stop(a, common, stop) && is_all_at_stop(b, common, stop)) return {};
  return common;
}

enum class Near : char { nothing, event, jump };  // of states

// For each row, what lies within the uncertainty of its time.
std::vector<Near> rows_at_events(const Solution& coarse, const Solution& fine,
                                 const Wanted& wanted) {
  std::vector<Near> at(wanted.times.size(), Near::nothing);
  const std::size_t common = std::min(coarse.events.size(), fine.events.size());
  if (coarse.events.size() != fine.events.size()) at.back() = Near::event;
  for (std::size_t e = 0; e < common; ++e) {
    const double a = coarse.events[e].time, b = fine.events[e].time;
    const double margin = (event_safety - 1) * std::abs(a - b) + resolution * std::abs(b);
    const bool is_state_event = fine.events[e].kind == model::EventMark::Kind::state;
    auto row = std::ranges::lower_bound(wanted.times, std::min(a, b) - margin);
    for (; row != wanted.times.end() && *row <= std::max(a, b) + margin; ++row) {
      // At the stop time nothing follows that shows whether outputs jump.
      const bool jumps =
          is_state_event && (fine.events[e].moved_states || row + 1 == wanted.times.end());
      if (Near& what = at[static_cast<std::size_t>(row - wanted.times.begin())]; what != Near::jump)
        what = jumps ? Near::jump : Near::event;
    }
  }
  if (wanted.ends_at_event) at.back() = Near::nothing;
  return at;
}

bool same_discretes(const Solution& a, const Solution& b, std::size_t row, std::size_t rows) {
  const std::size_t columns = a.discretes.size() / rows;
  const auto first = static_cast<std::ptrdiff_t>(row * columns);
  return std::equal(a.discretes.begin() + first,
                    a.discretes.begin() + first + static_cast<std::ptrdiff_t>(columns),
                    b.discretes.begin() + first);
}

// Errors are proportional to tolerances, about: of nearly equal ones the errors are nearly equal,
// too, and their difference is a part of that of the finer one.
double closeness_factor(const Solution& coarse, const Solution& fine) {
  const double ratio = coarse.relative / fine.relative;
  return ratio > 1 && ratio < 2 ? 1 / (ratio - 1) : 1;
}

double distance(const Solution& coarse, const Solution& fine, std::size_t at, std::size_t column,
                const Wanted& wanted) {
  const double d = std::abs(coarse.reals[at] - fine.reals[at]);
  const double w = wanted.relative * std::abs(fine.reals[at]) + wanted.absolute[column];
  if (!std::isfinite(d)) return std::numeric_limits<double>::infinity();
  return d == 0 ? 0 : fine.rounding_factor * closeness_factor(coarse, fine) * d / w;
}

// Keeps `kept` rows and the last one; rows are repeated until there are `wanted` before the last.
template <class Value>
void shorten(std::vector<Value>& values, std::size_t width, std::size_t kept, std::size_t wanted) {
  if (width == 0) return;
  const std::vector<Value> end(values.end() - static_cast<std::ptrdiff_t>(width), values.end());
  values.resize(kept * width);
  const std::vector<Value> last(values.end() - static_cast<std::ptrdiff_t>(width), values.end());
  for (; kept < wanted; ++kept) values.insert(values.end(), last.begin(), last.end());
  values.insert(values.end(), end.begin(), end.end());
}

}  // namespace

bool is_same_event(const model::EventMark& a, const model::EventMark& b) {
  return a.kind == b.kind && a.indicator == b.indicator && a.rises == b.rises;
}

Wanted wanted_until(const EarlyRows& early, const Wanted& full, Solution& coarse, Solution& fine) {
  Wanted wanted = full;
  // The row at the end must be one of every stride-th.
  const std::size_t before = (early.common + full.stride - 1) / full.stride * full.stride;
  wanted.times.resize(early.common);
  wanted.times.resize(before, wanted.times.back());
  wanted.times.push_back(early.time);
  wanted.ends_at_event = true;
  for (Solution* solution : {&coarse, &fine}) {
    shorten(solution->reals, full.absolute.size(), early.common, before);
    shorten(solution->discretes, early.discretes, early.common, before);
  }
  return wanted;
}

namespace {

void add_rows(const Solution& coarse, const Solution& fine, const Wanted& wanted,
              const std::vector<Near>& near, Difference& result) {
  const std::size_t rows = wanted.times.size(), columns = wanted.absolute.size();
  for (std::size_t row = 0; row < rows; ++row) {
    const bool at_event = near[row] != Near::nothing;
    if (row % wanted.stride != 0 && at_event) continue;
    // Both integrations may be on the wrong side of a discontinuity.
    bool unclear = near[row] == Near::jump || !same_discretes(coarse, fine, row, rows);
    for (std::size_t column = 0; column < columns; ++column) {
      const double d = distance(coarse, fine, row * columns + column, column, wanted);
      if (at_event && !(d <= 1.0)) {
        unclear = true;
        continue;
      }
      if (d > result.per_column[column]) result.per_column[column] = d;
      if (!(d <= result.largest)) {
        result.largest = d;
        result.row = row;
        result.column = column;
      }
    }
    if (unclear && !result.unclear_row) result.unclear_row = row;
  }
}

}  // namespace

Difference compare_rows(const Solution& coarse, const Solution& fine, const Wanted& wanted) {
  Difference result;
  result.per_column.assign(wanted.absolute.size(), 0.0);
  add_rows(coarse, fine, wanted, std::vector<Near>(wanted.times.size(), Near::nothing), result);
  return result;
}

Difference compare(const Solution& coarse, const Solution& fine, const Wanted& wanted) {
  Difference result;
  const std::size_t rows = wanted.times.size(), columns = wanted.absolute.size();
  result.per_column.assign(columns, 0.0);
  result.other_event = first_other_event(coarse, fine, wanted.times.back());
  if (result.other_event) return result;
  if (coarse.events.size() != fine.events.size()) result.unclear_row = rows - 1;
  for (std::size_t e = 0; e < std::min(coarse.events.size(), fine.events.size()); ++e)
    result.event_errors.push_back(std::abs(coarse.events[e].time - fine.events[e].time) +
                                  resolution * std::abs(fine.events[e].time));
  add_rows(coarse, fine, wanted, rows_at_events(coarse, fine, wanted), result);
  return result;
}

std::optional<double> undecided_event(const Solution& coarse, const Difference& difference,
                                      double relative) {
  constexpr double of_a_pass = 3;  // the error of a state, in tolerances of its integration
  constexpr double safety = 2;
  if (!coarse.near_event) return {};
  const double measured = safety * difference.largest * relative / coarse.relative;
  if (coarse.near_event->distance > std::max(of_a_pass, measured)) return {};
  return coarse.near_event->time;
}

std::vector<double> error_of_rows(const Solution& coarse, const Solution& fine,
                                  const Wanted& wanted) {
  const std::size_t rows = wanted.times.size(), columns = wanted.absolute.size();
  std::vector<double> errors(fine.reals.size(), 0.0);
  const double factor = fine.rounding_factor * closeness_factor(coarse, fine);
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0; column < columns; ++column)
      for (std::size_t near = row > 0 ? row - 1 : 0; near <= std::min(row + 1, rows - 1); ++near) {
        const std::size_t at = near * columns + column;
        double& error = errors[row * columns + column];
        error = std::max(error, factor * std::abs(coarse.reals[at] - fine.reals[at]));
      }
  return errors;
}

Wanted wanted_at(const std::vector<double>& rows, bool is_multistep) {
  constexpr std::size_t few = 100;
  std::vector<double> shares = {0.92, 0.97, 0.99};
  Wanted wanted;
  wanted.times = rows;
  if (rows.size() > few) return wanted;
  const std::size_t more = is_multistep ? few / rows.size() : 0;
  for (std::size_t k = 1; k <= more; ++k)
    shares.push_back(shares.front() * static_cast<double>(k) / static_cast<double>(more + 1));
  std::ranges::sort(shares);
  wanted.stride = shares.size() + 1;
  wanted.times.resize(1);
  for (std::size_t k = 1; k < rows.size(); ++k) {
    for (const double share : shares)
      wanted.times.push_back(rows[k - 1] + share * (rows[k] - rows[k - 1]));
    wanted.times.push_back(rows[k]);
  }
  return wanted;
}

TolerancePair first_tolerances(double relative) {
  const double coarse = std::max(first_share * relative, between_tolerances * least_relative);
  return {coarse, coarse / between_tolerances};
}

double accuracy_of(const TolerancePair& pair, double relative) {
  return pair.coarse == first_tolerances(relative).coarse ? relative : pair.coarse / first_share;
}

double finer_tolerance(const TolerancePair& pair, long coarse_steps, int order) {
  constexpr long few = 100;
  constexpr double further = 10;
  if (order < high_order || coarse_steps >= few) return pair.fine;
  return std::max(pair.fine / further, least_relative);
}

bool is_led_by_events(std::size_t events, long steps, int order) {
  constexpr std::size_t many = 100;
  constexpr long steps_of_an_event = 3, others = 10;
  return order >= high_order && events >= many &&
         steps <= steps_of_an_event * static_cast<long>(events) + others;
}

std::optional<TolerancePair> next_tolerances(const Solution& coarse, const Solution& fine,
                                             const Difference& difference, bool undecided) {
  if (fine.relative <= least_relative || fine.rounding_factor >= most_rounding) return {};
  const bool only_size = !difference.other_event && !difference.unclear_row && !undecided &&
                         std::isfinite(difference.largest);
  const double factor = only_size ? difference.largest / share_wanted : far_off;
  TolerancePair next{coarse.relative / std::max(factor, between_tolerances), 0};
  // Reuse the fine integration where it is nearly good enough.
  if (next.coarse * 3 >= fine.relative) next.coarse = fine.relative;
  next.coarse = std::max(next.coarse, std::min(fine.relative, between_tolerances * least_relative));
  next.fine = std::max(next.coarse / between_tolerances, least_relative);
  if (next.coarse < least_between * next.fine) return {};
  return next;
}

}  // namespace bw::ode
