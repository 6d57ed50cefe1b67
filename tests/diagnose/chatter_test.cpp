#include "diagnose/chatter.h"

#include <gtest/gtest.h>

#include <vector>

namespace bw::diagnose::chatter_test {
namespace {

using model::EventMark;

std::vector<EventMark> events(int count, double begin, double apart, std::size_t indicator = 0,
                              EventMark::Kind kind = EventMark::Kind::state) {
  std::vector<EventMark> marks;
  for (int i = 0; i < count; ++i)
    marks.push_back({.time = begin + i * apart, .kind = kind, .indicator = indicator});
  return marks;
}

TEST(Chatter, AHundredEventsInAHundredthOfTheRunAreChatter) {
  const auto found = find_chatter(events(150, 3, 1e-4), 10);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->events, 150);
  EXPECT_EQ(found->begin, 3);
  EXPECT_NEAR(found->end, 3.0149, 1e-12);
}

TEST(Chatter, FewerEventsOrLongerTimesAreNone) {
  EXPECT_FALSE(find_chatter(events(99, 3, 1e-4), 10));
  EXPECT_FALSE(find_chatter(events(5000, 0, 2e-3), 10));
  EXPECT_FALSE(find_chatter({}, 10));
}

TEST(Chatter, TimeEventsAndManyIndicatorsAreNone) {
  EXPECT_FALSE(find_chatter(events(1000, 0, 1e-4, 0, EventMark::Kind::time), 10));
  std::vector<EventMark> many;
  for (std::size_t i = 0; i < 1000; ++i) many.push_back({.time = 1e-5, .indicator = i % 50});
  EXPECT_FALSE(find_chatter(many, 10));
}

TEST(Chatter, ABallThatBouncesUntilItRestsIsNone) {
  std::vector<EventMark> marks;
  double t = 1, flight = 1e-3;
  for (int k = 0; k < 200; ++k) {
    marks.push_back({.time = t, .moved_states = true});   // meets the floor
    marks.push_back({.time = t + 1e-12, .rises = true});  // and leaves it
    t += flight *= 0.98;
  }
  EXPECT_FALSE(find_chatter(marks, 10));
  for (EventMark& mark : marks) mark.moved_states = false;
  EXPECT_TRUE(find_chatter(marks, 10));
}

TEST(Chatter, TheWorstIndicatorIsNamed) {
  auto marks = events(120, 1, 1e-4, 0);
  for (const EventMark& mark : events(200, 5, 1e-4, 3)) marks.push_back(mark);
  EXPECT_EQ(find_chatter(marks, 10)->indicator, 3U);
}

}  // namespace
}  // namespace bw::diagnose::chatter_test
