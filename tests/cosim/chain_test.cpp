#include "cosim/chain/chain.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/cosim/chains.h"
#include "support/cosim/jumping_components.h"

namespace bw::cosim::chain_test {
namespace {

using namespace test;  // its components are the vocabulary here

// A signal that does not change, and a component that misbehaves after a while.
Coupling with_failing(double when, Failing::How how) {
  Kit kit;
  kit.add<Source>("source", 1.0);
  kit.add<Failing>("weak", when, how);
  return at_start(kit.couple({connection(0, 1)}));
}

Path run_failing(Failing::How how) {
  const Mesh mesh(even_times(10, 10), {}, 10);
  Kit kit;
  const SignalReader reader(with_failing(5.5, how).now());
  DirectRunner runner([&] { return with_failing(5.5, how); }, reader);
  return runner.run(chain_order(mesh, {.steps = 2}));
}

TEST(Chain, HasTheStartAndEveryRow) {
  Kit kit;
  kit.add<OfTime>([](double t) { return t; });
  Coupling coupling = at_start(kit.couple({}));
  const Mesh mesh(even_times(0.7, 7), {0.25}, 30);
  const Path path = chain_of(coupling, mesh, {.steps = 3});
  EXPECT_TRUE(path.complete());
  EXPECT_EQ(path.time, 0.7);
  EXPECT_EQ(path.rows, 8u);
  ASSERT_EQ(path.reals.size(), 8u);
  for (std::size_t row = 0; row < 8; ++row)
    EXPECT_NEAR(path.reals[row], 0.1 * static_cast<double>(row), 1e-15);
}

TEST(Chain, TakesEqualStepsInEveryIntervalAndMeetsItsEndExactly) {
  Kit kit;
  auto& clock = kit.add<OfTime>([](double t) { return t; });
  Coupling coupling = at_start(kit.couple({}));
  const Mesh mesh(even_times(1, 4), {0.3}, 10);
  chain_of(coupling, mesh, {.steps = 5});
  ASSERT_EQ(clock.steps.size(), 5 * mesh.intervals());
  for (std::size_t k = 0; k < clock.steps.size(); ++k) {
    const std::size_t interval = k / 5;
    const double length = mesh.end(interval) - mesh.begin(interval);
    EXPECT_NEAR(clock.steps[k].h, length / 5, 1e-15);
    if (k % 5 == 0) {
      EXPECT_EQ(clock.steps[k].t, mesh.begin(interval));
    }
  }
}

TEST(Chain, CountsWhatItDoesWithEachComponent) {
  const Mesh mesh(even_times(10, 10), {}, 10);
  for (const int steps : {1, 4}) {
    Coupling coupling = lotka_volterra_components();
    const Path path = chain_of(coupling, mesh, {.steps = steps});
    const long all = static_cast<long>(mesh.intervals()) * steps;
    ASSERT_EQ(path.components.size(), 2u);
    for (const Path::ComponentCount& component : path.components) {
      EXPECT_EQ(component.advances, all);
      EXPECT_EQ(component.saves, 0) << "nothing is rolled back";
      EXPECT_EQ(component.restores, 0);
    }
    EXPECT_EQ(path.advances(), 2 * all);
  }
}

TEST(Chain, OfTheImplicitBaseMarksOnceInEveryStep) {
  const Mesh mesh(even_times(10, 10), {}, 10);
  Coupling coupling = lotka_volterra_components();
  const Path path = chain_of(coupling, mesh, {.base = "ith", .steps = 2});
  EXPECT_TRUE(path.complete());
  EXPECT_EQ(path.components[0].saves, 2 * static_cast<long>(mesh.intervals()));
  EXPECT_GT(path.components[0].restores, 0);
}

TEST(ChainThatEndsEarly, ReportsTheVariableThatIsNotFinite) {
  for (const auto how : {Failing::How::nan, Failing::How::infinity}) {
    const Path path = run_failing(how);
    EXPECT_EQ(path.end, Path::End::not_finite);
    EXPECT_TRUE(path.is_numerical());
    EXPECT_EQ(path.subject, "weak.bad");
    EXPECT_GE(path.time, 5);
    EXPECT_LE(path.time, 6);
    EXPECT_EQ(path.rows, 6u) << "those before";
    EXPECT_EQ(path.reals.size(), 6u * 3);
  }
}

TEST(ChainThatEndsEarly, ReportsTheComponentThatDiscardedAStep) {
  const Path path = run_failing(Failing::How::discard);
  EXPECT_EQ(path.end, Path::End::component_discarded);
  EXPECT_TRUE(path.is_numerical());
  EXPECT_EQ(path.subject, "weak");
  EXPECT_EQ(path.reason, "it had enough.");
  EXPECT_EQ(path.time, 5.5);
  EXPECT_EQ(path.rows, 6u);
}

TEST(ChainThatEndsEarly, ReportsTheComponentThatEndsTheRun) {
  const Path path = run_failing(Failing::How::terminate);
  EXPECT_EQ(path.end, Path::End::component_terminated);
  EXPECT_FALSE(path.is_numerical());
  EXPECT_EQ(path.subject, "weak");
  EXPECT_EQ(path.time, 5.5);
  EXPECT_EQ(path.rows, 6u);
}

TEST(ChainThatEndsEarly, ReportsTheComponentThatFailsAndKeepsWhatWasBefore) {
  const Path path = run_failing(Failing::How::failure);
  EXPECT_EQ(path.end, Path::End::component_failed);
  EXPECT_FALSE(path.is_numerical()) << "other steps would not help";
  EXPECT_EQ(path.subject, "weak");
  EXPECT_NE(path.reason.find("it broke."), std::string::npos);
  EXPECT_EQ(path.rows, 6u);
  EXPECT_EQ(path.reals.size(), 6u * 3);
  EXPECT_GT(path.advances(), 0);
}

TEST(ChainThatEndsEarly, StopsBeforeTheNextStepWhenTheUserHasHadEnough) {
  for (const bool locates : {false, true}) {
    Coupling coupling = lotka_volterra_components();
    const Mesh mesh = Mesh::uniform(0, 10, 10);
    const SignalReader reader(coupling.now());
    Path path;
    int calls = 0;
    cosim::run_chain(
        coupling, chain_order(mesh, {.locates = locates}), reader, [&] { return ++calls <= 4; },
        path);
    EXPECT_EQ(path.end, Path::End::interrupted);
    EXPECT_LT(path.time, 4.1);
    EXPECT_EQ(calls, 5);
  }
}

TEST(ChainThatEndsEarly, ReportsTheLoopThatDoesNotConverge) {
  Kit kit;
  kit.add<Algebraic>("a", [](double u) { return u < 1 ? 1e3 : -1e3; });
  kit.add<Algebraic>("b", [](double u) { return u; });
  Coupling coupling = at_start(kit.couple({connection(0, 1), connection(1, 0)}));
  const Path path = chain_of(coupling, Mesh::uniform(0, 1, 10), {.base = "ith"});
  EXPECT_EQ(path.end, Path::End::not_converged);
  EXPECT_TRUE(path.is_numerical());
  EXPECT_NE(path.subject.find("a"), std::string::npos);
  EXPECT_NE(path.reason.find("did not converge"), std::string::npos);
}

// --- jumps ---
Path run_toggling(double when, Type type, const std::vector<double>& breaks, int steps) {
  Kit kit;
  kit.add<OfTime>(toggling({when}), type);
  kit.add<Ramp>(type);
  Coupling coupling = at_start(kit.couple({connection(0, 1)}));
  return chain_of(coupling, Mesh(even_times(10, 20), breaks, 10), {.steps = steps});
}

TEST(ChainThatDoesNotLocate, ReportsThatARealSignalJumps) {
  for (const int steps : {1, 2, 3, 8}) {
    const Path path = run_toggling(3.14159, Type::real, {}, steps);
    EXPECT_EQ(path.jumps, 1) << steps;
    EXPECT_EQ(path.jumped, std::vector<std::size_t>{0});
    EXPECT_EQ(path.first_jump.signal, "of time.y");
    EXPECT_LE(path.first_jump.time, 3.14159);
    EXPECT_GE(path.first_jump.time, 3.14159 - 0.5 / steps);
    EXPECT_TRUE(path.events.empty());
  }
}

TEST(ChainThatDoesNotLocate, ReportsThatADiscreteSignalChanges) {
  for (const int steps : {1, 2, 3, 8}) {
    const Path path = run_toggling(3.14159, Type::integer, {}, steps);
    EXPECT_EQ(path.jumps, 1);
    EXPECT_EQ(path.first_jump.signal, "a discrete signal");
    EXPECT_NEAR(path.first_jump.time, 3.14159, 0.5 / steps);
  }
}

TEST(ChainThatDoesNotLocate, ReportsAJumpInTheFirstStep) {
  for (const Type type : {Type::real, Type::integer})
    EXPECT_EQ(run_toggling(0.01, type, {}, 2).jumps, 1);
}

TEST(ChainThatDoesNotLocate, DoesNotReportWhatIsKnownToJump) {
  for (const Type type : {Type::real, Type::integer})
    for (const double when : {0.25, 3.125, 5.0})
      for (const int steps : {1, 2, 3, 8}) {
        const Path path = run_toggling(when, type, {when}, steps);
        EXPECT_EQ(path.jumps, 0) << when << ", " << steps;
        EXPECT_NEAR(path.reals.back(), 10 - when, type == Type::real ? 0.5 / steps : 0.5 / steps);
      }
}

TEST(ChainThatDoesNotLocate, TakesNoSmoothSignalForAJump) {
  for (const int steps : {1, 2, 5}) {
    Coupling coupling = lotka_volterra_components();
    EXPECT_EQ(chain_of(coupling, Mesh(even_times(100, 100), {}, 10), {.steps = steps}).jumps, 0);
  }
}

TEST(CountsOfComponents, AreAddedComponentByComponent) {
  std::vector<Path::ComponentCount> sum{{.advances = 1, .saves = 2, .restores = 3}};
  add_counts({{.advances = 10, .saves = 20, .restores = 30, .advancing = 0.5}, {.advances = 5}},
             sum);
  ASSERT_EQ(sum.size(), 2u);
  EXPECT_EQ(sum[0].advances, 11);
  EXPECT_EQ(sum[0].saves, 22);
  EXPECT_EQ(sum[0].restores, 33);
  EXPECT_EQ(sum[0].advancing, 0.5);
  EXPECT_EQ(sum[1].advances, 5);
}

}  // namespace
}  // namespace bw::cosim::chain_test
