#include "run/execute/event_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bw::run {

void EventRowReader::at_event(double t, Limit limit) {
  if (limit == Limit::left && !reads_both_sides_) return;
  const std::size_t reals = rows.reals.size(), discretes = rows.discretes.size();
  rows.reals.resize(reals + columns_.reals());
  rows.discretes.resize(discretes + columns_.discretes());
  columns_.read(*model, std::span(rows.reals).subspan(reals),
                std::span(rows.discretes).subspan(discretes));
  rows.times.push_back(t);
}

void add_event_rows(const EventRows& coarse, const EventRows& fine, const ode::Wanted& wanted,
                    ode::Difference& difference) {
  const std::size_t columns = wanted.absolute.size();
  const std::size_t rows = std::min(coarse.times.size(), fine.times.size());
  for (std::size_t at = 0; at < rows * columns; ++at) {
    const std::size_t column = at % columns;
    const double error = std::abs(coarse.reals[at] - fine.reals[at]);
    const double weight = wanted.relative * std::abs(fine.reals[at]) + wanted.absolute[column];
    const double d = !std::isfinite(error) ? std::numeric_limits<double>::infinity()
                     : error == 0          ? 0
                                           : error / weight;
    difference.per_column[column] = std::max(difference.per_column[column], d);
    if (d <= difference.largest) continue;
    const auto row = std::ranges::lower_bound(wanted.times, fine.times[at / columns]);
    difference.largest = d;
    difference.column = column;
    difference.row =
        std::min(static_cast<std::size_t>(row - wanted.times.begin()), wanted.times.size() - 1);
  }
}

RowTable merged(const RowTable& rows, const EventRows& coarse, const EventRows& fine,
                std::size_t reals, std::size_t discretes) {
  RowTable all;
  const auto append = [](auto& to, const auto& from, std::size_t row, std::size_t width) {
    const auto first = from.begin() + static_cast<std::ptrdiff_t>(row * width);
    to.insert(to.end(), first, first + static_cast<std::ptrdiff_t>(width));
  };
  std::size_t e = 0;
  for (std::size_t m = 0; m < rows.times.size(); ++m) {
    for (; m > 0 && e < fine.times.size() && fine.times[e] <= rows.times[m]; ++e) {
      const bool is_behind = e > 0 && fine.times[e] == fine.times[e - 1];
      if (is_behind && fine.times[e] == rows.times[m]) continue;
      all.times.push_back(fine.times[e]);
      append(all.values, fine.reals, e, reals);
      append(all.discretes, fine.discretes, e, discretes);
      if (rows.errors.empty()) continue;
      for (std::size_t at = e * reals; at < (e + 1) * reals; ++at)
        all.errors.push_back(at < coarse.reals.size() ? std::abs(coarse.reals[at] - fine.reals[at])
                                                      : std::nan(""));
    }
    all.times.push_back(rows.times[m]);
    append(all.values, rows.values, m, reals);
    append(all.discretes, rows.discretes, m, discretes);
    if (!rows.errors.empty()) append(all.errors, rows.errors, m, reals);
  }
  return all;
}

}  // namespace bw::run
