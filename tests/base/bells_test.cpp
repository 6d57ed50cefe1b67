#include <gtest/gtest.h>

#include <algorithm>
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

// What a table of diagnostics must keep, as sentences about what is wrong in it.
std::vector<std::string> faults(std::span<const BellKind> table,
                                const std::vector<BellCode>& codes) {
  std::vector<std::string> found;
  for (const BellCode code : codes)
    if (std::ranges::count(table, code, &BellKind::code) != 1)
      found.push_back("not one row for code " + std::to_string(static_cast<int>(code)));
  std::set<std::string_view> names;
  for (const BellKind& row : table) {
    const std::string name(row.name);
    if (!names.insert(row.name).second) found.push_back("two rows for " + name);
    if (name.empty() || name.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") != name.npos)
      found.push_back("no stable key: " + name);
    if (row.when.size() <= 20) found.push_back("no words when: " + name);
    if (std::ranges::count(codes, row.code) != 1) found.push_back("no code for " + name);
  }
  return found;
}

TEST(Bells, EveryCodeHasOneRowWithAStableKeyAndWordsWhenItIsReported) {
  ASSERT_GE(all_codes().size(), 11u);
  EXPECT_EQ(faults(bell_kinds(), all_codes()), std::vector<std::string>{});
  for (const BellCode code : all_codes()) EXPECT_EQ(kind(code).code, code);
}

// As a contributor adds one: a code, and a row of the table.
TEST(Bells, ANewOneIsACodeAndARow) {
  const auto added = static_cast<BellCode>(199);
  std::vector<BellCode> codes = all_codes();
  std::vector<BellKind> table(bell_kinds().begin(), bell_kinds().end());
  codes.push_back(added);
  EXPECT_EQ(faults(table, codes), std::vector<std::string>{"not one row for code 199"});
  table.push_back({added, "slow-clock", Severity::warning, "a clock of a component falls behind"});
  EXPECT_EQ(faults(table, codes), std::vector<std::string>{});
  EXPECT_EQ(faults(table, all_codes()), std::vector<std::string>{"no code for slow-clock"});
  table.back() = {added, "nan", Severity::warning, "sometimes"};
  EXPECT_EQ(faults(table, codes),
            (std::vector<std::string>{"two rows for nan", "no words when: nan"}));
  table.back().name = "Slow clock";
  EXPECT_EQ(faults(table, codes).front(), "no stable key: Slow clock");
  Bells bells;
  bells.ring(bell(added, "a", table.back().severity));
  EXPECT_TRUE(bells.has(Severity::warning));
}

TEST(Bells, WhatMakesAResultUselessIsAnAlarm) {
  EXPECT_EQ(kind(BellCode::nan).severity, Severity::error);
  EXPECT_EQ(kind(BellCode::not_converged).severity, Severity::error);
  EXPECT_EQ(kind(BellCode::fmu_error).severity, Severity::error);
  EXPECT_EQ(kind(BellCode::fmu_warning).severity, Severity::warning);
  EXPECT_EQ(kind(BellCode::unit_assumed).severity, Severity::warning);
}

TEST(Bells, SeveritiesHaveNames) {
  EXPECT_EQ(name(Severity::note), "note");
  EXPECT_EQ(name(Severity::warning), "warning");
  EXPECT_EQ(name(Severity::error), "error");
}

TEST(Bells, RingingByCodeTakesTheSeverityFromTheTable) {
  Bells bells;
  bells.ring(BellCode::nan, 2.5, "prey.x", "prey.x is not a number.", 1, 2);
  ASSERT_EQ(bells.rung().size(), 1u);
  const Bell& rung = bells.rung().front();
  EXPECT_EQ(rung.code, BellCode::nan);
  EXPECT_EQ(rung.severity, Severity::error);
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
  bells.ring(bell(BellCode::unit_assumed, "a", Severity::error));
  bells.ring(bell(BellCode::unit_assumed, "a", Severity::warning));
  ASSERT_EQ(bells.rung().size(), 1u);
  EXPECT_EQ(bells.rung()[0].count, 3);
  EXPECT_TRUE(bells.has(Severity::error));
}

TEST(Bells, TheyKnowWhichSeveritiesRang) {
  Bells bells;
  EXPECT_FALSE(bells.has(Severity::note));
  bells.ring(bell(BellCode::nan, "x", Severity::warning));
  EXPECT_TRUE(bells.has(Severity::warning));
  EXPECT_FALSE(bells.has(Severity::error));
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

TEST(Bells, RepeatedReportsAreFoundBehindThoseOfEarlierTurns) {
  Bells bells;
  const auto ring = [&](long turn, const std::string& subject) {
    const RingTurn mine(turn);
    bells.ring(bell(BellCode::unit_assumed, subject));
  };
  ring(3, "c");
  ring(2, "b");
  ring(1, "a");
  ring(4, "c");
  ring(4, "a");
  ASSERT_EQ(bells.rung().size(), 3U);
  const std::array<std::string, 3> subjects = {"a", "b", "c"};
  const std::array<long, 3> counts = {2, 1, 2};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(bells.rung()[i].subject, subjects[i]);
    EXPECT_EQ(bells.rung()[i].count, counts[i]);
  }
}

}  // namespace
}  // namespace bw::bells_test
