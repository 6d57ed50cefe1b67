#include "result/compare/align.h"

#include <algorithm>
#include <cmath>

namespace bw::result {
namespace {

using Times = std::span<const double>;

std::size_t last_of_instant(Times times, std::size_t first, double slack) {
  std::size_t last = first;
  while (last + 1 < times.size() && times[last + 1] <= times[first] + slack) ++last;
  return last;
}

// `from` only moves forward, over all calls: the first row not before t.
Side side_at(Times times, std::size_t& from, double t, double slack) {
  while (from + 1 < times.size() && times[from] < t - slack) ++from;
  if (std::abs(times[from] - t) <= slack || from == 0)
    return {.left = from, .right = last_of_instant(times, from, slack)};
  const double before = times[from - 1];
  return {.left = from - 1,
          .right = from,
          .share = (t - before) / (times[from] - before),
          .between = true};
}

std::size_t rows_within(Times times, double from, double to) {
  return static_cast<std::size_t>(std::ranges::upper_bound(times, to) -
                                  std::ranges::lower_bound(times, from));
}

bool close_everywhere(Times a, Times b, double slack) {
  return std::ranges::equal(a, b, [&](double x, double y) { return std::abs(x - y) <= slack; });
}

std::vector<Meeting> row_for_row(Times a) {
  std::vector<Meeting> meetings(a.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    meetings[i] = {.time = a[i], .a = {.left = i, .right = i}, .b = {.left = i, .right = i}};
  return meetings;
}

std::vector<Meeting> at_times_of(Times coarse, Times fine, double from, double to, double slack) {
  std::vector<Meeting> meetings;
  std::size_t j = 0;
  for (std::size_t i = 0; i < coarse.size(); ++i) {
    const std::size_t last = last_of_instant(coarse, i, slack);
    const double t = coarse[i];
    if (t >= from - slack && t <= to + slack)
      meetings.push_back(
          {.time = t, .a = {.left = i, .right = last}, .b = side_at(fine, j, t, slack)});
    i = last;
  }
  return meetings;
}

}  // namespace

Alignment align(Times a, Times b) {
  if (a.empty() || b.empty()) return {a.empty() && b.empty(), a.empty() && b.empty(), {}};
  const double slack = instant * (std::max(a.back(), b.back()) - std::min(a.front(), b.front()));
  if (close_everywhere(a, b, slack)) return {true, true, row_for_row(a)};

  Alignment result;
  result.same_range =
      std::abs(a.front() - b.front()) <= slack && std::abs(a.back() - b.back()) <= slack;
  const double from = std::max(a.front(), b.front()), to = std::min(a.back(), b.back());
  if (to < from - slack) return result;
  if (rows_within(a, from, to) <= rows_within(b, from, to)) {
    result.meetings = at_times_of(a, b, from, to, slack);
  } else {
    result.meetings = at_times_of(b, a, from, to, slack);
    for (Meeting& meeting : result.meetings) std::swap(meeting.a, meeting.b);
  }
  return result;
}

}  // namespace bw::result
