#include "cosim/chain/event_chain.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/cosim/certified_systems.h"
#include "support/cosim/chains.h"
#include "support/cosim/jumping_components.h"
#include "support/dice.h"

namespace bw::cosim::event_chain_test {
namespace {

using namespace test;  // its components are the vocabulary here

constexpr double stop = 10, as_good = 1e-11 * stop;
const std::vector<const char*> bases{"jacobi", "gauss-seidel", "alternating", "mixed", "ith"};

Mesh usual_mesh() { return {even_times(stop, 20), {}, 10}; }

// Something that switches, and x' = its signal.
Coupling switched(const std::vector<double>& times, Type type) {
  Kit kit;
  kit.add<OfTime>(toggling(times), type);
  kit.add<Ramp>(type);
  return at_start(kit.couple({connection(0, 1)}));
}

double ramp(const std::vector<double>& times, double t) {
  double x = 0;
  for (std::size_t i = 0; i < times.size(); i += 2)
    x += std::clamp(t, times[i], i + 1 < times.size() ? times[i + 1] : stop) - times[i];
  return x;
}

void expect_located(const std::vector<double>& times, Type type, const ChainOptions& options) {
  Coupling coupling = switched(times, type);
  const Mesh mesh = usual_mesh();
  const cosim::Path path = chain_of(coupling, mesh, options);
  SCOPED_TRACE(testing::Message() << options.base << ", " << options.steps << " steps, "
                                  << testing::PrintToString(times)
                                  << (type == Type::real ? ", real" : ", discrete"));
  ASSERT_TRUE(path.complete()) << path.reason;
  ASSERT_EQ(path.events.size(), times.size());
  for (std::size_t i = 0; i < times.size(); ++i) {
    EXPECT_NEAR(path.events[i].time, times[i], as_good);
    EXPECT_LE(mesh.begin(path.events[i].interval), times[i] + as_good);
    EXPECT_GE(mesh.end(path.events[i].interval), times[i] - as_good);
    EXPECT_EQ(path.events[i].signal, type == Type::real ? "of time.y" : "a discrete signal");
  }
  EXPECT_NEAR(path.reals.back(), ramp(times, stop), 10 * as_good) << "x at the stop";
}

void expect_located_in_all_ways(const std::vector<double>& times,
                                const std::vector<int>& counts = {1, 2, 3, 5, 8}) {
  for (const char* base : bases)
    for (const int steps : counts)
      for (const Type type : {Type::integer, Type::real})
        expect_located(times, type, {.base = base, .steps = steps, .locates = true});
}

TEST(EventChain, LocatesJumpsWhereverTheyAre) {
  Dice dice(1);
  for (int trial = 0; trial < 12; ++trial) expect_located_in_all_ways({dice.between(0.5, 9.5)});
}

TEST(EventChain, LocatesJumpsInTheFirstStep) {
  for (const double when : {1e-3, 0.02, 0.3}) expect_located_in_all_ways({when});
}

TEST(EventChain, LocatesJumpsAtTheEndsOfCells) {
  const Mesh mesh = usual_mesh();
  for (const std::size_t interval : {0u, 1u, 2u, 7u, 15u})
    for (const double off : {-1e-9, 0.0, 1e-9})
      expect_located_in_all_ways({mesh.end(interval) + off});
}

// A pulse that begins and ends within a step leaves no trace, and one within two steps is no jump
// between calm steps.
TEST(EventChain, LocatesTwoJumpsInAnIntervalThatAreSomeStepsApart) {
  const Mesh mesh = usual_mesh();
  for (const std::size_t interval : {0u, 6u}) {
    const double begin = mesh.begin(interval), length = mesh.end(interval) - begin;
    expect_located_in_all_ways({begin + 0.15 * length, begin + 0.85 * length}, {5, 8, 13});
    expect_located_in_all_ways({begin + 0.45 * length, begin + 0.55 * length}, {31, 40});
  }
}

TEST(EventChain, LocatesManyJumps) {
  Dice dice(2);
  std::vector<double> times;
  for (double t = 0.2; t < 9.9; t += dice.between(0.15, 0.6)) times.push_back(t);
  expect_located_in_all_ways(times, {8, 13});
}

TEST(EventChain, LocatesJumpsOfAFractionOfTheTolerance) {
  for (const double size : {2e-4, 1e-2, 1.0}) {
    Kit kit;
    kit.add<OfTime>([=](double t) { return t >= 3.21 ? size : 0; });
    Coupling coupling = at_start(kit.couple({}));
    const cosim::Path path =
        chain_of(coupling, usual_mesh(), {.steps = 4, .locates = true, .tolerance = 1e-3});
    ASSERT_EQ(path.events.size(), 1u) << size;
    EXPECT_NEAR(path.events[0].time, 3.21, as_good);
  }
}

TEST(EventChain, TakesNothingSteepForAJump) {
  for (const char* base : {"gauss-seidel", "alternating", "mixed"})
    for (const int steps : {1, 2, 3, 5, 8})
      for (int power = -1; power <= 8; ++power)
        for (const double centre : {0.01, 3.3, 5.0}) {
          const double steepness = 3 * std::pow(10, power);
          Kit kit;
          kit.add<OfTime>([=](double t) { return std::tanh(steepness * (t - centre)); });
          kit.add<Ramp>();
          Coupling coupling = at_start(kit.couple({connection(0, 1)}));
          const cosim::Path path =
              chain_of(coupling, usual_mesh(), {.base = base, .steps = steps, .locates = true});
          EXPECT_TRUE(path.complete()) << path.reason;
          EXPECT_TRUE(path.events.empty())
              << base << ", " << steps << " steps, tanh " << steepness << " (t - " << centre << ")";
        }
}

TEST(EventChain, TakesNoDirectFeedthroughForAJump) {
  for (const char* base : bases)
    for (const int steps : {1, 2, 5})
      for (const double frequency : {0.3, 3.0, 30.0}) {
        Kit kit;
        kit.add<OfTime>([=](double t) { return std::sin(frequency * t); });
        kit.add<Algebraic>("tripled", [](double u) { return 3 * u; });
        kit.add<Algebraic>("squared", [](double u) { return u * u; });
        Coupling coupling = at_start(kit.couple({connection(0, 1), connection(1, 2)}));
        const cosim::Path path =
            chain_of(coupling, usual_mesh(), {.base = base, .steps = steps, .locates = true});
        EXPECT_TRUE(path.complete());
        EXPECT_TRUE(path.events.empty()) << base << ", " << steps << ", " << frequency;
      }
}

TEST(EventChain, ThatMeetsNothingHasBitForBitTheRowsOfOneThatDoesNotLook) {
  for (const CoupledSystem& system :
       {lotka_volterra_system(20), force_displacement(), force_force(), nested_loops(true)})
    for (const char* base : bases)
      for (const int steps : {1, 2, 5}) {
        const Mesh mesh(even_times(system.stop, 20), {}, 10);
        Coupling looking = system.make(), other = system.make();
        const cosim::Path a =
            chain_of(looking, mesh, {.base = base, .steps = steps, .locates = true});
        const cosim::Path b = chain_of(other, mesh, {.base = base, .steps = steps});
        SCOPED_TRACE(testing::Message() << system.name << ", " << base << ", " << steps);
        if (!a.events.empty()) {
          ADD_FAILURE() << "an event of " << a.events[0].signal << " at " << a.events[0].time;
          continue;
        }
        EXPECT_EQ(a.end, b.end);
        if (std::string_view(base) != "ith") {
          EXPECT_EQ(a.reals, b.reals);
          continue;
        }
        // It keeps the matrices of other steps, and ends with another rounding.
        ASSERT_EQ(a.reals.size(), b.reals.size());
        for (std::size_t i = 0; i < a.reals.size(); ++i) EXPECT_NEAR(a.reals[i], b.reals[i], 1e-11);
      }
}

// --- events that components report ---
// x' = u; at x = 1 its mode goes from 0 to 1, and it returns early there if the margin allows.
class Announcing final : public TestComponent {
 public:
  Announcing(double margin, Type type)
      : TestComponent(
            "teller", {variable("u")},
            {without_feed_through(variable("x")), without_feed_through(variable("mode", type))}),
        margin_(margin),
        real_(type == Type::real) {}
  model::Advance advance(const model::SignalsIn& u, double t, double h,
                         const model::SignalsOut& y) override {
    const double x = state_;
    const double event = t + (1 - x) / u.reals[0];
    const model::Advance done = TestComponent::advance(u, t, h, y);
    if (x < 1 && event > t + margin_ && event <= t + h)
      return {model::Advance::Status::event, event};
    return done;
  }

