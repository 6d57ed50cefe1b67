#include "cosim/coupling/initial.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "support/model/test_components.h"

namespace bw::cosim::initial_test {
namespace {

using End = InitialConditions::End;
using Status = ComponentStatus;
using test::Algebraic;
using test::connection;
using test::Integrator;
using test::Kit;
using test::Logic;
using test::Source;

constexpr Tolerance tolerance{.relative = 1e-6, .absolute = 1e-6};

std::function<double(double)> line(double gain, double offset) {
  return [=](double u) { return gain * u + offset; };
}

// Every component answers its inputs with the outputs that stand in now().
void expect_consistent(Coupling& coupling, double accuracy) {
  Signals answer = coupling.now();
  for (std::size_t component = 0; component < coupling.size(); ++component)
    ASSERT_EQ(coupling.evaluate(component, coupling.now(), 0, answer), Status::ok);
  for (std::size_t i = 0; i < answer.reals.size(); ++i)
    EXPECT_NEAR(answer.reals[i], coupling.now().reals[i], accuracy) << "signal " << i;
  EXPECT_EQ(answer.discretes, coupling.now().discretes);
}

TEST(InitialConditions, AreFoundForNothing) {
  Coupling coupling({}, {});
  EXPECT_EQ(find_initial_conditions(coupling, 0, tolerance).end, End::found);
}

TEST(InitialConditions, PassThroughAChainWhateverTheFilesOrder) {
  Kit kit;
  const auto& last = kit.add<Algebraic>("last", line(3, 0));
  const auto& middle = kit.add<Algebraic>("middle", line(2, 1));
  kit.add<Source>("first", 5.0);
  Coupling coupling = kit.couple({connection(2, 1), connection(1, 0)});
  EXPECT_EQ(find_initial_conditions(coupling, 0, tolerance).end, End::found);
  EXPECT_EQ(coupling.now().reals, (std::vector<double>{33, 11, 5}));
  EXPECT_EQ(last.evaluations, 1) << "no loop, no repetition";
  EXPECT_EQ(middle.evaluations, 1);
}

TEST(InitialConditions, SmallSignalsAreFoundToTheirOwnNominalValue) {
  Kit kit;
  for (const char* name : {"a", "b"}) kit.add<Algebraic>(name, line(0.9, 1e-8), 1e-8);
  Coupling coupling = kit.couple({connection(0, 1), connection(1, 0)});
  EXPECT_EQ(find_initial_conditions(coupling, 0, {.relative = 1e-4}).end, End::found);
  EXPECT_NEAR(coupling.now().reals[0], 1e-7, 1e-11);  // y = 0.9 y + 1e-8
}

TEST(InitialConditions, ConnectionsGainsAndOffsetsCount) {
  Kit kit;
  kit.add<Source>("a", 2.0);
  kit.add<Algebraic>("b", line(1, 0));
  Coupling coupling = kit.couple({connection(0, 1, 10, -1)});
  EXPECT_EQ(find_initial_conditions(coupling, 0, tolerance).end, End::found);
  EXPECT_EQ(coupling.now().reals[1], 19);
}

TEST(InitialConditions, ALoopWithoutFeedThroughStandsAtItsStartValues) {
  Kit kit;
  const auto& a = kit.add<Integrator>("a", 3.0);
  const auto& b = kit.add<Integrator>("b", 4.0);
  Coupling coupling = kit.couple({connection(0, 1), connection(1, 0)});
  EXPECT_EQ(find_initial_conditions(coupling, 0, tolerance).end, End::found);
  EXPECT_EQ(coupling.now().reals, (std::vector<double>{3, 4}));
  EXPECT_EQ(a.heard().reals[0], 4) << "the inputs must be set, too";
  EXPECT_EQ(b.heard().reals[0], 3);
  EXPECT_LE(a.evaluations, 3);
}

// y = gain u + offset, u = y: the solution is offset / (1 - gain).
struct AlgebraicLoop {
  double gain, offset;
};

class AlgebraicLoops : public testing::TestWithParam<AlgebraicLoop> {};
INSTANTIATE_TEST_SUITE_P(InitialConditions, AlgebraicLoops,
                         testing::Values(AlgebraicLoop{0, 1}, AlgebraicLoop{0.3, 1},
                                         AlgebraicLoop{-0.4, 7}, AlgebraicLoop{0.95, 1},
                                         AlgebraicLoop{-1, 3}, AlgebraicLoop{2.25, 1},
                                         AlgebraicLoop{-3, 1}, AlgebraicLoop{-1000, 1},
                                         AlgebraicLoop{-1e6, 1e6}, AlgebraicLoop{1.001, 1}));

TEST_P(AlgebraicLoops, OfTwoComponentsAreSolved) {
  const auto [gain, offset] = GetParam();
  const double exact = offset / (1 - gain);
  Kit kit;
  kit.add<Algebraic>("a", line(gain, offset));
  kit.add<Algebraic>("b", line(1, 0));
  Coupling coupling = kit.couple({connection(0, 1), connection(1, 0)});
  EXPECT_EQ(find_initial_conditions(coupling, 0, tolerance).end, End::found);
  const double weight = tolerance.relative * std::abs(exact) + tolerance.absolute_for(1);
  for (const double y : coupling.now().reals) EXPECT_NEAR(y, exact, weight);
  expect_consistent(coupling, (2 + std::abs(gain)) * weight);
}

TEST_P(AlgebraicLoops, OfOneComponentAreSolved) {
  const auto [gain, offset] = GetParam();
  const double exact = offset / (1 - gain);
  Kit kit;
  const auto& a = kit.add<Algebraic>("a", line(1, 0));
  Coupling coupling = kit.couple({connection(0, 0, gain, offset)});
  EXPECT_EQ(find_initial_conditions(coupling, 0, tolerance).end, End::found);
  const double weight = tolerance.relative * std::abs(exact) + tolerance.absolute_for(1);
  EXPECT_NEAR(coupling.now().reals[0], exact, weight);
  EXPECT_NEAR(a.heard().reals[0], exact, weight) << "the part must stand at the final input";
}

TEST(InitialConditions, ALoopOfVeryDifferentUnitsIsSolved) {
  Kit kit;  // p = 1e9 q + 1e5 in pascal, q = -3e-9 p in cubic metres a second
  kit.add<Algebraic>("pressure", line(1e9, 1e5));
  kit.add<Algebraic>("flow", line(-3e-9, 0));
  Coupling coupling = kit.couple({connection(0, 1), connection(1, 0)});
  EXPECT_EQ(find_initial_conditions(coupling, 0, {1e-6, 1e-9}).end, End::found);
  EXPECT_NEAR(coupling.now().reals[0], 2.5e4, 0.1);
  EXPECT_NEAR(coupling.now().reals[1], -7.5e-5, 1e-9);
}

TEST(InitialConditions, ANonlinearLoopIsSolved) {
  Kit kit;  // y = cos(u) contracts slowly; u = y
  kit.add<Algebraic>("a", [](double u) { return std::cos(u); });
  kit.add<Algebraic>("b", line(1, 0));
  Coupling coupling = kit.couple({connection(0, 1), connection(1, 0)});
  EXPECT_EQ(find_initial_conditions(coupling, 0, tolerance).end, End::found);
  EXPECT_NEAR(coupling.now().reals[0], 0.73908513321516064, 1e-6);
  expect_consistent(coupling, 2e-6);
}

TEST(InitialConditions, ALoopIsSolvedBeforeWhatItDrivesAndAfterWhatDrivesIt) {
  Kit kit;
  kit.add<Algebraic>("driven", line(1, 100));
  kit.add<Algebraic>("a", line(-3, 0));
  kit.add<Algebraic>("b", line(1, 8));
  Coupling coupling =
      kit.couple({connection(1, 2), connection(2, 1), connection(2, 0)});  // a = -3 (a + 8)
  EXPECT_EQ(find_initial_conditions(coupling, 0, tolerance).end, End::found);
  EXPECT_NEAR(coupling.now().reals[1], -6, 1e-5);
  EXPECT_NEAR(coupling.now().reals[2], 2, 1e-5);
  EXPECT_NEAR(coupling.now().reals[0], 102, 1e-5);
  expect_consistent(coupling, 1e-5);
}

TEST(InitialConditions, ALoopWithoutSolutionIsNotConverged) {
  for (const double start : {0.0, 0.1, 1.0, 1e3, 1e5})
    for (const double jump : {1.0, 0.7, 1e3}) {
      Kit kit;  // y = u + jump, u = y
      kit.add<Algebraic>("a", [=](double u) { return (u == 0 ? start : u) + jump; });
      kit.add<Algebraic>("b", line(1, 0));
      Coupling coupling = kit.couple({connection(0, 1), connection(1, 0)});
      const auto result = find_initial_conditions(coupling, 0, tolerance);
      EXPECT_EQ(result.end, End::not_converged)
          << "from " << start << " by " << jump << ", found " << coupling.now().reals[0];
      EXPECT_EQ(result.subject, "a - b");
    }
}

TEST(InitialConditions, ALoopOfOneComponentWithoutSolutionIsNotConverged) {
  for (const double jump : {0.7, 1.0, 3.3}) {
    Kit kit;
    kit.add<Algebraic>("a", line(1, 0));
    Coupling coupling = kit.couple({connection(0, 0, 1, jump)});
    const auto result = find_initial_conditions(coupling, 0, tolerance);
    EXPECT_EQ(result.end, End::not_converged) << "found " << coupling.now().reals[0];
    EXPECT_GT(result.change, 1);
    EXPECT_EQ(result.evaluations, 51) << "the limit is 50";
  }
}

// Where the exact Jacobian is zero its differences are noise, and a step of 1 / noise must not
// count as a solution because a change of 1 is small beside 1e12.
TEST(InitialConditions, NoRoundingMakesALoopWithoutSolutionSolvable) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int trial = 0; trial < 1000; ++trial) {
    const double jump = std::pow(10, 3 * unit(random) - 1), start = 100 * unit(random);
    const double accuracy = std::pow(10, -4 - 5 * unit(random));
    const bool two = trial % 2 == 0;
    Kit kit;
    kit.add<Algebraic>("a", [=](double u) { return (u == 0 ? start : u) + jump; });
    if (two) kit.add<Algebraic>("b", line(1, 0));
    Coupling coupling =
        two ? kit.couple({connection(0, 1), connection(1, 0)}) : kit.couple({connection(0, 0)});
    const auto result = find_initial_conditions(coupling, 0, {accuracy, accuracy});
    EXPECT_EQ(result.end, End::not_converged)
        << "from " << start << " by " << jump << " at " << accuracy << " with " << 1 + two
        << " parts: found " << coupling.now().reals[0];
  }
}

