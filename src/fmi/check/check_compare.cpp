// Comparison of rows and messages for the experiments of fmi/check/check_experiments.h.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/bell.h"
#include "base/text.h"
#include "fmi/check/check_drive.h"
#include "fmi/check/check_experiments.h"
#include "fmi/description/description.h"
#include "fmi/description/rules.h"

namespace bw::fmi {
namespace {

constexpr int most_strange = 5;

bool are_equal(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

struct Worst {
  double difference = 0;
  std::size_t column = 0, row = 0;
};

// In units of each column's largest value.
Worst worst_difference(const std::vector<Row>& expected, const std::vector<Row>& rows) {
  Worst worst;
  const std::size_t count = std::min(rows.size(), expected.size());
  for (std::size_t c = 0; count > 0 && c < expected[0].size(); ++c) {
    double largest = 0;
    for (const Row& row : expected)
      if (std::isfinite(row[c])) largest = std::max(largest, std::abs(row[c]));
    for (std::size_t r = 0; r < count; ++r) {
      if (are_equal(expected[r][c], rows[r][c])) continue;
      const double difference =
          std::abs(expected[r][c] - rows[r][c]) / (largest > 0 ? largest : 1.0);
      if (!(difference <= worst.difference)) worst = {difference, c, r};
    }
  }
  return worst;
}

}  // namespace

void Experiments::report_difference(Rule rule, const Rows& expected, const Rows& rows, int from,
                                    double tolerance, const std::string& when) const {
  // What the time limit cut is compared as far as it goes.
  if (rows.size() < expected.size() && !is_cut_)
    return add_finding(rule, when + ", the run ends earlier.");
  const Worst worst = worst_difference(expected, rows);
  if (worst.difference <= tolerance) return;
  add_finding(rule,
              fmt::format("{}, '{}' differs most, by {:.2g} of its largest value, at t = {}.", when,
                          layout_.scalars()[watched_[worst.column]].name, worst.difference,
                          brief(course_.point(from + static_cast<int>(worst.row)))));
}

void Experiments::report_strange_values(const Rows& rows) const {
  int reported = 0;
  for (std::size_t c = 0; c < watched_.size() && reported < most_strange; ++c)
    for (std::size_t r = 0; r < rows.size(); ++r)
      if (!std::isfinite(rows[r][c])) {
        add_finding(Rule::run_nan,
                    fmt::format("'{}' is {} at t = {}.", layout_.scalars()[watched_[c]].name,
                                brief(rows[r][c]), brief(course_.point(static_cast<int>(r)))));
        ++reported;
        break;
      }
}

void Experiments::report_messages_and_process() const {
  const std::vector<LogCategory>& known = description_.log_categories;
  for (const std::string& category : heard_.categories) {
    const auto is_it = [&](const LogCategory& one) { return one.name == category; };
    if (!known.empty() && !category.empty() && std::ranges::none_of(known, is_it))
      add_finding(
          Rule::run_log_category,
          fmt::format("it logs with the category '{}', which the description does not list.",
                      category));
  }
  if (heard_.warnings > 0)
    add_finding(Rule::run_warnings,
                fmt::format("it logs {}: {}",
                            heard_.warnings == 1
                                ? std::string("a warning")
                                : grouped(heard_.warnings, 1000) + " warnings, the first one",
                            heard_.first_warning));
  for (const Bell& bell : bells_.rung())
    if (bell.code == BellCode::fmu_warning && heard_.warnings == 0)
      add_finding(Rule::run_warnings, bell.message);
  for (const Bell& bell : bells_.rung())
    if (bell.code == BellCode::fmu_environment) add_finding(Rule::run_environment, bell.message);
}

// A run survives a crash when an instance is freed, as its result is complete; other programs may
// not, which is what matters here.
void Experiments::report_bad_ends() const {
  for (const Bell& bell : bells_.rung())
    if (bell.code == BellCode::fmu_end_failed) {
      std::string said = bell.message;
      if (said.ends_with(rows_not_affected)) said.resize(said.size() - rows_not_affected.size());
      add_finding(Rule::run_crashed,  // apart() says in which experiment
                  said + " A program that runs it in its own process may end there.");
    }
}

}  // namespace bw::fmi
