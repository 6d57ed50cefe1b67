#include "run/publish/variation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "base/text.h"

namespace bw::run {
namespace {

using Kind = Variation::Kind;
using Runs = std::span<const std::span<const double>>;

constexpr std::size_t divisor_count = std::size(step_divisors);
constexpr double law_deviation = 0.1;
// Changes of this size in tolerances need not converge: an adaptive solver inside the FMU is
// restarted at other times.
constexpr double negligible = 0.05;
constexpr double least_evidence = 1e-3;  // of a tolerance: a smaller change says nothing about it
constexpr double least_gain = 0.5;       // the second change of a tolerance over the first
constexpr double rounding = 1e-12;       // of the largest value of a column, after many steps

// One column in all runs.
class ColumnRuns {
 public:
  ColumnRuns(Runs runs, const RowWeights& weights, std::size_t column)
      : runs_(runs), columns_(weights.absolute.size()), column_(column) {
    const std::span<const double> last = runs.back();
    for (std::size_t at = column; at < last.size(); at += columns_)
      largest_ = std::max(largest_, std::abs(last[at]));
    relative_ = weights.relative;
    absolute_ = weights.absolute[column];
  }

  double from_last(std::size_t run, std::size_t row) const {
    const std::size_t at = row * columns_ + column_;
    const double difference = runs_[run][at] - runs_.back()[at];
    return std::abs(difference) <= rounding * largest_ ? 0 : difference;
  }
  double weighed(std::size_t run, std::size_t row) const {
    const double size = std::abs(runs_.back()[row * columns_ + column_]);
    const double difference = std::abs(from_last(run, row));
    return difference == 0 ? 0 : difference / (relative_ * size + absolute_);
  }
  std::size_t rows() const { return runs_.back().size() / columns_; }
  // The row with the largest weighed difference from the last run.
  std::size_t worst_row(std::size_t run) const {
    std::size_t worst = 0;
    for (std::size_t row = 1; row < rows(); ++row)
      if (weighed(run, row) > weighed(run, worst)) worst = row;
    return worst;
  }
  double largest(std::size_t run) const { return weighed(run, worst_row(run)); }

 private:
  Runs runs_;
  std::size_t columns_, column_;
  double largest_ = 0, relative_ = 0, absolute_ = 0;
};

double power(int divisor, double order) { return std::pow(divisor, -order); }

// How far the column is from the law of this order, at this row.
double deviation(const ColumnRuns& column, std::size_t row, double order) {
  const double last = power(step_divisors[divisor_count - 1], order);
  const double whole = column.from_last(0, row);
  double worst = 0;
  for (std::size_t run = 1; run + 1 < divisor_count; ++run) {
    const double law = (power(step_divisors[run], order) - last) / (1 - last);
    worst = std::max(worst, std::abs(column.from_last(run, row) / whole - law));
  }
  return worst;
}

Variation vary_column(const ColumnRuns& column) {
  std::array<double, divisor_count> largest{};
  for (std::size_t run = 0; run + 1 < divisor_count; ++run) largest[run] = column.largest(run);
  Variation found;
  found.row = column.worst_row(0);
  found.change = *std::ranges::max_element(largest);
  if (found.change == 0) return found;
  double nearest = 2 * law_deviation;
  for (const double order : {1.0, 2.0, 3.0, 4.0})
    if (const double far = largest[0] > 0 ? deviation(column, found.row, order) : nearest;
        far < nearest)
      nearest = far, found.order = order;
  const bool falls = std::ranges::is_sorted(largest, std::greater<>());
  if (nearest > law_deviation || !falls) {
    found.order = 0;
    found.remaining = found.change;
    if (found.change > negligible) found.kind = Kind::irregular;
    return found;
  }
  const double last = power(step_divisors[divisor_count - 1], found.order);
  const double before = power(step_divisors[divisor_count - 2], found.order);
  found.kind = Kind::converges;
  found.remaining = std::max(largest[0] * last / (1 - last),
                             largest[divisor_count - 2] * std::max(1.0, last / (before - last)));
  return found;
}

Variation vary_tolerance(const ColumnRuns& column) {
  Variation found;
  const double first = column.largest(0), second = column.largest(1);
  found.row = column.worst_row(1);
  found.change = std::max(first, second);
  found.remaining = second;
  if (second > least_gain * first && second > negligible)
    found.kind = Kind::irregular;
  else if (first > least_evidence && second <= least_gain * first)
    found.kind = Kind::converges;
  return found;
}

// Of all columns: one that is irregular decides, else one that converges.
template <class Vary>
Variation vary_all(Runs runs, const RowWeights& weights, Vary vary) {
  Variation all;
  for (std::size_t column = 0; column < weights.absolute.size(); ++column) {
    Variation one = vary(ColumnRuns(runs, weights, column));
    one.column = column;
    const Kind kind = std::max(all.kind, one.kind);
    const bool decides =
        one.kind > all.kind || (one.kind == all.kind && one.remaining > all.remaining);
    const double change = std::max(all.change, one.change);
    const double remaining = std::max(all.remaining, one.remaining);
    if (decides) all = one;
    all.kind = kind;
    all.change = change;
    all.remaining = remaining;
  }
  return all;
}

}  // namespace

Variation vary_steps(Runs runs, const RowWeights& weights) {
  return vary_all(runs, weights, vary_column);
}

Variation vary_tolerances(Runs runs, const RowWeights& weights) {
  return vary_all(runs, weights, vary_tolerance);
}

Variation difference(std::span<const double> one, std::span<const double> other,
                     const RowWeights& weights) {
  const std::array<std::span<const double>, 2> runs{one, other};
  return vary_all(runs, weights, [](const ColumnRuns& column) {
    Variation found;
    found.row = column.worst_row(0);
    found.change = found.remaining = column.largest(0);
    return found;
  });
}

std::string tolerances_text(double tolerances) {
  return rough(tolerances) + (tolerances == 1 ? " tolerance" : " tolerances");
}

std::optional<std::size_t> first_other_row(std::span<const Discrete> one,
                                           std::span<const Discrete> other, std::size_t columns) {
  for (std::size_t at = 0; at < std::min(one.size(), other.size()); ++at)
    if (one[at] != other[at]) return at / columns;
  return {};
}

}  // namespace bw::run
