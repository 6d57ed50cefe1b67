#include <gtest/gtest.h>

#include <array>
#include <set>
#include <thread>
#include <utility>

#include "base/bell.h"

namespace bw::bells_test {
namespace {

// The compiler writes a value that has no enumerator as "(bw::BellCode)99": so a new code needs no
// line here to be tested.
template <BellCode code>
constexpr bool is_a_code() {
  return std::string_view(__PRETTY_FUNCTION__).find("= (") == std::string_view::npos;
}

template <std::size_t... i>
std::vector<BellCode> codes(std::index_sequence<i...>) {
  std::vector<BellCode> all;
  const std::array<bool, sizeof...(i)> named = {is_a_code<static_cast<BellCode>(i)>()...};
  for (std::size_t k = 0; k < named.size(); ++k)
    if (named[k]) all.push_back(static_cast<BellCode>(k));
  return all;
}

std::vector<BellCode> all_codes() { return codes(std::make_index_sequence<200>()); }

Bell bell(BellCode code, std::string subject, Severity severity = Severity::warning) {
  Bell b;
  b.code = code;
  b.severity = severity;
  b.subject = std::move(subject);
  return b;
}

TEST(Bells, EveryCodeHasExactlyOneRow) {
  const std::vector<BellCode> codes = all_codes();
  ASSERT_GE(codes.size(), 11u);
  EXPECT_EQ(codes.size(), bell_kinds().size());
  for (const BellCode code : codes) {
    int rows = 0;
    for (const BellKind& row : bell_kinds()) rows += row.code == code ? 1 : 0;
    EXPECT_EQ(rows, 1) << "code number " << static_cast<int>(code);
    if (rows != 1) continue;
    EXPECT_EQ(kind(code).code, code);
  }
}

TEST(Bells, EveryNameIsUniqueAndAStableKey) {
  std::set<std::string_view> names;
  for (const BellKind& row : bell_kinds()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_FALSE(row.name.empty());
    EXPECT_EQ(row.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"), row.name.npos) << row.name;
  }
}

TEST(Bells, EveryRowSaysWhenItRings) {
  for (const BellKind& row : bell_kinds()) EXPECT_GT(row.when.size(), 20u) << row.name;
}

TEST(Bells, WhatMakesAResultUselessIsAnAlarm) {
  EXPECT_EQ(kind(BellCode::nan).severity, Severity::alarm);
  EXPECT_EQ(kind(BellCode::not_converged).severity, Severity::alarm);
  EXPECT_EQ(kind(BellCode::fmu_error).severity, Severity::alarm);
  EXPECT_EQ(kind(BellCode::fmu_warning).severity, Severity::warning);
  EXPECT_EQ(kind(BellCode::unit_assumed).severity, Severity::warning);
}

TEST(Bells, SeveritiesHaveNames) {
  EXPECT_EQ(name(Severity::note), "note");
  EXPECT_EQ(name(Severity::warning), "warning");
  EXPECT_EQ(name(Severity::alarm), "alarm");
}

TEST(Bells, RingingByCodeTakesTheSeverityFromTheTable) {
  Bells bells;
  bells.ring(BellCode::nan, 2.5, "prey.x", "prey.x is not a number.", 1, 2);
  ASSERT_EQ(bells.rung().size(), 1u);
  const Bell& rung = bells.rung().front();
  EXPECT_EQ(rung.code, BellCode::nan);
  EXPECT_EQ(rung.severity, Severity::alarm);
  EXPECT_EQ(rung.time, 2.5);
  EXPECT_EQ(rung.subject, "prey.x");
  EXPECT_EQ(rung.message, "prey.x is not a number.");
  EXPECT_EQ(rung.measured, 1);
  EXPECT_EQ(rung.limit, 2);
  EXPECT_EQ(rung.count, 1);
}

TEST(Bells, TheSameBellAgainIsCountedAndKeepsItsFirstTime) {
  Bells bells;
  for (int k = 0; k < 1000; ++k)
    bells.ring(BellCode::fmu_warning, k, "prey", "warning number " + std::to_string(k));
  ASSERT_EQ(bells.rung().size(), 1u);
  EXPECT_EQ(bells.rung()[0].count, 1000);
  EXPECT_EQ(bells.rung()[0].time, 0);
  EXPECT_EQ(bells.rung()[0].message, "warning number 0");
}

TEST(Bells, AnotherSubjectOrAnotherCodeIsAnotherBell) {
  Bells bells;
  bells.ring(BellCode::fmu_warning, 1, "prey", "");
  bells.ring(BellCode::fmu_warning, 2, "predator", "");
  bells.ring(BellCode::fmu_error, 3, "prey", "");
  bells.ring(BellCode::fmu_warning, 4, "prey", "");
  ASSERT_EQ(bells.rung().size(), 3u);
  EXPECT_EQ(bells.rung()[0].count, 2);
  EXPECT_EQ(bells.rung()[1].count, 1);
  EXPECT_EQ(bells.rung()[2].count, 1);
}

TEST(Bells, TheyStayInTheOrderOfTheirFirstRinging) {
  Bells bells;
  for (const char* subject : {"c", "a", "b", "a", "c"})
    bells.ring(BellCode::fmu_warning, 0, subject, "");
  EXPECT_EQ(bells.rung()[0].subject, "c");
  EXPECT_EQ(bells.rung()[1].subject, "a");
  EXPECT_EQ(bells.rung()[2].subject, "b");
}

TEST(Bells, AWorseRingingOfTheSameBellIsNotLost) {
  Bells bells;
  bells.ring(bell(BellCode::unit_assumed, "a", Severity::note));
  bells.ring(bell(BellCode::unit_assumed, "a", Severity::alarm));
  bells.ring(bell(BellCode::unit_assumed, "a", Severity::warning));
  ASSERT_EQ(bells.rung().size(), 1u);
  EXPECT_EQ(bells.rung()[0].count, 3);
  EXPECT_TRUE(bells.has(Severity::alarm));
}

TEST(Bells, TheyKnowWhichSeveritiesRang) {
  Bells bells;
  EXPECT_FALSE(bells.has(Severity::note));
  bells.ring(bell(BellCode::nan, "x", Severity::warning));
  EXPECT_TRUE(bells.has(Severity::warning));
  EXPECT_FALSE(bells.has(Severity::alarm));
  EXPECT_FALSE(bells.has(Severity::note));
}

TEST(Bells, OfComponentsThatRunAtTheSameTimeAreReportedInTheOrderOfTheirTurns) {
  Bells bells;
  const auto ring = [&](const std::string& subject, long turn) {
    const RingTurn mine(turn);
    bells.ring(BellCode::fmu_warning, 0, subject, "");
  };
  bells.ring(BellCode::fmu_warning, 0, "before", "");
  ring("second", 2);
  ring("first", 1);
  bells.ring(BellCode::fmu_warning, 0, "between", "");
  ring("fourth", 4);
  ring("first", 3);  // again
  ring("third", 3);
  std::vector<std::string> subjects;
  for (const Bell& bell : bells.rung()) subjects.push_back(bell.subject);
  EXPECT_EQ(subjects,
            (std::vector<std::string>{"before", "first", "second", "between", "third", "fourth"}));
}

TEST(Bells, MayBeRungByManyThreads) {
  Bells bells;
  std::vector<std::thread> threads;
  for (int k = 0; k < 4; ++k)
    threads.emplace_back([&bells] {
      for (int i = 0; i < 1000; ++i)
        bells.ring(BellCode::fmu_warning, 0, std::to_string(i % 10), "");
    });
  for (std::thread& thread : threads) thread.join();
  ASSERT_EQ(bells.rung().size(), 10U);
  for (const Bell& bell : bells.rung()) EXPECT_EQ(bell.count, 400);
}

}  // namespace
}  // namespace bw::bells_test
