// Certified runs of systems that are not smooth: what is said to be within the tolerance is.
// BW_SHARP_SEEDS=40 in the environment runs that many of every kind, with the default work limit,
// and prints how many are right, wrong, or right and not trusted. BW_SHARP_FIRST=1001 begins with
// that seed instead of 1.

#include "support/cosim/sharp_systems.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "support/cosim/certifying.h"
#include "support/sanitized.h"

namespace bw::test::sharp_systems_test {
namespace {

using Outcome = cosim::Certificate::Outcome;

constexpr double tolerances[] = {1e-3, 1e-5, 1e-7, 1e-9};

struct Count {
  int runs = 0, agree = 0, wrong = 0, timid = 0;
};

void judge(const CoupledSystem& system, const SharpTruth& truth, TrialOptions options,
           Count& count) {
  const Trial trial = certified(system, options, truth.after());
  const double error = truth.error(trial, options.tolerance);
  const bool met = trial.certificate.outcome == Outcome::met;
  ++count.runs;
  count.agree += met && error <= 1 ? 1 : 0;
  count.timid += !met && error <= 1 ? 1 : 0;
  if (!met || error <= 1) return;
  ++count.wrong;
  ADD_FAILURE() << system.name << " by " << trial.base << ", tolerance " << options.tolerance
                << ": estimate " << trial.certificate.estimate << ", error " << error;
}

Count judge(SharpKind kind, std::initializer_list<std::uint64_t> seeds) {
  Count count;
  for (const std::uint64_t seed : seeds) {
    const CoupledSystem system = sharp_system(seed, kind);
    TrialOptions options;
    options.work_limit = 200'000;
    const SharpTruth truth(system, options.rows);
    for (const double tolerance : tolerances) {
      if (sanitized && tolerance < 1e-5) continue;
      options.tolerance = tolerance;
      judge(system, truth, options, count);
    }
  }
  return count;
}

// A step signal wakes a component that is a thousand to a million times faster than the steps, in a
// loop. Rows at the step itself count, too.
TEST(SharpSystems, ALagThatAStepSignalWakesIsResolvedOrNotTrusted) {
  const Count count = judge(SharpKind::lag, {2, 7, 8, 10, 14, 36, 37});
  EXPECT_GT(count.agree, sanitized ? -1 : 8) << "of " << count.runs;
}

// The component with the lag is nearly right; what it drives is late by the lag, and moves faster.
TEST(SharpSystems, ALagIsNotTrustedWhereWhatItDrivesIsLate) {
  for (const std::uint64_t seed : {7U, 2008U}) {
    const CoupledSystem system = sharp_system(seed, SharpKind::lag);
    TrialOptions options;
    options.tolerance = 1e-9;
    Count count;
    judge(system, SharpTruth(system, options.rows), options, count);
  }
}

// Pulses and kinks that are in the first step of every chain, or within one step of all of them.
TEST(SharpPulses, AreResolvedOrNotTrusted) { judge(SharpKind::pulse, {7, 8, 11, 26}); }
// Some thousandths before or behind a synchronisation point.
TEST(SharpPulses, NearASynchronisationPointAreLocated) {
  const Count count = judge(SharpKind::pulse, {4001, 4003, 4008});
  EXPECT_GT(count.agree, sanitized ? -1 : 2) << "of " << count.runs;
}
// A tenth of the pulse is before a communication point of most chains, the rest after it.
TEST(SharpPulses, OnBothSidesOfACommunicationPointAreLocated) {
  const CoupledSystem system = sharp_system(9203, SharpKind::pulse);
  const SharpTruth truth(system, TrialOptions().rows);
  Count count;
  for (const double tolerance : tolerances)
    if (!sanitized || tolerance >= 1e-5) judge(system, truth, {.tolerance = tolerance}, count);
  EXPECT_EQ(count.agree, count.runs);
}

// In very short steps at the start a fast mode looks like a discontinuity. To locate it there,
// where the result has no event, used up the work limit.
TEST(SharpSystems, AFastModeAtTheStartIsNotLocatedInVain) {
  const CoupledSystem system = sharp_system(9403, SharpKind::lag);
  Count count;
  judge(system, SharpTruth(system, TrialOptions().rows), {.tolerance = 1e-3, .work_limit = 200'000},
        count);
  EXPECT_EQ(count.agree, 1);
}

// Direct feedthrough makes all differences of first order, whatever the step: no fast mode.
TEST(SharpHydraulics, WithoutAFastModeAreTrusted) {
  if (sanitized) GTEST_SKIP();
  const CoupledSystem system = sharp_system(9201, SharpKind::hydraulic);
  Count count;
  judge(system, SharpTruth(system, TrialOptions().rows), {.tolerance = 1e-3}, count);
  EXPECT_EQ(count.agree, 1);
}

TEST(SharpLimits, AreResolvedOrNotTrusted) {
  judge(SharpKind::limit, {25, 35});
  judge(SharpKind::play, {9});
}

// Chains of first order need short intervals in the whole interval of a spot, and shift a kink over
// a row.
TEST(SharpLimits, AreNotTrustedWhereTheWorkLimitAllowsMore) {
  const CoupledSystem system = sharp_system(9, SharpKind::play);
  const SharpTruth truth(system, TrialOptions().rows);
  Count count;
  for (const long work_limit : {400'000L, 3'000'000L})
    judge(system, truth, {.tolerance = 1e-3, .work_limit = sanitized ? 400'000L : work_limit},
          count);
  EXPECT_GT(count.agree, sanitized ? -1 : 0);
}

TEST(SharpSystems, ASeedAlwaysGivesTheSameSystem) {
  EXPECT_EQ(sharp_system(8, SharpKind::lag).name, "lag_8");
  EXPECT_EQ(sharp_system(1, SharpKind::limit).name, "limit_dead_zone_state_1");
  EXPECT_EQ(sharp_system(11, SharpKind::pulse).name, "pulse_no_rollback_11");
  for (const SharpKind kind : sharp_kinds)
    EXPECT_EQ(sharp_system(3, kind).reference({0, 1}).rows,
              sharp_system(3, kind).reference({0, 1}).rows)
        << name(kind);
}

TEST(SharpSystems, ReferencesDoNotDependOnTheStepsOfTheirSolver) {
  for (const SharpKind kind : sharp_kinds) {
    const CoupledSystem system = sharp_system(1, kind);
    const std::vector<double> times = even_times(system.stop, 4);
    const Reference truth = system.reference(times), finer = system.reference(times, 2);
    for (std::size_t i = 0; i < finer.rows.size(); ++i)
      EXPECT_NEAR(truth.rows[i], finer.rows[i], 1e-11 * (1 + std::abs(finer.rows[i])))
          << system.name;
  }
}

TEST(SharpSystems, AllOfThemWhereTheEnvironmentSaysSo) {
  const char* seeds = std::getenv("BW_SHARP_SEEDS");
  if (seeds == nullptr) GTEST_SKIP() << "BW_SHARP_SEEDS is not set";
  const char* given = std::getenv("BW_SHARP_FIRST");
  const std::uint64_t first = given != nullptr ? std::strtoul(given, nullptr, 10) : 1;
  const std::uint64_t end = first + std::strtoul(seeds, nullptr, 10);
  for (const SharpKind kind : sharp_kinds) {
    Count count;
    for (std::uint64_t seed = first; seed < end; ++seed) {
      const CoupledSystem system = sharp_system(seed, kind);
      TrialOptions options;
      const SharpTruth truth(system, options.rows);
      for (const double tolerance : tolerances) {
        options.tolerance = tolerance;
        judge(system, truth, options, count);
      }
    }
    std::printf("%s: %d runs, %d agree, %d wrong, %d right and not trusted\n",
                std::string(name(kind)).c_str(), count.runs, count.agree, count.wrong, count.timid);
    std::fflush(stdout);
  }
}

}  // namespace
}  // namespace bw::test::sharp_systems_test