TEST(InitialConditions, ALoopWithAnySolutionKeepsItsFirstGuess) {
  Kit kit;
  kit.add<Algebraic>("a", line(1, 0));
  kit.add<Algebraic>("b", line(1, 0));
  Coupling coupling = kit.couple({connection(0, 1), connection(1, 0)});
  EXPECT_EQ(find_initial_conditions(coupling, 0, tolerance).end, End::found);
  EXPECT_EQ(coupling.now().reals, (std::vector<double>{0, 0}));
}

TEST(InitialConditions, ADiscreteLoopThatSettlesIsFound) {
  Kit kit;
  kit.add<Logic>("a", [](std::int64_t n) { return std::min<std::int64_t>(n + 1, 5); });
  kit.add<Logic>("b", [](std::int64_t n) { return n; });
  Coupling coupling = kit.couple({connection(0, 1), connection(1, 0)});
  EXPECT_EQ(find_initial_conditions(coupling, 0, tolerance).end, End::found);
  EXPECT_EQ(coupling.now().discretes, (std::vector<Discrete>{std::int64_t{5}, std::int64_t{5}}));
  expect_consistent(coupling, 0);
}

TEST(InitialConditions, ADiscreteLoopThatNeverSettlesIsNotConverged) {
  Kit kit;
  kit.add<Logic>("inverter", [](std::int64_t n) { return 1 - n; });
  kit.add<Logic>("wire", [](std::int64_t n) { return n; });
  Coupling coupling = kit.couple({connection(0, 1), connection(1, 0)});
  const auto result = find_initial_conditions(coupling, 0, tolerance);
  EXPECT_EQ(result.end, End::not_converged);
  EXPECT_EQ(result.subject, "inverter - wire");
}

