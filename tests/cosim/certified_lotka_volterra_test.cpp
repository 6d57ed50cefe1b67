// The golden figures of certified runs: a global error of 1e-6 for a fifth of what step doubling
// takes to miss it by a factor of a thousand.

#include <gtest/gtest.h>

#include "support/cosim/certified_systems.h"
#include "support/cosim/certifying.h"

namespace bw::test::certified_lotka_volterra_test {
namespace {

using Outcome = cosim::Certificate::Outcome;

struct Golden {
  double tolerance;
  int rows;
  long most_advances;
};

const Golden golden[] = {{1e-6, 100, 10'000}, {1e-9, 100, 20'000}, {1e-6, 500, 36'000}};

TEST(CertifiedLotkaVolterra, MeetsItsToleranceWithFewAdvances) {
  for (const Golden& figure : golden) {
    const Trial trial =
        certified(lotka_volterra_system(), {.tolerance = figure.tolerance, .rows = figure.rows});
    SCOPED_TRACE(testing::Message() << figure.tolerance << ", " << figure.rows << " rows");
    EXPECT_EQ(trial.certificate.outcome, Outcome::met);
    EXPECT_EQ(trial.base, "alternating");
    EXPECT_LE(trial.certificate.estimate, 1);
    EXPECT_LE(trial.error, trial.certificate.estimate);
    EXPECT_LE(trial.advances, figure.most_advances);
    EXPECT_NEAR(trial.certificate.order, 2, 0.2);
  }
}

TEST(CertifiedLotkaVolterra, NeedsNoComponentThatCanBeRolledBack) {
  for (const Golden& figure : golden) {
    const TrialOptions options{.tolerance = figure.tolerance, .rows = figure.rows};
    const Trial with = certified(lotka_volterra_system(), options);
    const Trial without =
        certified(lotka_volterra_system().with({.can_roll_back = false}), options);
    EXPECT_EQ(without.certificate.outcome, Outcome::met);
    EXPECT_EQ(without.advances, with.advances);
    EXPECT_EQ(without.certificate.rows, with.certificate.rows);
  }
}

}  // namespace
}  // namespace bw::test::certified_lotka_volterra_test
