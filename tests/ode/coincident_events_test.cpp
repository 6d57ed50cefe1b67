#include "ode/coincident_events.h"

#include <gtest/gtest.h>

#include <vector>

namespace bw::ode::coincident_events_test {
namespace {

using model::EventMark;
using Kind = EventMark::Kind;

constexpr double run = 1.5;
constexpr EventMark at_time{0.4, Kind::time};
constexpr EventMark just_behind{0.4 + 1e-11, Kind::state, 24, true};
constexpr EventMark later{0.42, Kind::state, 12, false};

// How many events are left in both.
std::vector<std::size_t> left(std::vector<EventMark> coarse, std::vector<EventMark> fine) {
  Solution one{.events = std::move(coarse)}, other{.events = std::move(fine)};
  leave_out_coincident(one, other, run);
  return {one.events.size(), other.events.size()};
}

using Counts = std::vector<std::size_t>;

TEST(CoincidentEvents, OfOneIntegrationAreLeftOutWithinRoundingOfAnEventOfBoth) {
  EXPECT_EQ(left({at_time, just_behind, later}, {at_time, later}), (Counts{2, 2}));
  EXPECT_EQ(left({at_time, later}, {at_time, just_behind, later}), (Counts{2, 2}));
  EXPECT_EQ(left({at_time}, {at_time, just_behind}), (Counts{1, 1}));
}

TEST(CoincidentEvents, OfOneIntegrationAreLeftOutJustBeforeAnEventOfBoth) {
  constexpr EventMark just_before{0.4 - 1e-11, Kind::state, 24, true};
  EXPECT_EQ(left({just_before, at_time, later}, {at_time, later}), (Counts{2, 2}));
  EXPECT_EQ(left({at_time, later}, {just_before, at_time, later}), (Counts{2, 2}));
}

TEST(CoincidentEvents, OfBothIntegrationsStay) {
  EXPECT_EQ(left({at_time, just_behind, later}, {at_time, just_behind, later}), (Counts{3, 3}));
}

TEST(CoincidentEvents, ThatMoveStatesStay) {
  EventMark moving = just_behind;
  moving.moved_states = true;
  EXPECT_EQ(left({at_time, moving, later}, {at_time, later}), (Counts{3, 2}));
}

TEST(CoincidentEvents, ComeInAnyOrder) {
  constexpr EventMark second{0.4 + 1e-12, Kind::state, 25, true};
  Solution one{.events = {at_time, just_behind, second, later}},
      other{.events = {at_time, second, just_behind, later}};
  leave_out_coincident(one, other, run);
  ASSERT_EQ(other.events.size(), 4U);
  for (std::size_t e = 0; e < 4; ++e) EXPECT_TRUE(is_same_event(one.events[e], other.events[e]));
}

TEST(CoincidentEvents, KeepTheirOrderAtOtherTimes) {
  constexpr EventMark first{0.41, Kind::state, 25, true}, sooner{0.41, Kind::state, 12, false},
      second{0.42, Kind::state, 25, true};
  Solution one{.events = {at_time, first, later}}, other{.events = {at_time, sooner, second}};
  leave_out_coincident(one, other, run);
  EXPECT_FALSE(is_same_event(one.events[1], other.events[1]));
}

TEST(CoincidentEvents, AreNotThoseOfAnotherTime) {
  EXPECT_EQ(left({at_time, later}, {at_time}), (Counts{2, 1}));
  EXPECT_EQ(left({just_behind, later}, {later}), (Counts{2, 1}));  // nothing in both before it
}

}  // namespace
}  // namespace bw::ode::coincident_events_test