 private:
  void move(double h) override { state_ += h * heard_.reals[0]; }
  void answer(const model::SignalsOut& y) override {
    const bool on = state_ >= 1;
    y.reals[0] = state_;
    if (real_)
      y.reals[1] = on ? 1 : 0;
    else
      y.discretes[0] = std::int64_t{on};
  }
  double margin_;
  bool real_;
};

// Reported or not, x = integral of 0.1 + sin(t)^2 / 3 gets to 1 at the same time.
cosim::Path run_announcing(bool announces, Type type, const ChainOptions& options) {
  Kit kit;
  kit.add<OfTime>([](double t) { return 0.1 + std::sin(t) * std::sin(t) / 3; });
  const Mesh mesh = usual_mesh();
  const double margin = announces ? 10 * event_resolution({0, stop, 0, 1}) : 2 * stop;
  kit.add<Announcing>(margin, type);
  Coupling coupling = at_start(kit.couple({connection(0, 1)}));
  return chain_of(coupling, mesh, options);
}

TEST(EventChain, FindsTheSameTimeWhetherAComponentReportsItsEventOrNot) {
  for (const char* base : {"jacobi", "gauss-seidel", "alternating", "mixed"})
    for (const Type type : {Type::integer, Type::real})
      for (const int steps : {1, 2, 3, 5, 8}) {
        const ChainOptions options{.base = base, .steps = steps, .locates = true};
        const cosim::Path announced = run_announcing(true, type, options),
                          found = run_announcing(false, type, options);
        SCOPED_TRACE(testing::Message() << base << ", " << steps);
        ASSERT_TRUE(announced.complete()) << announced.reason;
        ASSERT_EQ(found.events.size(), 1u);
        ASSERT_EQ(announced.events.size(), 1u);
        EXPECT_EQ(announced.events[0].interval, found.events[0].interval);
        EXPECT_NEAR(announced.events[0].time, found.events[0].time, as_good);
        EXPECT_LT(announced.advances(), found.advances()) << "nothing need be searched for";
        for (std::size_t i = 0; i < found.reals.size(); ++i)
          EXPECT_NEAR(announced.reals[i], found.reals[i], as_good);
      }
}

TEST(EventChain, EndsWhereSignalsJumpWithoutEnd) {
  Kit kit;
  kit.add<OfTime>([](double t) { return t < 3 ? 0.0 : std::floor(1e9 * (t - 3)); }, Type::integer);
  Coupling coupling = at_start(kit.couple({}));
  const cosim::Path path = chain_of(coupling, Mesh::uniform(0, 10, 10), {.locates = true});
  EXPECT_EQ(path.end, cosim::Path::End::too_many_events);
  EXPECT_NEAR(path.time, 3, 0.01);
}

}  // namespace
}  // namespace bw::cosim::event_chain_test
