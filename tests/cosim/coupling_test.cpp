#include "cosim/coupling/coupling.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "support/model/test_components.h"

namespace bw::cosim::coupling_test {
namespace {

using test::Clockwork;
using test::connection;
using test::Echo;
using test::Failing;
using test::Integrator;
using test::Kit;
using test::Source;
using test::variable;

using Reals = std::vector<double>;
using Discretes = std::vector<Discrete>;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(Coupling, AConnectionCarriesTheValueAsItIs) {
  Kit kit;
  kit.add<Source>("a", 0.1);
  const auto& b = kit.add<Integrator>("b", 0.0);
  Coupling coupling = kit.couple({connection(0, 1)});
  Signals y = coupling.now();
  ASSERT_EQ(coupling.evaluate(0, y, 0, y), ComponentStatus::ok);
  ASSERT_EQ(coupling.evaluate(1, y, 0, y), ComponentStatus::ok);
  EXPECT_EQ(b.heard().reals, Reals{0.1});
}

TEST(Coupling, GainAndOffsetActOnTheWayFromOutputToInput) {
  Kit kit;
  kit.add<Source>("a", 3.0);
  const auto& both = kit.add<Integrator>("both", 0.0);
  const auto& gain = kit.add<Integrator>("gain", 0.0);
  const auto& offset = kit.add<Integrator>("offset", 0.0);
  Coupling coupling =
      kit.couple({connection(0, 1, -2, 0.5), connection(0, 2, 4), connection(0, 3, 1, 10)});
  Signals y = coupling.now();
  for (std::size_t component = 0; component < 4; ++component) coupling.evaluate(component, y, 0, y);
  EXPECT_EQ(both.heard().reals, Reals{-5.5});
  EXPECT_EQ(gain.heard().reals, Reals{12});
  EXPECT_EQ(offset.heard().reals, Reals{13});
  EXPECT_EQ(y.reals[0], 3) << "the output itself must not be scaled";
}

TEST(Coupling, OneOutputMayDriveManyInputs) {
  Kit kit;
  kit.add<Source>("a", 7.0);
  const auto& b = kit.add<Echo>("b", std::vector<Type>(3, Type::real));
  Coupling coupling =
      kit.couple({{.from = 0, .to = 1, .input = 0}, {.from = 0, .to = 1, .input = 2, .gain = 2}});
  Signals y = coupling.now();
  coupling.evaluate(0, y, 0, y);
  coupling.evaluate(1, y, 0, y);
  EXPECT_EQ(b.heard().reals, (Reals{7, 0, 14})) << "an input without a connection stays at zero";
}

TEST(Coupling, LanesMayBeMixedAndConnectionsMayCross) {
  Kit kit;
  kit.add<Source>(
      "a",
      std::vector{variable("n", Type::integer), variable("x"), variable("text", Type::string),
                  variable("z"), variable("flag", Type::boolean)},
      Signals{{1.5, 2.5}, {std::int64_t{42}, std::string("ahoy"), std::int64_t{1}}});
  const auto& b = kit.add<Echo>(
      "b", std::vector{Type::string, Type::real, Type::boolean, Type::real, Type::integer});
  Coupling coupling = kit.couple({{.from = 0, .output = 2, .to = 1, .input = 0},
                                  {.from = 0, .output = 3, .to = 1, .input = 1},
                                  {.from = 0, .output = 4, .to = 1, .input = 2},
                                  {.from = 0, .output = 1, .to = 1, .input = 3, .gain = 10},
                                  {.from = 0, .output = 0, .to = 1, .input = 4}});
  Signals y = coupling.now();
  coupling.evaluate(0, y, 0, y);
  coupling.evaluate(1, y, 0, y);
  EXPECT_EQ(b.heard().reals, (Reals{2.5, 15}));
  EXPECT_EQ(b.heard().discretes,
            (Discretes{std::string("ahoy"), std::int64_t{1}, std::int64_t{42}}));
}

TEST(Coupling, EveryComponentHasItsOwnPlaceInBothLanes) {
  Kit kit;
  kit.add<Echo>("a", std::vector{Type::integer, Type::real});
  kit.add<Echo>("b", std::vector<Type>{});
  kit.add<Echo>("c", std::vector{Type::real, Type::string, Type::real});
  const Coupling coupling = kit.couple({});
  EXPECT_EQ(coupling.now().reals.size(), 3u);
  EXPECT_EQ(coupling.now().discretes.size(), 2u);
  EXPECT_EQ(coupling.place(1).reals, 0u);
  EXPECT_EQ(coupling.place(1).discretes, 0u);
  EXPECT_EQ(coupling.place(2).real, 1u);
  EXPECT_EQ(coupling.place(2).reals, 2u);
  EXPECT_EQ(coupling.place(2).discrete, 1u);
  EXPECT_EQ(coupling.place(2).discretes, 1u);
}

TEST(Coupling, AComponentWritesToItsOwnPlaceOnly) {
  Kit kit;
  for (const char* name : {"a", "b", "c"}) kit.add<Clockwork>(name);
  Coupling coupling = kit.couple({});
  Signals y = coupling.now();
  y.reals = {-1, -2, -3};
  coupling.advance(1, coupling.now(), 0, 1, y);
  EXPECT_EQ(y.reals, (Reals{-1, 1, -3}));
}

TEST(Coupling, AdvancingPassesTimeAndStepOn) {
  Kit kit;
  const auto& a = kit.add<Clockwork>("a");
  Coupling coupling = kit.couple({});
  Signals y = coupling.now();
  coupling.advance(0, y, 2.5, 0.25, y);
  ASSERT_EQ(a.steps.size(), 1u);
  EXPECT_EQ(a.steps[0].t, 2.5);
  EXPECT_EQ(a.steps[0].h, 0.25);
}

TEST(Coupling, ReadingEvaluatesWithoutSettingInputsOrPassingTime) {
  Kit kit;
  kit.add<Source>("a", 5.0);
  const auto& b = kit.add<Integrator>("b", 8.0);
  Coupling coupling = kit.couple({connection(0, 1)});
  Signals y = coupling.now();
  y.reals[0] = 5;
  EXPECT_EQ(coupling.read(1, 0, y), ComponentStatus::ok);
  EXPECT_EQ(y.reals[1], 8);
  EXPECT_EQ(b.heard().reals, Reals{0});
  EXPECT_TRUE(b.steps.empty());
}

TEST(Coupling, AcceptingExchangesOldAndNew) {
  Kit kit;
  kit.add<Source>("a", 1.0);
  Coupling coupling = kit.couple({});
  Signals next = coupling.now();
  next.reals[0] = 9;
  coupling.accept(next);
  EXPECT_EQ(coupling.now().reals, Reals{9});
  EXPECT_EQ(next.reals, Reals{0});
}

class NotFinite : public testing::TestWithParam<Failing::How> {};
INSTANTIATE_TEST_SUITE_P(Coupling, NotFinite,
                         testing::Values(Failing::How::nan, Failing::How::infinity));

TEST_P(NotFinite, AnOutputIsReportedWithItsNameAndTime) {
  Kit kit;
  kit.add<Clockwork>("a");
  kit.add<Failing>("b", 1.0, GetParam());
  Coupling coupling = kit.couple({});
  Signals y = coupling.now();
  EXPECT_EQ(coupling.advance(1, y, 0.5, 0.5, y), ComponentStatus::ok);
  EXPECT_EQ(coupling.advance(1, y, 1.0, 0.5, y), ComponentStatus::not_finite);
  EXPECT_EQ(coupling.trouble().status, ComponentStatus::not_finite);
  EXPECT_EQ(coupling.trouble().component, 1u);
  EXPECT_EQ(coupling.trouble().time, 1.5);
  EXPECT_EQ(coupling.trouble().reason, "bad");
}

TEST(Coupling, NaNIsFoundWhenReadingAndEvaluatingToo) {
  Kit kit;
  kit.add<Source>("a",
                  std::vector{variable("n", Type::integer), variable("good"), variable("x[2]")},
                  Signals{{1, nan}, {std::int64_t{3}}});
  Coupling coupling = kit.couple({});
  Signals y = coupling.now();
  EXPECT_EQ(coupling.read(0, 4, y), ComponentStatus::not_finite);
  EXPECT_EQ(coupling.trouble().reason, "x[2]");
  EXPECT_EQ(coupling.trouble().time, 4);
  EXPECT_EQ(coupling.evaluate(0, y, 6, y), ComponentStatus::not_finite);
  EXPECT_EQ(coupling.trouble().time, 6);
}

TEST(Coupling, NaNOfOneComponentIsNotBlamedOnAnother) {
  Kit kit;
  kit.add<Source>("a", nan);
  kit.add<Source>("b", 1.0);
  Coupling coupling = kit.couple({});
  Signals y = coupling.now();
  EXPECT_EQ(coupling.read(0, 0, y), ComponentStatus::not_finite);
  EXPECT_EQ(coupling.read(1, 0, y), ComponentStatus::ok);
}

TEST(Coupling, AComponentThatDoesNotGetThereIsReportedWithItsOwnWords) {
  for (const auto& [how, status] :
       {std::pair(Failing::How::discard, ComponentStatus::discarded),
        std::pair(Failing::How::terminate, ComponentStatus::terminated)}) {
    Kit kit;
    kit.add<Failing>("a", 0.75, how);
    Coupling coupling = kit.couple({});
    Signals y = coupling.now();
    EXPECT_EQ(coupling.advance(0, y, 0.5, 0.5, y), status);
    EXPECT_EQ(coupling.trouble().status, status);
    EXPECT_EQ(coupling.trouble().time, 0.75);
    EXPECT_EQ(coupling.trouble().reason, "it had enough.");
  }
}

TEST(Coupling, AComponentThatCannotGoOnThrowsThrough) {
  Kit kit;
  kit.add<Failing>("a", 0.0, Failing::How::failure);
  Coupling coupling = kit.couple({});
  Signals y = coupling.now();
  EXPECT_THROW(coupling.advance(0, y, 0, 1, y), ComponentFailure);
  EXPECT_EQ(coupling.counters(0).advances, 1) << "it was called, so it counts";
}

TEST(Coupling, CountsTheCallsToEachComponent) {
  Kit kit;
  kit.add<Clockwork>("a");
  kit.add<Clockwork>("b");
  Coupling coupling = kit.couple({});
  Signals y = coupling.now();
  Checkpoint checkpoint;
  coupling.mark({1}, checkpoint);
  for (int k = 0; k < 3; ++k) coupling.advance(0, y, k, 1, y);
  coupling.advance(1, y, 0, 1, y);
  coupling.return_to(checkpoint, {1});
  coupling.return_to(checkpoint, {1});
  coupling.evaluate(0, y, 0, y);
  coupling.read(0, 0, y);
  EXPECT_EQ(coupling.counters(0).advances, 3);
  EXPECT_EQ(coupling.counters(0).saves, 0);
  EXPECT_EQ(coupling.counters(0).restores, 0);
  EXPECT_EQ(coupling.counters(1).advances, 1);
  EXPECT_EQ(coupling.counters(1).saves, 1);
  EXPECT_EQ(coupling.counters(1).restores, 2);
}

TEST(Checkpoints, GoingBackAndForthAgainGivesTheSame) {
  Coupling coupling = test::lotka_volterra_components();
  Signals once = coupling.now(), again = coupling.now();
  Checkpoint checkpoint;
  coupling.mark({0, 1}, checkpoint);
  for (const std::size_t component : {0u, 1u})
    coupling.advance(component, coupling.now(), 0, 0.5, once);
  coupling.return_to(checkpoint, {0, 1});
  for (const std::size_t component : {0u, 1u}) coupling.read(component, 0, again);
  EXPECT_EQ(again.reals, (Reals{10, 10}));
  for (const std::size_t component : {0u, 1u})
    coupling.advance(component, coupling.now(), 0, 0.5, again);
  EXPECT_EQ(again.reals, once.reals);
}

TEST(Checkpoints, OnlyTheMarkedComponentsRollBack) {
  Kit kit;
  for (const char* name : {"a", "b", "c"}) kit.add<Clockwork>(name);
  Coupling coupling = kit.couple({});
  Signals y = coupling.now();
  Checkpoint checkpoint;
  coupling.mark({0, 2}, checkpoint);
  for (std::size_t component = 0; component < 3; ++component)
    coupling.advance(component, y, 0, 1, y);
  coupling.return_to(checkpoint, {0, 2});
  for (std::size_t component = 0; component < 3; ++component) coupling.read(component, 0, y);
  EXPECT_EQ(y.reals, (Reals{0, 1, 0}));
}

TEST(Checkpoints, AreReusedWithoutMakingNewSnapshots) {
  Kit kit;
  const auto& a = kit.add<Clockwork>("a");
  const auto& b = kit.add<Clockwork>("b");
  Coupling coupling = kit.couple({});
  Signals y = coupling.now();
  Checkpoint checkpoint;
  for (int k = 0; k < 10; ++k) {
    coupling.mark({0, 1}, checkpoint);
    coupling.advance(0, y, k, 1, y);
  }
  EXPECT_EQ(a.snapshots_made, 1);
  EXPECT_EQ(b.snapshots_made, 1);
  coupling.return_to(checkpoint, {0, 1});
  coupling.read(0, 0, y);
  EXPECT_EQ(y.reals[0], 9) << "the last mark counts";
}

TEST(Checkpoints, SeveralMayBeHeldAtOnce) {
  Kit kit;
  kit.add<Clockwork>("a");
  Coupling coupling = kit.couple({});
  Signals y = coupling.now();
  Checkpoint early, late;
  coupling.mark({0}, early);
  coupling.advance(0, y, 0, 1, y);
  coupling.mark({0}, late);
  coupling.return_to(early, {0});
  coupling.read(0, 0, y);
  EXPECT_EQ(y.reals[0], 0);
  coupling.return_to(late, {0});
  coupling.read(0, 0, y);
  EXPECT_EQ(y.reals[0], 1);
}

TEST(Checkpoints, OneMayBeReusedForOtherComponents) {
  Kit kit;
  kit.add<Clockwork>("a");
  kit.add<Clockwork>("b");
  kit.add<Clockwork>("c");
  Coupling coupling = kit.couple({});
  Signals y = coupling.now();
  Checkpoint checkpoint;
  coupling.mark({0, 1}, checkpoint);
  for (std::size_t component = 0; component < 3; ++component)
    coupling.advance(component, y, 0, 1, y);
  coupling.mark({2}, checkpoint);
  for (std::size_t component = 0; component < 3; ++component)
    coupling.advance(component, y, 1, 1, y);
  coupling.return_to(checkpoint, {2});
  for (std::size_t component = 0; component < 3; ++component) coupling.read(component, 0, y);
  EXPECT_EQ(y.reals, (Reals{2, 2, 1}));
}

}  // namespace
}  // namespace bw::cosim::coupling_test