TEST(InitialConditions, NaNIsReportedWithItsVariable) {
  Kit kit;
  kit.add<Source>("good", 1.0);
  kit.add<Algebraic>("root", [](double u) { return std::sqrt(u - 5); });
  Coupling coupling = kit.couple({connection(0, 1)});
  const auto result = find_initial_conditions(coupling, 3, tolerance);
  EXPECT_EQ(result.end, End::not_finite);
  EXPECT_EQ(result.subject, "root.y");
  EXPECT_EQ(coupling.trouble().time, 3);
}

TEST(InitialConditions, InfinityInALoopIsReportedWithItsVariable) {
  Kit kit;
  kit.add<Algebraic>("a", [](double u) { return 1 / u; });
  kit.add<Algebraic>("b", line(0, 0));
  Coupling coupling = kit.couple({connection(0, 1), connection(1, 0)});
  const auto result = find_initial_conditions(coupling, 0, tolerance);
  EXPECT_EQ(result.end, End::not_finite);
  EXPECT_EQ(result.subject, "a.y");
}

TEST(InitialConditions, NaNBeforeTheInputsAreSetIsNoFinding) {
  Kit kit;  // 0/0 at the start value, before the connection sets the input
  kit.add<Algebraic>("a", [](double u) { return u / u; });
  kit.add<Source>("b", 2.0);
  Coupling coupling = kit.couple({connection(1, 0)});
  EXPECT_EQ(find_initial_conditions(coupling, 0, tolerance).end, End::found);
  EXPECT_EQ(coupling.now().reals[0], 1);
}

TEST(InitialConditions, NoStepIsMadeAndNothingIsRolledBack) {
  Kit kit;
  kit.add<Algebraic>("a", line(-3, 1));
  kit.add<Algebraic>("b", line(1, 0));
  Coupling coupling = kit.couple({connection(0, 1), connection(1, 0)});
  find_initial_conditions(coupling, 0, tolerance);
  for (const std::size_t component : {0u, 1u}) {
    EXPECT_EQ(coupling.counters(component).advances, 0);
    EXPECT_EQ(coupling.counters(component).saves, 0);
  }
}

}  // namespace
}  // namespace bw::cosim::initial_test
