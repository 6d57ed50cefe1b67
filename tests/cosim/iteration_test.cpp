// Masters that repeat a loop within a communication step: gauss-seidel with iterations, and newton.
#include <gtest/gtest.h>

#include <cmath>

#include "support/cosim/marching.h"
#include "support/model/test_components.h"

namespace bw::cosim::iteration_test {
namespace {

using test::Algebraic;
using test::connection;
using test::Integrator;
using test::Kit;
using test::Logic;
using test::Marcher;
using test::options_for;

const MasterKind& gauss_seidel() { return *find_master("gauss-seidel"); }
const MasterKind& newton() { return *find_master("newton"); }

MasterOptions with(int iterations, double tolerance = 1e-10) {
  MasterOptions options = options_for(gauss_seidel(), iterations);
  options.tolerance = {.relative = tolerance, .absolute = tolerance};
  return options;
}

// x = gain u with u the other's output: the loop's solution at the end of a step is 0, and an
// iteration shrinks what is left by gain^2.
Coupling algebraic_pair(Kit& kit, double gain) {
  kit.add<Algebraic>("a", [gain](double u) { return gain * u + 1; });
  kit.add<Algebraic>("b", [gain](double u) { return gain * u + 1; });
  return kit.couple({connection(0, 1), connection(1, 0)});
}

TEST(Iteration, EndsWhereTheLoopAgreesWithItself) {
  for (const MasterKind* kind : {&gauss_seidel(), &newton()}) {
    Kit kit;
    Coupling coupling = algebraic_pair(kit, 0.5);
    Marcher marcher(coupling, *kind, with(100));
    const CommunicationStep made = marcher.step(0, 1);
    EXPECT_TRUE(made.converged) << kind->name;
    EXPECT_NEAR(marcher.next().reals[0], 2, 1e-9) << kind->name;
    EXPECT_NEAR(marcher.next().reals[1], 2, 1e-9) << kind->name;
  }
}

TEST(Iteration, NewtonSolvesALinearLoopInTwoIterationsHoweverStrongItIs) {
  for (const double gain : {0.5, -0.9, 3.0, -40.0}) {
    Kit kit;
    Coupling coupling = algebraic_pair(kit, gain);
    Marcher marcher(coupling, newton(), with(10, 1e-6));
    const CommunicationStep made = marcher.step(0, 1);
    EXPECT_TRUE(made.converged) << gain;
    EXPECT_LE(made.iterations, 3) << gain;
    EXPECT_NEAR(marcher.next().reals[0], 1 / (1 - gain), 1e-6 * std::abs(gain)) << gain;
  }
}

TEST(Iteration, OfGaussSeidelDoesNotConvergeWhereTheLoopAmplifies) {
  Kit kit;
  Coupling coupling = algebraic_pair(kit, 3.0);
  Marcher marcher(coupling, gauss_seidel(), with(20));
  const CommunicationStep made = marcher.step(0, 1);
  EXPECT_FALSE(made.converged);
  EXPECT_EQ(made.iterations, 20);
  EXPECT_GT(made.change, 1.0);
  EXPECT_EQ(coupling.counters(0).advances, 20);
  EXPECT_EQ(coupling.counters(0).restores, 19);
}

TEST(Iteration, LeavesTheComponentsWhereTheSignalsAre) {
  for (const MasterKind* kind : {&gauss_seidel(), &newton()}) {
    Coupling coupling = test::lotka_volterra_components();
    Marcher marcher(coupling, *kind, with(50));
    ASSERT_TRUE(marcher.step(0, 0.5).converged);
    Signals standing = coupling.now();
    for (const std::size_t component : {0u, 1u}) coupling.read(component, 0.5, standing);
    EXPECT_EQ(standing.reals, marcher.next().reals)
        << kind->name << ": not at a perturbed or an earlier one";
  }
}

TEST(Iteration, BothMastersFindTheSameSolution) {
  Signals found[2];
  int k = 0;
  for (const MasterKind* kind : {&gauss_seidel(), &newton()}) {
    Coupling coupling = test::lotka_volterra_components();
    Marcher marcher(coupling, *kind, with(50, 1e-12));
    ASSERT_TRUE(marcher.step(0, 0.5).converged);
    found[k++] = marcher.next();
  }
  for (const std::size_t i : {0u, 1u})
    EXPECT_NEAR(found[0].reals[i], found[1].reals[i], 1e-10 * found[0].reals[i]);
}

TEST(Iteration, NeverHappensWithOneComponent) {
  for (const MasterKind* kind : {&gauss_seidel(), &newton()}) {
    Kit kit;
    kit.add<Integrator>("a", 1.0);
    Coupling coupling = kit.couple({connection(0, 0)});
    Marcher marcher(coupling, *kind, with(10));
    const CommunicationStep made = marcher.step(0, 1);
    EXPECT_TRUE(made.converged) << kind->name;
    EXPECT_EQ(coupling.counters(0).advances, 1) << kind->name;
    EXPECT_EQ(coupling.counters(0).restores, 0) << kind->name;
  }
}

TEST(Iteration, OnlyRepeatsComponentsOfLoops) {
  for (const MasterKind* kind : {&gauss_seidel(), &newton()}) {
    Kit kit;
    kit.add<test::Source>("source", 1.0);
    kit.add<Algebraic>("a", [](double u) { return 0.3 * u; });
    kit.add<Algebraic>("b", [](double u) { return 0.3 * u + 1; });
    kit.add<Integrator>("sink", 0.0);
    Coupling coupling = kit.couple({connection(1, 2), connection(2, 1), connection(1, 3)});
    Marcher marcher(coupling, *kind, with(50));
    EXPECT_TRUE(marcher.step(0, 1).converged);
    EXPECT_EQ(coupling.counters(0).advances, 1) << kind->name;
    EXPECT_EQ(coupling.counters(3).advances, 1) << kind->name;
    EXPECT_GT(coupling.counters(1).advances, 1) << kind->name;
  }
}

// a: whether its input is below 2; b counts its input: 0 -> 1 -> ... until they agree.
TEST(Iteration, DiscreteSignalsConvergeOnlyWhenEqual) {
  for (const MasterKind* kind : {&gauss_seidel(), &newton()}) {
    Kit kit;
    kit.add<Logic>("a", [](std::int64_t n) { return std::min<std::int64_t>(n + 1, 3); });
    kit.add<Logic>("b", [](std::int64_t n) { return n; });
    Coupling coupling = kit.couple({connection(0, 1), connection(1, 0)});
    Signals start = coupling.now();
    start.discretes = {std::int64_t{0}, std::int64_t{0}};
    coupling.accept(start);
    Marcher marcher(coupling, *kind, with(20));
    const CommunicationStep made = marcher.step(0, 1);
    EXPECT_TRUE(made.converged) << kind->name;
    EXPECT_EQ(marcher.next().discretes[0], Discrete(std::int64_t{3})) << kind->name;
    EXPECT_EQ(marcher.next().discretes[1], Discrete(std::int64_t{3})) << kind->name;
    EXPECT_GT(made.iterations, 3) << kind->name;
  }
}

TEST(Iteration, DiscreteSignalsThatNeverAgreeAreNoResult) {
  for (const MasterKind* kind : {&gauss_seidel(), &newton()}) {
    Kit kit;
    kit.add<Logic>("a", [](std::int64_t n) { return 1 - n; });
    kit.add<Logic>("b", [](std::int64_t n) { return n; });
    Coupling coupling = kit.couple({connection(0, 1), connection(1, 0)});
    Signals start = coupling.now();
    start.discretes = {std::int64_t{0}, std::int64_t{0}};
    coupling.accept(start);
    EXPECT_FALSE(Marcher(coupling, *kind, with(20)).step(0, 1).converged) << kind->name;
  }
}

TEST(Iteration, StopsAfterOneSweepBelowTheFallbackStep) {
  for (const MasterKind* kind : {&gauss_seidel(), &newton()}) {
    Kit kit;
    Coupling coupling = algebraic_pair(kit, 3.0);
    MasterOptions options = with(20);
    options.fallback_step = 0.1;
    Marcher marcher(coupling, *kind, options);
    const CommunicationStep made = marcher.step(0, 0.05);
    EXPECT_TRUE(made.converged) << kind->name;
    EXPECT_TRUE(made.fell_back) << kind->name;
    EXPECT_EQ(coupling.counters(0).advances, 1) << kind->name;
  }
}

TEST(Iteration, ASmoothLoopBelowTheFallbackStepIsNoDiscontinuity) {
  for (const MasterKind* kind : {&gauss_seidel(), &newton()}) {
    Coupling coupling = test::lotka_volterra_components();
    MasterOptions options = with(20, 1e-4);
    options.fallback_step = 1;
    EXPECT_FALSE(Marcher(coupling, *kind, options).step(0, 1e-6).fell_back) << kind->name;
  }
}

TEST(Iteration, ANormThatIsNotANumberIsNoConvergence) {
  Kit kit;
  // Its answers grow beyond all numbers within a few iterations.
  kit.add<Algebraic>("a", [](double u) { return u * u * 1e30 + 2; });
  kit.add<Algebraic>("b", [](double u) { return u; });
  Coupling coupling = kit.couple({connection(0, 1), connection(1, 0)});
  const CommunicationStep made = Marcher(coupling, gauss_seidel(), with(40)).step(0, 1);
  EXPECT_TRUE(made.component == ComponentStatus::not_finite || !made.converged);
}

// The Jacobian of a step function is 0 or enormous; neither may end the run.
TEST(Iteration, NewtonOutlivesADiscontinuity) {
  Kit kit;
  kit.add<Algebraic>("a", [](double u) { return u < 0.5 ? 1.0 : 0.0; });
  kit.add<Algebraic>("b", [](double u) { return u; });
  Coupling coupling = kit.couple({connection(0, 1), connection(1, 0)});
  const CommunicationStep made = Marcher(coupling, newton(), with(20)).step(0, 1);
  EXPECT_EQ(made.component, ComponentStatus::ok);
  EXPECT_FALSE(made.converged);
}

TEST(Iteration, NewtonWorksInUnitsOfTheSignals) {
  Kit kit;
  // A pressure near 1e5 and a flow near 1e-6: p = 1e5 - 1e10 q, q = 1e-11 p.
  kit.add<Algebraic>(
      "p", [](double q) { return 1e5 - 1e10 * q; }, 1e5);
  kit.add<Algebraic>(
      "q", [](double p) { return 1e-11 * p; }, 1e-6);
  Coupling coupling = kit.couple({connection(0, 1), connection(1, 0)});
  MasterOptions options = with(10);
  options.tolerance = {.relative = 1e-6};
  Marcher marcher(coupling, newton(), options);
  const CommunicationStep made = marcher.step(0, 1);
  EXPECT_TRUE(made.converged);
  EXPECT_NEAR(marcher.next().reals[0], 1e5 / 1.1, 1.0);
  EXPECT_NEAR(marcher.next().reals[1], 1e-6 / 1.1, 1e-11);
}

// y = gain u + offset with direct feedthrough, and provides its partial derivative.
class Knowing final : public test::TestComponent {
 public:
  Knowing(std::string name, double gain, double partial)
      : TestComponent(std::move(name), {test::variable("u")}, {test::variable("y")}),
        gain_(gain),
        partial_(partial) {
    shape_of_it_ = TestComponent::shape();
    shape_of_it_.gives_partials = true;
  }
  const model::ComponentShape& shape() const override { return shape_of_it_; }
  void get_partials(std::span<double> columns) override { columns[0] = partial_; }

