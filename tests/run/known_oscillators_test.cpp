// Oscillators whose ends are known to many digits, by what is chosen, in whole runs: what is
// trusted is right in some 300 rows at all phases, and what is not has a diagnostic.
// `bench/oscillatory_work ... rows` does the same with the longest orbit.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "result/result.h"
#include "run/run.h"
#include "support/dice.h"
#include "support/oscillatory/known_oscillators.h"
#include "support/run_result.h"
#include "support/sanitized.h"
#include "support/scratch_folder.h"

namespace bw::run::known_oscillators_test {
namespace {

using result::RunResult;
using result::Verdict;
using test::oscillatory::KnownOscillator;
using test::oscillatory::ModelReference;
using test::oscillatory::OscillatoryModel;

constexpr double few = 2e3, many = 2e4;  // periods

const std::vector<double> tolerances =
    test::sanitized ? std::vector{1e-4} : std::vector{1e-4, 1e-6, 1e-8};

// Kepler's problem is not trusted at 1e-8 by any method, nor at 1e-6 over 10 000 periods: its
// errors grow with the square of time.
bool must_be_trusted(const OscillatoryModel& model) {
  return !model.name.starts_with("Kepler") || (model.tolerance > 1e-7 && model.periods < few);
}

std::vector<std::vector<double>> rows_of(const OscillatoryModel& model, const RunResult& run) {
  std::vector<std::vector<double>> rows(run.trajectory.times().size());
  for (const std::string& name : model.recorded()) {
    const std::vector<double> column = run.trajectory.real(name);
    for (std::size_t row = 0; row < rows.size(); ++row) rows[row].push_back(column[row]);
  }
  return rows;
}

void expect_end(const KnownOscillator& known, const RunResult& run) {
  const OscillatoryModel& model = known.model;
  const std::vector<std::string> names = model.recorded();
  for (const auto& [name, end, digits] : known.values) {
    const auto i = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
    EXPECT_NEAR(test::final_value(run, name), end,
                model.tolerance * (std::abs(end) + model.nominal(i)) + digits)
        << model.name << ", " << model.tolerance << ", " << name << test::said(run);
  }
}

// Rows at a random distance, which is no multiple of a period: at all phases.
void expect_known(KnownOscillator known, bool with_rows,
                  const std::vector<double>& at = tolerances) {
  OscillatoryModel& model = known.model;
  const test::ScratchFolder scratch;
  test::write_file(scratch / "m.mo", model.text());
  const double interval = model.stop / test::Dice(20).between(300, 301);
  ModelReference truth;
  for (const double tolerance : at) {
    model.tolerance = tolerance;
    const RunResult r = run({.target = scratch / "m.mo",
                             .stop = model.stop,
                             .tolerance = tolerance,
                             .interval = interval});
    if (r.verdict != Verdict::trusted) {
      EXPECT_FALSE(must_be_trusted(model)) << model.name << tolerance << test::said(r);
      EXPECT_FALSE(r.bells.empty()) << model.name << " at " << tolerance;
      continue;
    }
    expect_end(known, r);
    if (!with_rows) continue;
    const std::vector<double> times(r.trajectory.times().begin(), r.trajectory.times().end());
    if (truth.rows.empty()) truth = reference(model, times);
    ASSERT_GE(times.size(), 300U);
    EXPECT_LE(largest_error(model, rows_of(model, r), truth).error, 1)
        << model.name << " at " << tolerance << test::said(r);
  }
}

// Those with at most so many periods, and more than the others.
void expect_all(double above, double most) {
  for (const KnownOscillator& known : test::oscillatory::known_oscillators()) {
    const bool is_beam = known.model.states.size() > 50;
    if (known.model.periods > above && known.model.periods <= most && !is_beam)
      expect_known(known, true);
  }
}

TEST(KnownOscillators, RowsOfAThousandPeriodsAreRight) { expect_all(0, few); }

class KnownLongOscillators : public testing::TestWithParam<const char*> {};

TEST_P(KnownLongOscillators, RowsOfTenThousandPeriodsAreRight) {
  if (test::sanitized) GTEST_SKIP() << "references take too long";
  for (const KnownOscillator& known : test::oscillatory::known_oscillators())
    if (known.model.name.starts_with(GetParam()) && known.model.periods > few &&
        known.model.periods <= many)
      expect_known(known, true);
}

INSTANTIATE_TEST_SUITE_P(VanDerPolAndWarm, KnownLongOscillators,
                         testing::Values("van der Pol", "warm"));
INSTANTIATE_TEST_SUITE_P(Chain, KnownLongOscillators, testing::Values("FPU"));
INSTANTIATE_TEST_SUITE_P(Forced, KnownLongOscillators, testing::Values("forced"));

TEST(KnownLongestOscillator, RowsOfAHundredThousandPeriodsAreRight) {
  if (test::sanitized) GTEST_SKIP() << "references take too long";
  expect_all(many, 2e5);
}

// It was trusted and wrong. Every step is a short one: 1.5 s, and 1e-6 only.
TEST(KnownLongestOrbit, ItsEndIsRightOrNotTrusted) {
  if (test::sanitized) GTEST_SKIP() << "takes long";
  for (const KnownOscillator& known : test::oscillatory::known_oscillators())
    if (known.model.name.starts_with("Kepler") && known.model.periods > few)
      expect_known(known, false, {1e-6});
}

TEST(KnownBeam, ItsRowsAreRight) {
  for (const KnownOscillator& known : test::oscillatory::known_oscillators())
    if (known.model.name == "beam") expect_known(known, !test::sanitized);
}

}  // namespace
}  // namespace bw::run::known_oscillators_test
