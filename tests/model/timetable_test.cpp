#include "model/table/timetable.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <limits>

namespace bw::model::timetable_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::shared_ptr<const Timetable> table(std::vector<double> times,
                                       std::vector<Timetable::Reals> reals,
                                       std::vector<std::vector<Discrete>> discretes = {}) {
  return std::make_shared<Timetable>(std::move(times), std::move(reals), std::move(discretes));
}

double real(TableReader& reader, double t, Side side = Side::after) {
  double value = 0;
  reader.read(t, side, {{&value, 1}, {}});
  return value;
}

TEST(Timetable, ContinuousColumnsAreStraightLinesBetweenRowsAndHeldOutside) {
  TableReader reader(table({1, 2, 4}, {{{10, 20, 0}}}));
  for (const auto& [t, value] : std::vector<std::pair<double, double>>{
           {0, 10}, {1, 10}, {1.5, 15}, {2, 20}, {3, 10}, {4, 0}, {9, 0}, {1.25, 12.5}})
    EXPECT_EQ(real(reader, t), value) << t;
  EXPECT_EQ(reader.next_jump(0), infinity);
}

TEST(Timetable, HeldColumnsKeepTheLastRowAndEveryChangeIsAJump) {
  TableReader reader(table({0, 1, 2, 3}, {{{5, 5, 7, 7}, true}}));
  EXPECT_EQ(real(reader, 1.9), 5);
  EXPECT_EQ(real(reader, 2, Side::before), 5);
  EXPECT_EQ(real(reader, 2), 7);
  EXPECT_EQ(reader.next_jump(0), 2);
  EXPECT_EQ(reader.next_jump(2), infinity);
  EXPECT_EQ(reader.next_knot(0), infinity);
}

TEST(Timetable, ATimeThatStandsTwiceIsAJumpWithBothSides) {
  TableReader reader(table({0, 1, 1, 2}, {{{0, 1, 5, 6}}}));
  EXPECT_EQ(real(reader, 1, Side::before), 1);
  EXPECT_EQ(real(reader, 1, Side::after), 5);
  EXPECT_EQ(real(reader, 0.5), 0.5);
  EXPECT_EQ(real(reader, 1.5), 5.5);
  EXPECT_EQ(reader.next_jump(0.5), 1);
}

TEST(Timetable, OfSeveralRowsAtOneTimeTheFirstAndTheLastCount) {
  TableReader reader(table({0, 1, 1, 1, 2}, {{{0, 1, 99, 5, 6}}}));
  EXPECT_EQ(real(reader, 1, Side::before), 1);
  EXPECT_EQ(real(reader, 1, Side::after), 5);
}

TEST(Timetable, ATimeThatStandsTwiceWithTheSameValueIsNoJump) {
  TableReader reader(table({0, 1, 1, 2}, {{{0, 1, 1, 2}}}));
  EXPECT_EQ(reader.next_jump(0), infinity);
}

TEST(Timetable, KnotsAreWhereALineBends) {
  TableReader reader(table({0, 1, 2, 3}, {{{0, 1, 2, 0}}}));
  EXPECT_EQ(reader.next_knot(-1), 0);
  EXPECT_EQ(reader.next_knot(0), 2);
  EXPECT_EQ(reader.next_knot(2), 3);
  EXPECT_EQ(reader.next_knot(3), infinity);
}

TEST(Timetable, DiscreteValuesJump) {
  TableReader reader(table({0, 1}, {}, {{std::string("off"), std::string("on")}}));
  std::vector<Discrete> value(1);
  reader.read(1, Side::before, {{}, value});
  EXPECT_EQ(value[0], Discrete(std::string("off")));
  reader.read(1, Side::after, {{}, value});
  EXPECT_EQ(value[0], Discrete(std::string("on")));
  EXPECT_EQ(reader.next_jump(0), 1);
}

TEST(Timetable, SlopesAreThoseOfTheWayBetweenTwoTimes) {
  TableReader reader(table({0, 1, 1, 3}, {{{0, 2, 10, 14}}, {{1, 1, 2, 2}, true}}));
  std::vector<double> slopes(2);
  reader.slopes(0, 1, slopes);
  EXPECT_EQ(slopes, (std::vector<double>{2, 0}));
  reader.slopes(1, 2, slopes);
  EXPECT_EQ(slopes, (std::vector<double>{2, 0}));
}

TEST(Timetable, ReadingALongTableTakesTimeThatGrowsWithItsLengthOnly) {
  const auto seconds = [](std::size_t rows) {
    std::vector<double> times(rows), values(rows);
    for (std::size_t i = 0; i < rows; ++i)
      times[i] = static_cast<double>(i), values[i] = std::sin(times[i]);
    TableReader reader(table(times, {{values}}));
    const auto begin = std::chrono::steady_clock::now();
    double sum = 0;
    for (double t = 0; t < static_cast<double>(rows); t += 0.5)
      sum += real(reader, t) + reader.next_jump(t) * 0 + reader.next_knot(t) * 0;
    EXPECT_FALSE(sum == 1);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  seconds(1000);
  EXPECT_LT(seconds(200000), 2.0);  // a search from the top for each would take minutes
}

TEST(Timetable, GoingBackIsAllowed) {
  TableReader reader(table({0, 1, 2, 3, 4, 5}, {{{0, 1, 4, 9, 16, 25}}}));
  EXPECT_EQ(real(reader, 4.5), 20.5);
  EXPECT_EQ(real(reader, 0.5), 0.5);
  EXPECT_EQ(reader.next_knot(4.5), 5);
  EXPECT_EQ(reader.next_knot(0.5), 1);
}

}  // namespace
}  // namespace bw::model::timetable_test