 private:
  void answer(const model::SignalsOut& y) override { y.reals[0] = gain_ * heard_.reals[0] + 1; }
  double gain_, partial_;
  model::ComponentShape shape_of_it_;
};

TEST(Iteration, NewtonTakesDirectionalDerivativesWhereAllComponentsHaveThem) {
  Kit kit;
  kit.add<Knowing>("a", 3.0, 3.0);
  kit.add<Knowing>("b", -2.0, -2.0);
  Coupling coupling = kit.couple({connection(0, 1, 2.0), connection(1, 0, 0.5, 1.0)});
  Marcher marcher(coupling, newton(), with(10, 1e-8));
  const CommunicationStep made = marcher.step(0, 1);
  ASSERT_TRUE(made.converged);
  const double a = marcher.next().reals[0], b = marcher.next().reals[1];
  EXPECT_NEAR(a, 3 * (0.5 * b + 1) + 1, 1e-6);
  EXPECT_NEAR(b, -2 * (2 * a) + 1, 1e-6);
  EXPECT_EQ(coupling.counters(0).advances, made.iterations + 1) << "no step for the Jacobian";
}

TEST(Iteration, NewtonTakesDifferencesWhenDirectionalDerivativesDoNotHelp) {
  Kit kit;
  kit.add<Knowing>("a", 3.0, 0.0);  // what feeds through is not all that counts
  kit.add<Knowing>("b", -2.0, 0.0);
  Coupling coupling = kit.couple({connection(0, 1), connection(1, 0)});
  Marcher marcher(coupling, newton(), with(10, 1e-6));
  const CommunicationStep made = marcher.step(0, 1);
  EXPECT_TRUE(made.converged);
  EXPECT_LE(made.iterations, 6);
}

}  // namespace
}  // namespace bw::cosim::iteration_test
