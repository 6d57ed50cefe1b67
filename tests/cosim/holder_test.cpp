// The inputs that components get over a step, and the history that masters keep.
#include "cosim/master/holder.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/cosim/jumping_components.h"
#include "support/cosim/linear_components.h"
#include "support/cosim/marching.h"

namespace bw::cosim::holder_test {
namespace {

using test::connection;
using test::Integrator;
using test::Kit;
using test::LinearComponent;
using test::Marcher;

MasterOptions holding(Hold hold) {
  MasterOptions options;
  options.hold = hold;
  return options;
}

// Writes down its input in every step; its output is the number of steps, squared.
class Listener final : public test::TestComponent {
 public:
  Listener(std::string name, bool feed_through)
      : TestComponent(std::move(name), {test::variable("u")}, {test::variable("y")}) {
    if (!feed_through) shape_.outputs[0].direct_inputs.emplace();
  }
  std::vector<double> all;

 private:
  void move(double) override {
    all.push_back(heard_.reals[0]);
    state_ += 1;
  }
  void answer(const model::SignalsOut& y) override { y.reals[0] = state_ * state_; }
};

// a and b, which count steps, listen to each other over three communication steps.
std::vector<double> heard(const char* master, Hold hold, std::size_t component, bool feed_through) {
  Kit kit;
  const Listener* listeners[] = {&kit.add<Listener>("a", feed_through),
                                 &kit.add<Listener>("b", feed_through)};
  Coupling coupling = kit.couple({connection(0, 1), connection(1, 0)});
  Marcher marcher(coupling, *find_master(master), holding(hold));
  for (int k = 0; k < 3; ++k) EXPECT_EQ(marcher.go(k, 1), ComponentStatus::ok);
  return listeners[component]->all;
}

using Heard = std::vector<double>;

TEST(Holds, TheMeanIsOfKnownOrExtrapolatedEnds) {
  // The outputs are 0, 1, 4, 9.
  EXPECT_EQ(heard("jacobi", Hold::mean, 0, false), (Heard{0, 1.5, 5.5})) << "0 and 0, 1, 2, 4, 7";
  EXPECT_EQ(heard("gauss-seidel", Hold::mean, 0, false), (Heard{0, 1.5, 5.5}));
  EXPECT_EQ(heard("gauss-seidel", Hold::mean, 1, false), (Heard{0.5, 2.5, 6.5}));
}

TEST(Holds, ATrapezoidIsTwoHalfSteps) {
  // Two steps of each component in a communication step: outputs 0, 4, 16, 36.
  EXPECT_EQ(heard("jacobi", Hold::trapezoid, 0, false), (Heard{0, 0, 4, 8, 16, 28}));
  EXPECT_EQ(heard("gauss-seidel", Hold::trapezoid, 1, false), (Heard{0, 4, 4, 16, 16, 36}));
}

TEST(Holds, ThatFitAreTrapezoidsForComponentsWithFeedThroughOnly) {
  EXPECT_EQ(heard("mixed", Hold::constant, 1, false), (Heard{0.5, 2.5, 6.5}));
  EXPECT_EQ(heard("mixed", Hold::constant, 1, true), (Heard{0, 4, 4, 16, 16, 36}));
}

// The error at t = 1 of components that take slopes; every step must have had some.
double error_with_slopes(const char* master, int steps) {
  const test::LinearSystem system = test::force_and_displacement();
  Coupling coupling = system.couple(true);
  Marcher marcher(coupling, *find_master(master));
  for (int k = 0; k < steps; ++k)
    EXPECT_EQ(marcher.go(k / double(steps), 1.0 / steps), ComponentStatus::ok);
  const auto& component = dynamic_cast<LinearComponent&>(coupling.component(1));
  EXPECT_EQ(component.slopes_set, coupling.counters(1).advances) << master;
  double error = 0;
  const std::vector<double> truth = system.outputs(1);
  for (std::size_t i = 0; i < truth.size(); ++i)
    error = std::max(error, std::abs(coupling.now().reals[i] - truth[i]));
  return error;
}

TEST(Holds, ComponentsThatTakeSlopesGetALineInOneStep) {
  for (const char* master : {"mixed", "ith"})
    EXPECT_NEAR(std::log2(error_with_slopes(master, 40) / error_with_slopes(master, 80)), 2, 0.1)
        << master;
}

TEST(Holds, SignalsThatDoNotChangeSmoothlyAreHeldAtTheirNewestValue) {
  Kit kit;
  model::Variable stairs = test::without_feed_through(test::variable("y"));
  stairs.variability = model::Variability::discrete;
  struct Stairs final : test::TestComponent {
    explicit Stairs(model::Variable y) : TestComponent("stairs", {}, {std::move(y)}) {}
    void move(double) override { state_ += 1; }
    void answer(const model::SignalsOut& y) override { y.reals[0] = state_; }
  };
  kit.add<Stairs>(stairs);
  const auto& listener = kit.add<Listener>("listener", false);
  Coupling coupling = kit.couple({connection(0, 1)});
  Marcher marcher(coupling, *find_master("gauss-seidel"), holding(Hold::mean));
  for (int k = 0; k < 3; ++k) ASSERT_EQ(marcher.go(k, 1), ComponentStatus::ok);
  EXPECT_EQ(listener.all, (Heard{1, 2, 3}));
}

class History : public testing::Test {
 protected:
  double guess(double h) const {
    std::vector<double> y{0};
    history_.extrapolate(h, {0}, y);
    return y[0];
  }
  void see(double t, double value) { history_.see(t, {value}); }
  SignalHistory history_;
};

TEST_F(History, NeedsTwoTimesForASlope) {
  EXPECT_EQ(guess(1), 0);
  see(0, 5);
  EXPECT_EQ(guess(1), 0);
  see(2, 9);
  EXPECT_EQ(guess(1), 2);
  EXPECT_EQ(guess(3), 6);
}

TEST_F(History, OfARepeatedStepIsTheSame) {
  see(0, 0), see(1, 3), see(1, 3), see(1, 3);
  EXPECT_EQ(guess(1), 3);
}

TEST_F(History, SurvivesAnErrorTestThatFails) {
  see(0, 0), see(1, 3);  // the whole step from 1, and its first half
  see(1.5, 100);         // the second half
  EXPECT_EQ(guess(0.5), 97);
  see(1, 3);  // again
  EXPECT_EQ(guess(1), 3);
}

TEST_F(History, HasNothingOfWhatWasRolledBack) {
  see(0, 0), see(1, 3), see(2, 7);
  see(0.5, 1);
  EXPECT_EQ(guess(1), 2);
  see(-1, 0);
  EXPECT_EQ(guess(1), 0);
}

TEST_F(History, IsForgotten) {
  see(0, 0), see(1, 3);
  history_.forget();
  EXPECT_EQ(guess(1), 0);
  see(2, 9);
  EXPECT_EQ(guess(1), 0);
}

TEST(Holds, AreForgottenByTheMaster) {
  for (const char* name : {"jacobi", "gauss-seidel"}) {
    Kit kit;
    const auto& a = kit.add<Listener>("a", false);
    kit.add<Listener>("b", false);
    Coupling coupling = kit.couple({connection(0, 1), connection(1, 0)});
    const auto master = find_master(name)->make(coupling, holding(Hold::mean));
    Signals next = coupling.now();
    for (int k = 0; k < 3; ++k) {
      if (k == 2) master->forget();
      ASSERT_EQ(master->step(coupling, {}, k, 1, next).component, ComponentStatus::ok);
      coupling.accept(next);
    }
    EXPECT_EQ(a.all, (Heard{0, 1.5, 4})) << name;
  }
}

// Plain gauss-seidel that counts how often it is made to forget its history.
int forgotten = 0;
const MasterKind forgetful = {
    .name = "forgetful",
    .make = [](const Coupling&, const MasterOptions&) -> std::unique_ptr<Master> {
      struct Forgetful final : Master {
        CommunicationStep step(Coupling& coupling, const Checkpoint&, double t, double h,
                               Signals& next) override {
          copy(coupling.now(), next);
          for (const Loop& loop : coupling.loops()) sweep(coupling, loop, t, h, next);
          return {};
        }
        void forget() override { ++forgotten; }
      };
      return std::make_unique<Forgetful>();
    }};

TEST(Holds, AreForgottenAfterAnEventWhetherItIsLocatedOrNot) {
  for (const bool locates : {false, true}) {
    Kit kit;
    kit.add<test::Switch>(3.14, Type::integer);
    kit.add<test::Ramp>(Type::integer);
    Coupling coupling = kit.couple({connection(0, 1)});
    test::start(coupling);
    test::SignalTrace path(coupling, 0);
    MarchPlan plan = test::plan_for(forgetful, {.start = 0, .stop = 10, .interval = 0.1});
    plan.locates_events = locates;
    Tally tally;
    forgotten = 0;
    march(coupling, forgetful, plan, path, tally);
    EXPECT_EQ(tally.events, locates ? 1 : 0);
    EXPECT_EQ(forgotten, 1) << locates;
  }
}

TEST(Ith, LeavesTheComponentsWhereTheSignalsAre) {
  Coupling coupling = test::lotka_volterra_components();
  Marcher marcher(coupling, *find_master("ith"));
  ASSERT_TRUE(marcher.step(0, 0.5).converged);
  Signals standing = coupling.now();
  for (const std::size_t component : {0u, 1u}) coupling.read(component, 0.5, standing);
  EXPECT_EQ(standing.reals, marcher.next().reals);
}

TEST(Ith, IsTheSameBackwards) {
  Coupling coupling = test::force_and_displacement().couple();
  const std::vector<double> start = coupling.now().reals;
  Marcher marcher(coupling, *find_master("ith"));
  ASSERT_EQ(marcher.go(0, 0.5), ComponentStatus::ok);
  ASSERT_EQ(marcher.go(0.5, -0.5), ComponentStatus::ok);
  for (std::size_t i = 0; i < start.size(); ++i)
    EXPECT_NEAR(coupling.now().reals[i], start[i], 1e-12);
}

TEST(Ith, KeepsItsMatrixFromStepToStep) {
  Coupling coupling = test::lotka_volterra_components();
  Marcher marcher(coupling, *find_master("ith"));
  ASSERT_EQ(marcher.go(0, 0.01), ComponentStatus::ok);
  const long first = coupling.counters(0).advances;
  for (int k = 1; k < 11; ++k) ASSERT_EQ(marcher.go(0.01 * k, 0.01), ComponentStatus::ok);
  EXPECT_LE(coupling.counters(0).advances - first, 10 * 3);
  EXPECT_LT(3, first) << "a column for each unknown";
}

TEST(Ith, SolvesAComponentThatDrivesItself) {
  Kit kit;
  kit.add<Integrator>("growth", 1.0);
  Coupling coupling = kit.couple({connection(0, 0)});
  Signals start = coupling.now();
  start.reals[0] = 1;
  coupling.accept(start);
  const auto master = find_master("ith")->make(coupling, test::options_for(*find_master("ith")));
  Signals next = coupling.now();
  ASSERT_TRUE(master->step(coupling, {}, 0, 0.5, next).converged) << "from its own checkpoint";
  EXPECT_NEAR(next.reals[0], 1.25 / 0.75, 1e-13);
}

TEST(Ith, SaysWhatDoesNotConvergeAndStepsTheRest) {
  Kit kit;
  kit.add<test::Algebraic>("a", [](double u) { return u < 0.5 ? 1.0 : 0.0; });
  kit.add<test::Algebraic>("b", [](double u) { return u; });
  kit.add<Integrator>("sink", 0.0);
  Coupling coupling = kit.couple({connection(0, 1), connection(1, 0), connection(1, 2)});
  Marcher marcher(coupling, *find_master("ith"));
  const CommunicationStep made = marcher.step(0, 1);
  EXPECT_FALSE(made.converged);
  EXPECT_EQ(made.loop, 0u);
  EXPECT_GT(made.change, 1);
  EXPECT_EQ(coupling.counters(2).advances, 1);
}

// y = f(u) with some noise that depends on the input's last digits, as an inner solver has.
TEST(Ith, AcceptsTheNoiseOfComponents) {
  for (const double noise : {1e-11, 1e-6}) {
    Kit kit;
    for (const char* name : {"a", "b"})
      kit.add<test::Algebraic>(
          name, [noise](double u) { return 0.4 * u + 1 + noise * std::sin(1e13 * u); });
    Coupling coupling = kit.couple({connection(0, 1), connection(1, 0)});
    Marcher marcher(coupling, *find_master("ith"));
    EXPECT_EQ(marcher.step(0, 1).converged, noise < 1e-9) << noise;
  }
}

TEST(Ith, WaitsForDiscreteSignals) {
  Kit kit;
  kit.add<test::Logic>("a", [](std::int64_t n) { return std::min<std::int64_t>(n + 1, 4); });
  kit.add<test::Logic>("b", [](std::int64_t n) { return n; });
  Coupling coupling = kit.couple({connection(0, 1), connection(1, 0)});
  Signals start = coupling.now();
  start.discretes = {std::int64_t{0}, std::int64_t{0}};
  coupling.accept(start);
  Marcher marcher(coupling, *find_master("ith"));
  ASSERT_TRUE(marcher.step(0, 1).converged);
  EXPECT_EQ(marcher.next().discretes[0], Discrete(std::int64_t{4}));
  EXPECT_EQ(marcher.next().discretes[1], Discrete(std::int64_t{4}));
}

}  // namespace
}  // namespace bw::cosim::holder_test
