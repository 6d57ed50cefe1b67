#include "cosim/chain/mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "support/cosim/coupled_system.h"

namespace bw::cosim::mesh_test {
namespace {

using test::even_times;

std::vector<double> rows_of(const Mesh& mesh) {
  std::vector<double> rows{mesh.start()};
  for (std::size_t interval = 0; interval < mesh.intervals(); ++interval)
    if (mesh.is_row(interval)) rows.push_back(mesh.end(interval));
  return rows;
}

std::vector<double> breaks_of(const Mesh& mesh) {
  std::vector<double> breaks;
  for (std::size_t interval = 0; interval < mesh.intervals(); ++interval)
    if (mesh.is_break(interval)) breaks.push_back(mesh.end(interval));
  return breaks;
}

void expect_rising(const Mesh& mesh) {
  for (std::size_t interval = 0; interval < mesh.intervals(); ++interval)
    EXPECT_LT(mesh.begin(interval), mesh.end(interval)) << interval;
}

TEST(Mesh, EndsAnIntervalAtEveryRowExactly) {
  for (const int count : {1, 2, 3, 7, 20, 101})
    for (const std::size_t least : {1u, 10u, 250u}) {
      const std::vector<double> rows = even_times(0.7, count);
      const Mesh mesh(rows, {}, least);
      EXPECT_EQ(rows_of(mesh), rows);
      EXPECT_EQ(mesh.rows(), rows.size());
      EXPECT_EQ(mesh.start(), 0);
      EXPECT_EQ(mesh.stop(), 0.7);
      EXPECT_GE(mesh.intervals(), least);
      expect_rising(mesh);
    }
}

TEST(Mesh, StartsWhereTheFirstRowIs) {
  const Mesh mesh({-3, 1, 2}, {-2.5}, 1);
  EXPECT_EQ(mesh.start(), -3);
  EXPECT_EQ(mesh.begin(0), -3);
  EXPECT_EQ(rows_of(mesh), (std::vector<double>{-3, 1, 2}));
}

TEST(Mesh, EndsAnIntervalAtEveryBreakExactly) {
  const std::vector<double> breaks{0.1, 0.25, 1.0 / 3, 2.9};
  for (const std::size_t least : {1u, 50u}) {
    const Mesh mesh({0, 1, 2, 3}, breaks, least);
    EXPECT_EQ(breaks_of(mesh), breaks);
    EXPECT_EQ(rows_of(mesh), (std::vector<double>{0, 1, 2, 3}));
    expect_rising(mesh);
  }
}

TEST(Mesh, ABreakAtARowMarksTheRow) {
  const Mesh mesh({0, 1, 2}, {1.0}, 1);
  EXPECT_EQ(breaks_of(mesh), std::vector<double>{1.0});
  EXPECT_EQ(rows_of(mesh), (std::vector<double>{0, 1, 2}));
}

TEST(Mesh, ABreakThatIsNearlyARowIsTheRow) {
  for (const double off : {-1e-13, 1e-13}) {
    const Mesh mesh({0, 1, 2}, {1.0 + off}, 1);
    EXPECT_EQ(breaks_of(mesh), std::vector<double>{1.0});
    EXPECT_EQ(mesh.rows(), 3u);
    expect_rising(mesh);
  }
}

TEST(Mesh, OfBreaksThatAreNearlyEqualTheFirstCounts) {
  const Mesh mesh({0, 1}, {0.5, 0.5 + 1e-13, 0.5 + 2e-13, 0.6}, 1);
  EXPECT_EQ(breaks_of(mesh), (std::vector<double>{0.5, 0.6}));
  expect_rising(mesh);
}

TEST(Mesh, ABreakAtTheStartIsNone) {
  EXPECT_TRUE(breaks_of(Mesh({0, 1}, {0.0}, 1)).empty());
  EXPECT_TRUE(breaks_of(Mesh({0, 1}, {1e-14}, 1)).empty());
}

// A signal whose period fits the steps of all chains is invisible to all of them.
TEST(Mesh, HasIntervalsOfDifferentLengthsHoweverRegularTheRows) {
  for (const int count : {1, 2, 5, 20, 100, 500}) {
    const Mesh mesh(even_times(10, count), {}, 10);
    std::set<long> lengths;  // to a thousandth of the mean
    for (std::size_t interval = 0; interval < mesh.intervals(); ++interval)
      lengths.insert(std::lround((mesh.end(interval) - mesh.begin(interval)) * 1000 *
                                 static_cast<double>(mesh.intervals()) / 10));
    EXPECT_GE(lengths.size(), 2u) << count << " rows";
  }
}

TEST(Mesh, NoIntervalIsMuchShorterThanItsNeighbours) {
  for (const int count : {1, 3, 20, 100}) {
    const Mesh mesh(even_times(10, count), {}, 10);
    for (std::size_t interval = 1; interval < mesh.intervals(); ++interval) {
      const double a = mesh.end(interval - 1) - mesh.begin(interval - 1);
      const double b = mesh.end(interval) - mesh.begin(interval);
      EXPECT_LT(std::max(a, b) / std::min(a, b), 4) << count << " rows, interval " << interval;
    }
  }
}

TEST(UniformMesh, HasEqualIntervalsThatAreAllRows) {
  const Mesh mesh = Mesh::uniform(1, 2, 3);
  EXPECT_EQ(mesh.intervals(), 3u);
  EXPECT_EQ(mesh.rows(), 4u);
  EXPECT_EQ(mesh.stop(), 2);
  for (std::size_t interval = 0; interval < 3; ++interval) {
    EXPECT_NEAR(mesh.end(interval) - mesh.begin(interval), 1.0 / 3, 1e-15);
    EXPECT_TRUE(mesh.is_row(interval));
    EXPECT_FALSE(mesh.is_break(interval));
  }
}

TEST(FirstRowOfAMesh, HasTheSameIntervalsUpToTheFirstRow) {
  const Mesh mesh({0, 1, 2, 3}, {0.25, 0.75}, 30);
  const Mesh first = mesh.first_row();
  EXPECT_EQ(first.start(), 0);
  EXPECT_EQ(first.stop(), 1);
  EXPECT_EQ(first.rows(), 2u);
  ASSERT_LT(first.intervals(), mesh.intervals());
  for (std::size_t interval = 0; interval < first.intervals(); ++interval) {
    EXPECT_EQ(first.end(interval), mesh.end(interval));
    EXPECT_EQ(first.is_row(interval), mesh.is_row(interval));
    EXPECT_EQ(first.is_break(interval), mesh.is_break(interval));
  }
  EXPECT_EQ(breaks_of(first), (std::vector<double>{0.25, 0.75}));
}

TEST(FirstRowOfAMesh, OfOneIntervalIsThatCell) {
  const Mesh first = Mesh::uniform(0, 5, 5).first_row();
  EXPECT_EQ(first.intervals(), 1u);
  EXPECT_EQ(first.stop(), 1);
}

TEST(MeshTowardsARow, CutsIntervalsBeforeAndAfterItDifferently) {
  const Mesh mesh({0, 1, 2, 3}, {1.5, 2.5}, 1);
  const Mesh towards = mesh.towards(1, 2, 5);  // between the rows at 1 and 2
  EXPECT_EQ(towards.start(), 0);
  EXPECT_EQ(towards.stop(), 2);
  EXPECT_EQ(rows_of(towards), (std::vector<double>{0, 2}))
      << "only its last interval ends at a row";
  EXPECT_EQ(towards.rows(), 2u);
  EXPECT_EQ(breaks_of(towards), std::vector<double>{1.5});
  std::size_t before = 0, after = 0, intervals_before = 0, intervals_after = 0;
  for (std::size_t interval = 0; interval < towards.intervals(); ++interval)
    ++(towards.end(interval) <= 1 ? before : after);
  for (std::size_t interval = 0; interval < mesh.intervals() && mesh.end(interval) <= 2; ++interval)
    ++(mesh.end(interval) <= 1 ? intervals_before : intervals_after);
  EXPECT_EQ(before, 2 * intervals_before);
  EXPECT_EQ(after, 5 * intervals_after);
  expect_rising(towards);
}

TEST(Mesh, HasShortIntervalsAtPlacesAndKeepsItsPoints) {
  const Mesh coarse(even_times(10, 10), {2.5}, 10);
  const std::vector<Mesh::Fine> places{{3.3, 0.01, 0.001}, {3.305, 0, 1e-6}, {10, 0, 0.01}};
  const Mesh fine = coarse.refined(places);
  expect_rising(fine);
  EXPECT_EQ(rows_of(fine), rows_of(coarse));
  EXPECT_EQ(breaks_of(fine), breaks_of(coarse));
  EXPECT_EQ(fine.rows(), coarse.rows());
  for (const Mesh::Fine& place : places)
    for (const double at : {place.time - place.width, place.time, place.time + place.width}) {
      const std::size_t interval = fine.interval_at(at);
      EXPECT_LE(fine.end(interval) - fine.begin(interval), place.length) << at;
    }
  EXPECT_LT(fine.intervals(), coarse.intervals() + 150) << "they grow with the distance";
  EXPECT_EQ(coarse.refined({}).intervals(), coarse.intervals());
}

TEST(Mesh, TakesMorePointsAndKeepsItsOwn) {
  const Mesh coarse(even_times(10, 10), {2.5}, 10);
  const Mesh more = coarse.with_points({-1, 0, 2.5, 3.1, 3.1, 4, 9.99, 11});
  expect_rising(more);
  EXPECT_EQ(rows_of(more), rows_of(coarse));
  EXPECT_EQ(breaks_of(more), breaks_of(coarse));
  EXPECT_EQ(more.rows(), coarse.rows());
  EXPECT_EQ(more.intervals(), coarse.intervals() + 2) << "3.1 and 9.99";
  EXPECT_EQ(more.begin(more.interval_at(3.1)), 3.1);
}

TEST(Mesh, KnowsTheIntervalOfATime) {
  const Mesh mesh = Mesh::uniform(1, 3, 4);
  EXPECT_EQ(mesh.interval_at(1), 0U);
  EXPECT_EQ(mesh.interval_at(1.5), 1U);
  EXPECT_EQ(mesh.interval_at(2.9), 3U);
  EXPECT_EQ(mesh.interval_at(0), 0U);
  EXPECT_EQ(mesh.interval_at(9), 3U);
}

}  // namespace
}  // namespace bw::cosim::mesh_test
