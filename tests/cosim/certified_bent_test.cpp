// Generated systems with kinks, chains of masses and systems without a loop: no lie, and no
// needless refusal. BELLWETHER_BENT_SEEDS=40 tries that many of each kind, with more tolerances,
// and prints how many are right, wrong, or right and not trusted. BELLWETHER_BENT_FIRST=1001 begins
// with that seed instead of 1.

#include <gtest/gtest.h>

#include <cstdlib>

#include "support/cosim/bent_systems.h"
#include "support/cosim/certified_systems.h"
#include "support/cosim/certifying.h"
#include "support/sanitized.h"

namespace bw::test::certified_bent_test {
namespace {

using Outcome = cosim::Certificate::Outcome;

int seeds() {
  const char* given = std::getenv("BELLWETHER_BENT_SEEDS");
  return given != nullptr ? std::atoi(given) : sanitized ? 1 : 3;
}

int first_seed() {
  const char* given = std::getenv("BELLWETHER_BENT_FIRST");
  return given != nullptr ? std::atoi(given) : 1;
}

std::vector<double> tolerances() {
  if (seeds() > 3) return {1e-3, 1e-4, 1e-5, 1e-6, 1e-7};
  return {1e-3, 1e-5, 1e-7};
}

// Of the nine runs of each kind in the short run.
int least_met(BentKind kind) {
  if (seeds() != 3 || first_seed() != 1) return 1;
  switch (kind) {
    case BentKind::servo: return 6;
    case BentKind::saturation: return 3;
    case BentKind::contact: return 1;
    case BentKind::diode: return 8;
    case BentKind::dead_zone: return 3;
    case BentKind::masses: return 9;
    case BentKind::feed_forward: return 7;
  }
  return 1;
}

class CertifiedBent : public testing::TestWithParam<BentKind> {};

TEST_P(CertifiedBent, SystemsAreTrustedAndRight) {
  int runs = 0, met = 0, wrong = 0, timid = 0;
  for (int seed = first_seed(); seed < first_seed() + seeds(); ++seed) {
    const CoupledSystem system = bent_system(GetParam(), static_cast<std::uint64_t>(seed));
    const TrialOptions rows{.rows = 50};
    const Reference truth = system.reference(even_times(system.stop, rows.rows));
    for (const double tolerance : tolerances()) {
      TrialOptions options = rows;
      options.tolerance = tolerance;
      options.work_limit = 1'000'000;
      const Trial trial = certified(system, options, truth);
      ++runs;
      SCOPED_TRACE(testing::Message() << system.name << " " << seed << ", tolerance " << tolerance
                                      << " by " << trial.base << ", " << trial.advances);
      if (trial.certificate.outcome != Outcome::met) {
        timid += trial.error <= 1 ? 1 : 0;
        if (seeds() > 3)
          std::cout << system.name << " " << seed << " " << tolerance << " "
                    << name(trial.certificate.outcome) << " error " << trial.error << "\n";
        continue;
      }
      ++met;
      wrong += trial.error > 1 ? 1 : 0;
      EXPECT_LE(trial.error, 1) << "estimate " << trial.certificate.estimate;
    }
  }
  std::cout << name(GetParam()) << ": " << runs << " runs, " << met - wrong << " agree, " << wrong
            << " wrong, " << timid << " right and not trusted" << std::endl;
  EXPECT_GE(met, least_met(GetParam())) << "of " << runs;
}

INSTANTIATE_TEST_SUITE_P(Kinds, CertifiedBent, testing::ValuesIn(bent_kinds()),
                         [](const auto& kind) { return name(kind.param); });

// Where the extrapolation of the chains has the right order and a wrong limit.
void expect_no_lie(BentKind kind, std::uint64_t seed, double tolerance) {
  const CoupledSystem system = bent_system(kind, seed);
  const TrialOptions options{.tolerance = tolerance, .rows = 50};
  const Trial trial = certified(system, options);
  if (trial.certificate.outcome != Outcome::met) return;
  EXPECT_LE(trial.error, 1) << system.name << " " << seed << " by " << trial.base;
}

TEST(CertifiedKinks, InTheFirstAndTheLastStepOfTheRunAreNotTrustedUnresolved) {
  expect_no_lie(BentKind::saturation, 31, 1e-3);
  expect_no_lie(BentKind::saturation, 12, 1e-7);
}

TEST(CertifiedKinks, ThatShortIntervalsDoNotSettleAreNotTrusted) {
  expect_no_lie(BentKind::feed_forward, 4, 1e-5);
}

// The signal is curved around them: coarse chains see no kink, or one that shrinks a little.
TEST(CertifiedKinks, ThatCoarseChainsDoNotShowAlikeAreNotTrustedUnresolved) {
  expect_no_lie(BentKind::servo, 27, 1e-3);
  expect_no_lie(BentKind::servo, 38, 1e-3);
  if (sanitized) return;
  expect_no_lie(BentKind::servo, 38, 1e-5);
  expect_no_lie(BentKind::feed_forward, 17, 1e-5);
}

// The chains have the kink after a row, and their limit has it before it.
TEST(CertifiedKinks, ThatTheLimitShiftsOverARowAreNotTrusted) {
  if (!sanitized) expect_no_lie(BentKind::contact, 34, 1e-3);
}

// In the last step of all chains, also with short intervals of equal length.
TEST(CertifiedKinks, JustBeforeARowAreNotTrustedUnresolved) {
  expect_no_lie(BentKind::servo, 9102, 1e-5);
}

// The chains have a kink at places that only shorter steps bring together.
TEST(CertifiedKinks, AreResolvedByMeshesThatAreRefinedAgain) {
  if (sanitized) GTEST_SKIP();
  const CoupledSystem system = bent_system(BentKind::contact, 9204);
  const Trial trial = certified(system, {.tolerance = 1e-7, .rows = 50});
  EXPECT_EQ(trial.certificate.outcome, Outcome::met);
  EXPECT_LE(trial.error, 1);
  EXPECT_LT(trial.advances, 1'000'000);
}

// Without a loop a recorded output with direct feedthrough is exact up to the error of what drives
// it, and has the same powers of the step. Weights for first order cost ten times as much.
TEST(CertifiedKinks, WithoutALoopAreCheapBehindDirectFeedthrough) {
  const CoupledSystem system = bent_system(BentKind::feed_forward, 9405);
  const Trial trial = certified(system, {.tolerance = 1e-7, .rows = 50});
  EXPECT_EQ(trial.certificate.outcome, Outcome::met);
  EXPECT_LE(trial.error, 1);
  EXPECT_LT(trial.advances, 400'000);
}

}  // namespace
}  // namespace bw::test::certified_bent_test
