#include "model/table/timetable.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <utility>

namespace bw::model {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double same_slope = 1e-9;  // smallest relative difference of slopes in a file that counts

double slope(const std::vector<double>& times, const std::vector<double>& values, std::size_t row) {
  return (values[row + 1] - values[row]) / (times[row + 1] - times[row]);
}

}  // namespace

Timetable::Timetable(std::vector<double> times, std::vector<Reals> reals,
                     std::vector<std::vector<Discrete>> discretes)
    : times_(std::move(times)), reals_(std::move(reals)), discretes_(std::move(discretes)) {
  bool fits = !times_.empty() && std::ranges::is_sorted(times_);
  for (const Reals& column : reals_) fits = fits && column.values.size() == times_.size();
  for (const auto& column : discretes_) fits = fits && column.size() == times_.size();
  if (!fits) throw std::logic_error("The columns of a timetable do not fit its times.");
  for (std::size_t first = 0, last = 0; first < times_.size(); first = last + 1) {
    last = first;
    while (last + 1 < times_.size() && times_[last + 1] == times_[first]) ++last;
    if (jumps_at(first, last)) jumps_.push_back(times_[first]);
    if (bends_at(first, last)) knots_.push_back(times_[first]);
  }
}

bool Timetable::jumps_at(std::size_t first, std::size_t last) const {
  const std::size_t before = first == 0 ? 0 : first - 1;
  for (const Reals& column : reals_)
    if (column.values[column.held ? before : first] != column.values[last]) return true;
  for (const auto& column : discretes_)
    if (column[before] != column[last]) return true;
  return false;
}

bool Timetable::bends_at(std::size_t first, std::size_t last) const {
  for (const Reals& column : reals_) {
    if (column.held) continue;
    const double left = first == 0 ? 0.0 : slope(times_, column.values, first - 1);
    const double right = last + 1 == times_.size() ? 0.0 : slope(times_, column.values, last);
    if (std::abs(left - right) > same_slope * (std::abs(left) + std::abs(right))) return true;
  }
  return false;
}

std::vector<double> Timetable::special_times() const {
  std::vector<double> all;
  std::set_union(jumps_.begin(), jumps_.end(), knots_.begin(), knots_.end(),
                 std::back_inserter(all));
  return all;
}

TableReader::TableReader(std::shared_ptr<const Timetable> table) : table_(std::move(table)) {}

std::size_t TableReader::Cursor::seek(const std::vector<double>& times, double t, Side side) {
  const bool up_to = side == Side::after;
  const auto passed = [&](double time) { return up_to ? time <= t : time < t; };
  const bool far_back = at > 1 && !passed(times[at - 2]);
  const bool far_on = at + 1 < times.size() && passed(times[at + 1]);
  if (far_back || far_on) {
    const auto found =
        up_to ? std::ranges::upper_bound(times, t) : std::ranges::lower_bound(times, t);
    return at = static_cast<std::size_t>(found - times.begin());
  }
  while (at > 0 && !passed(times[at - 1])) --at;
  while (at < times.size() && passed(times[at])) ++at;
  return at;
}

double TableReader::real(std::size_t column, std::size_t passed, double t) const {
  const Timetable::Reals& reals = table_->reals()[column];
  const std::vector<double>& times = table_->times();
  if (passed == 0) return reals.values.front();
  const std::size_t row = passed - 1;
  if (reals.held || passed == times.size() || t == times[row]) return reals.values[row];
  if (t == times[passed]) return reals.values[passed];
  return reals.values[row] + slope(times, reals.values, row) * (t - times[row]);
}

void TableReader::read(double t, Side side, const SignalsOut& values) {
  const std::size_t passed = row_.seek(table_->times(), t, side);
  for (std::size_t c = 0; c < values.reals.size(); ++c) values.reals[c] = real(c, passed, t);
  const std::size_t row = passed == 0 ? 0 : passed - 1;
  for (std::size_t c = 0; c < values.discretes.size(); ++c)
    if (values.discretes[c] != table_->discretes()[c][row])
      values.discretes[c] = table_->discretes()[c][row];
}

void TableReader::slopes(double from, double to, std::span<double> slopes) {
  const std::size_t begin = row_.seek(table_->times(), from, Side::after);
  for (std::size_t c = 0; c < slopes.size(); ++c) slopes[c] = real(c, begin, from);
  const std::size_t end = row_.seek(table_->times(), to, Side::before);
  for (std::size_t c = 0; c < slopes.size(); ++c)
    slopes[c] = table_->reals()[c].held
                    ? 0.0
                    : (real(c, std::max(begin, end), to) - slopes[c]) / (to - from);
}

double TableReader::next_jump(double t) {
  const std::size_t next = jump_.seek(table_->jumps(), t, Side::after);
  if (next == table_->jumps().size()) return infinity;
  return table_->jumps()[next];
}

double TableReader::next_knot(double t) {
  const std::size_t next = knot_.seek(table_->knots(), t, Side::after);
  if (next == table_->knots().size()) return infinity;
  return table_->knots()[next];
}

}  // namespace bw::model
