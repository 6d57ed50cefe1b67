#include "cosim/certify/tableau.h"

#include <gtest/gtest.h>

#include <deque>

#include "support/contains.h"
#include "support/cosim/synthetic_chains.h"
#include "support/dice.h"

namespace bw::cosim::tableau_test {
namespace {

using test::Series;

// A tableau with chains of 1 .. k steps, and what it refers to.
struct Filled {
  explicit Filled(const Series& s, int chains, Expansion expansion, double tolerance = 1e-6)
      : series(s), mesh(s.mesh()), plan(s.plan(mesh, tolerance)), tableau(plan, expansion) {
    for (int n = 1; n <= chains; ++n) add(n, series.path(n));
  }
  Filled(const Series& s, int chains) : Filled(s, chains, s.expansion) {}
  void add(int n, const Path& path) { tableau.add(n, paths.emplace_back(path)); }

  Series series;
  Mesh mesh;
  CertifyPlan plan;
  std::deque<Path> paths;
  Tableau tableau;
};

const std::vector<Expansion> expansions{{1, 1}, {2, 1}, {2, 2}};

TEST(Tableau, ExtrapolatesASeriesOfAsManyTermsAsItCanTakeAwayExactly) {
  for (const Expansion e : expansions)
    for (int k = 2; k <= 6; ++k) {
      Series series{.expansion = e};
      series.size.assign(static_cast<std::size_t>(k) - 1, 0.1);
      const Filled filled(series, k);
      EXPECT_LT(series.error(filled.tableau.extrapolated(), 1), 1e-12)
          << e.p << ", " << e.s << ", " << k;
    }
}

TEST(Tableau, MeasuresHowItsExtrapolationsDiffer) {
  Series series{.size = {0.1}};
  const Filled filled(series, 3);
  // D_1 is the first chain, whose error is that of the series; D_2 and D_3 have none.
  ASSERT_EQ(filled.tableau.changes().size(), 2u);
  EXPECT_NEAR(filled.tableau.changes()[0].tolerance, series.error(series.path(1).reals), 0.1);
  EXPECT_LT(filled.tableau.changes()[1].tolerance, 1e-6);
  EXPECT_LT(filled.tableau.changes()[1].scale, 1e-12);
}

TEST(Tableau, EstimatesAtLeastTheErrorOfARandomSeriesThatPassesItsChecks) {
  test::Dice dice(7);
  int passed = 0, below = 0;
  double least = 1e300;
  for (int trial = 0; trial < 3000; ++trial) {
    Series series{.expansion = expansions[dice.below(3)]};
    const double rate = dice.between(0.2, 2.5), first = std::pow(10, dice.between(-4, -0.5));
    series.size.clear();
    for (int j = 0; j < 12; ++j)
      series.size.push_back(dice.sign() * dice.between(0.1, 1) * first * std::pow(rate, j));
    const int chains = 3 + static_cast<int>(dice.below(4));
    const Filled filled(series, chains);
    if (!filled.tableau.check().complaint.empty()) continue;
    const double truth = series.error(filled.tableau.extrapolated());
    const double estimate = filled.tableau.estimate().tolerance;
    ++passed;
    below += estimate < truth ? 1 : 0;
    least = std::min(least, estimate / truth);
  }
  EXPECT_GT(passed, 1000);
  EXPECT_LE(below, passed / 200);
  EXPECT_GT(least, 1.0 / 3) << "a lie";
}

TEST(Tableau, JudgesWhatItDeliversWhereChangesShrinkFasterAndFaster) {
  EXPECT_EQ(share_left(1, 100, 2000), 0.2);
  EXPECT_EQ(share_left(1, 100, 1e6), 1) << "slower than before: noise, perhaps";
  EXPECT_EQ(share_left(3, 1000, 1e5), 1) << "the result before was not within two tolerances";
  EXPECT_EQ(share_left(1e-6, 1, 1e6), 0.02) << "not without limit";
  EXPECT_EQ(share_left(1, 2, 3), 1) << "slow";
  EXPECT_EQ(share_left(0, 0, 0), 1);
}

TEST(Tableau, DoesNotJudgeWhatItDeliversWhereSignalsHaveKinksOrErrorsAllPowers) {
  const Series series{.expansion = {2, 2}, .size = {1e-3, 1e-4, 1e-5, 1e-7}};
  Filled filled(series, 4);
  EXPECT_TRUE(filled.tableau.judges_delivered());
  const double estimate = filled.tableau.estimate().tolerance;
  EXPECT_LT(estimate, filled.tableau.changes().back().tolerance);
  EXPECT_GT(estimate, series.error(filled.tableau.extrapolated()));
  filled.paths.back().kinks.push_back({});
  EXPECT_FALSE(filled.tableau.judges_delivered());
  EXPECT_GT(filled.tableau.estimate().tolerance, filled.tableau.changes().back().tolerance);
  EXPECT_FALSE(Filled({.expansion = {2, 1}}, 4).tableau.judges_delivered());
  EXPECT_FALSE(Filled({.expansion = {1, 1}}, 4).tableau.judges_delivered());
}

TEST(Tableau, ReportsItsWorstColumnAndRow) {
  Series series{.columns = 3, .size = {0.01}};
  Filled filled(series, 2);
  Path odd = series.path(3);
  odd.reals[4 * 3 + 1] += 0.5;
  filled.add(3, odd);
  EXPECT_EQ(filled.tableau.worst().row, 4u);
  EXPECT_EQ(filled.tableau.worst().column, 1u);
  const std::vector<double> per_column = filled.tableau.per_column();
  EXPECT_GT(per_column[1], 10 * per_column[0]);
  EXPECT_GT(per_column[1], 10 * per_column[2]);
  const std::vector<double> estimates = filled.tableau.estimates();
  for (const std::size_t row : {3u, 4u, 5u})
    EXPECT_GT(estimates[row * 3 + 1], 0.5) << "neighbours speak for it";
}

TEST(Tableau, DoesNotDeliverWhatIsOnlyLookedAt) {
  Series series{.size = {0.1}};
  Filled plain(series, 2);
  Filled filled(series, 0);
  filled.plan.columns[1].delivered = false;
  for (int n = 1; n <= 2; ++n) {
    Path path = series.path(n);
    path.reals[5 * 2 + 1] += n;  // of the second column
    filled.add(n, path);
  }
  EXPECT_LE(filled.tableau.changes()[0].tolerance, plain.tableau.changes()[0].tolerance);
  EXPECT_GT(filled.tableau.changes()[0].scale, 0.2) << "but the checks look at it";
}

TEST(Tableau, ColumnsThatShowTheLastInputsHaveWeightsOfTheirOwn) {
  const Series second{.expansion = {2, 2}, .size = {0.1, 0.005}};
  const Series first{.expansion = {1, 1}, .size = {0.1, 0.005}};
  Filled filled(second, 0);
  filled.plan.columns[1].feeds_through = true;
  for (int n = 1; n <= 3; ++n) {
    Path path = second.path(n);
    for (std::size_t at = 1; at < path.reals.size(); at += 2)
      path.reals[at] = first.path(n).reals[at];
    filled.add(n, path);
  }
  EXPECT_LT(second.error(filled.tableau.extrapolated(), 1), 1e-13);
  EXPECT_EQ(filled.tableau.check().complaint, "");
}

// --- the checks, each for its own reason ---
TEST(ChecksOfATableau, PassWhereTheErrorIsTheSeriesThatIsAssumed) {
  for (const Expansion e : expansions) {
    const Filled filled({.expansion = e, .size = {0.05, 0.01, 0.002}}, 5);
    const Tableau::Regime regime = filled.tableau.check();
    EXPECT_EQ(regime.complaint, "");
    EXPECT_NEAR(regime.order, e.p, 0.3);
  }
}

TEST(ChecksOfATableau, FailWhereAChainDidNotGetToTheEnd) {
  Filled other({.size = {0.05}}, 0);
  Path shorter = other.series.path(1);
  shorter.reals.resize(shorter.reals.size() - 2);
  other.add(1, shorter);
  for (int n = 2; n <= 4; ++n) other.add(n, other.series.path(n));
  EXPECT_TRUE(test::contains(other.tableau.check().complaint, "not all runs"));
}

TEST(ChecksOfATableau, FailWhereTheFinestChainIsFarFromTheLimit) {
  const Filled filled({.size = {2.0}}, 3);
  EXPECT_TRUE(test::contains(filled.tableau.check().complaint, "far from the limit"));
}

TEST(ChecksOfATableau, FailWhereDifferencesDoNotPointTheSameWay) {
  Filled filled({.size = {0.01}}, 2);
  Path odd = filled.series.path(3);
  for (std::size_t at = 2; at < odd.reals.size(); ++at)
    odd.reals[at] = filled.series.path(2).reals[at] + (at % 3 == 0 ? 1 : -1) * 2e-3;
  filled.add(3, odd);
  EXPECT_TRUE(test::contains(filled.tableau.check().complaint, "different directions"));
}

TEST(ChecksOfATableau, FailWhereTheOrderIsAnother) {
  const Filled filled({.expansion = {3, 1}, .size = {0.05}}, 3, {1, 1});
  EXPECT_TRUE(test::contains(filled.tableau.check().complaint, "order 3, not 1"));
  EXPECT_FALSE(filled.tableau.check().first_order);
}

TEST(ChecksOfATableau, SayWhenItLooksLikeFirstOrder) {
  const Filled filled({.expansion = {1, 1}, .size = {0.05}}, 3, {2, 2});
  EXPECT_TRUE(test::contains(filled.tableau.check().complaint, "order 1, not 2"));
  EXPECT_TRUE(filled.tableau.check().first_order);
}

TEST(ChecksOfATableau, FailWhereOneMoreChainMakesNothingBetter) {
  const Filled filled({.size = {0.05}, .noise = 1e-5}, 5);
  const Tableau::Regime regime = filled.tableau.check();
  EXPECT_TRUE(test::contains(regime.complaint, "does not improve the result"));
  EXPECT_TRUE(regime.stalls);
}

TEST(ChecksOfATableau, FailWhereDiscreteValuesDiffer) {
  Filled filled({.size = {0.05}}, 0);
  for (int n = 1; n <= 3; ++n) {
    Path path = filled.series.path(n);
    path.discretes.assign(11, std::int64_t{n < 3});
    filled.add(n, path);
  }
  EXPECT_TRUE(
      test::contains(filled.tableau.check().complaint, "discrete values depend on the step size"));
  EXPECT_TRUE(filled.tableau.check().discretes_differ);
}

TEST(ChecksOfATableau, DoNotLookAtDifferencesThatAreRounding) {
  Filled filled({.size = {0.0}}, 3);
  const Tableau::Regime regime = filled.tableau.check();
  EXPECT_EQ(regime.complaint, "");
  EXPECT_GT(filled.tableau.estimate().scale, 0) << "rounding is never nothing";
  EXPECT_LT(filled.tableau.estimate().scale, 1e-11);
}

// --- events ---
Path with_event(const Series& series, int n, double time, std::size_t interval) {
  Path path = series.path(n);
  path.events.push_back({time, interval, "y"});
  return path;
}

TEST(EventsOfATableau, AreExtrapolatedLikeSignals) {
  Filled filled({.size = {0.05}}, 0);
  for (int n = 1; n <= 3; ++n)
    filled.add(
        n, with_event(filled.series, n, filled.mesh.begin(3) + 0.2 + 0.01 / n - 0.003 / n / n, 3));
  EXPECT_NEAR(filled.tableau.event_times().at(0), filled.mesh.begin(3) + 0.2, 1e-14);
  EXPECT_GE(filled.tableau.event_estimates().at(0), 4e-11);
  EXPECT_EQ(filled.tableau.check().complaint, "");
}

TEST(EventsOfATableau, MustBeTheSameInAllChains) {
  Filled filled({.size = {0.05}}, 2);
  filled.add(3, with_event(filled.series, 3, 2.0, 2));
  EXPECT_TRUE(test::contains(filled.tableau.check().complaint, "find different events"));
  EXPECT_TRUE(filled.tableau.check().discretes_differ);
}

TEST(EventsOfATableau, AreTheSameInOneIntervalOrAtOneInstant) {
  const Series series;
  const Path a = with_event(series, 1, 2.0, 2);
  EXPECT_TRUE(same_events(a, with_event(series, 2, 2.3, 2), 1e-11));
  EXPECT_FALSE(same_events(a, with_event(series, 2, 2.3, 3), 1e-11));
  EXPECT_TRUE(same_events(a, with_event(series, 2, 2.0 + 1e-10, 3), 1e-11));
  EXPECT_FALSE(same_events(a, series.path(2), 1e-11));
}

TEST(EventsOfATableau, WhoseTimesAreNotKnownWellEnoughForTheirRowsAreRefused) {
  Filled filled({.size = {0.05}}, 0);
  for (int n = 1; n <= 3; ++n)
    filled.add(n, with_event(filled.series, n, filled.mesh.end(3) - 0.001 - 0.05 / n / n, 3));
  EXPECT_TRUE(test::contains(filled.tableau.check().complaint, "closer to a row"));
  EXPECT_NEAR(filled.tableau.check().time, filled.mesh.end(3), 0.05);
}

}  // namespace
}  // namespace bw::cosim::tableau_test
