#include "model/isolated/history.h"

#include <gtest/gtest.h>

#include <string>

namespace bw::model::history_test {
namespace {

std::string all(const History& history) {
  std::string text;
  for (std::size_t i = history.first(); i < history.size(); ++i) text += history[i].message;
  return text;
}

void tell(History& history, const std::string& letters) {
  for (const char letter : letters) history.add(std::string(1, letter));
}

TEST(CallHistory, PointsKeepTheirWayWhenAnotherOneIsTaken) {
  History history;
  std::list<WaitingCopy> points(3);
  WaitingCopy &early = points.front(), &middle = *std::next(points.begin()), &late = points.back();
  tell(history, "ab");
  early.common = history.size();
  tell(history, "cd");
  middle.common = history.size();
  tell(history, "e");
  late.common = history.size();
  history.return_to(early, points);
  tell(history, "xy");
  EXPECT_EQ(all(history), "abxy");
  EXPECT_FALSE(late.is_on_the_way());
  EXPECT_EQ(late.position(), 5U);
  history.return_to(middle, points);
  EXPECT_EQ(all(history), "abcd");
  history.return_to(late, points);
  EXPECT_EQ(all(history), "abcde");
  EXPECT_TRUE(late.is_on_the_way());
}

TEST(CallHistory, AnswersStayWithTheirCalls) {
  History history;
  std::list<WaitingCopy> points(2);
  tell(history, "a");
  history.set_answer(1);
  points.front().common = history.size();
  tell(history, "b");
  history.set_answer(2);
  points.back().common = history.size();
  history.return_to(points.front(), points);
  tell(history, "x");
  EXPECT_EQ(history[1].answer, 0U);
  history.return_to(points.back(), points);
  EXPECT_EQ(history[0].answer, 1U);
  EXPECT_EQ(history[1].answer, 2U);
}

TEST(CallHistory, WhatIsForgottenCountsAndNeedsNoMemory) {
  History history;
  tell(history, "abcdef");
  const std::size_t bytes = history.bytes();
  history.forget_before(4);
  EXPECT_EQ(history.size(), 6U);
  EXPECT_EQ(history.first(), 4U);
  EXPECT_EQ(history[5].message, "f");
  EXPECT_LT(history.bytes(), bytes / 2);
}

}  // namespace
}  // namespace bw::model::history_test
