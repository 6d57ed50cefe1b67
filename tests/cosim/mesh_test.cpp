#include "cosim/mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "support/coupled_system.h"

namespace bw::cosim {
namespace {

using test::even_times;

std::vector<double> rows_of(const Mesh& mesh) {
  std::vector<double> rows{mesh.start()};
  for (std::size_t cell = 0; cell < mesh.cells(); ++cell)
    if (mesh.is_row(cell)) rows.push_back(mesh.end(cell));
  return rows;
}

std::vector<double> breaks_of(const Mesh& mesh) {
  std::vector<double> breaks;
  for (std::size_t cell = 0; cell < mesh.cells(); ++cell)
    if (mesh.is_break(cell)) breaks.push_back(mesh.end(cell));
  return breaks;
}

void expect_rising(const Mesh& mesh) {
  for (std::size_t cell = 0; cell < mesh.cells(); ++cell)
    EXPECT_LT(mesh.begin(cell), mesh.end(cell)) << cell;
}

TEST(Mesh, EndsACellAtEveryRowExactly) {
  for (const int count : {1, 2, 3, 7, 20, 101})
    for (const std::size_t least : {1u, 10u, 250u}) {
      const std::vector<double> rows = even_times(0.7, count);
      const Mesh mesh(rows, {}, least);
      EXPECT_EQ(rows_of(mesh), rows);
      EXPECT_EQ(mesh.rows(), rows.size());
      EXPECT_EQ(mesh.start(), 0);
      EXPECT_EQ(mesh.stop(), 0.7);
      EXPECT_GE(mesh.cells(), least);
      expect_rising(mesh);
    }
}

TEST(Mesh, StartsWhereTheFirstRowIs) {
  const Mesh mesh({-3, 1, 2}, {-2.5}, 1);
  EXPECT_EQ(mesh.start(), -3);
  EXPECT_EQ(mesh.begin(0), -3);
  EXPECT_EQ(rows_of(mesh), (std::vector<double>{-3, 1, 2}));
}

TEST(Mesh, EndsACellAtEveryBreakExactly) {
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
TEST(Mesh, HasCellsOfDifferentLengthsHoweverRegularTheRows) {
  for (const int count : {1, 2, 5, 20, 100, 500}) {
    const Mesh mesh(even_times(10, count), {}, 10);
    std::set<long> lengths;  // to a thousandth of the mean
    for (std::size_t cell = 0; cell < mesh.cells(); ++cell)
      lengths.insert(std::lround((mesh.end(cell) - mesh.begin(cell)) * 1000 *
                                 static_cast<double>(mesh.cells()) / 10));
    EXPECT_GE(lengths.size(), 2u) << count << " rows";
  }
}

TEST(Mesh, NoCellIsMuchShorterThanItsNeighbours) {
  for (const int count : {1, 3, 20, 100}) {
    const Mesh mesh(even_times(10, count), {}, 10);
    for (std::size_t cell = 1; cell < mesh.cells(); ++cell) {
      const double a = mesh.end(cell - 1) - mesh.begin(cell - 1);
      const double b = mesh.end(cell) - mesh.begin(cell);
      EXPECT_LT(std::max(a, b) / std::min(a, b), 4) << count << " rows, cell " << cell;
    }
  }
}

TEST(UniformMesh, HasEqualCellsThatAreAllRows) {
  const Mesh mesh = Mesh::uniform(1, 2, 3);
  EXPECT_EQ(mesh.cells(), 3u);
  EXPECT_EQ(mesh.rows(), 4u);
  EXPECT_EQ(mesh.stop(), 2);
  for (std::size_t cell = 0; cell < 3; ++cell) {
    EXPECT_NEAR(mesh.end(cell) - mesh.begin(cell), 1.0 / 3, 1e-15);
    EXPECT_TRUE(mesh.is_row(cell));
    EXPECT_FALSE(mesh.is_break(cell));
  }
}

TEST(FirstRowsOfAMesh, HaveTheSameCellsUpToThere) {
  const Mesh mesh({0, 1, 2, 3}, {0.25, 0.75, 1.5}, 30);
  for (const std::size_t count : {1u, 2u, 3u}) {
    const Mesh first = mesh.first_rows(count);
    EXPECT_EQ(first.start(), 0);
    EXPECT_EQ(first.stop(), static_cast<double>(count));
    EXPECT_EQ(first.rows(), count + 1);
    ASSERT_LE(first.cells(), mesh.cells());
    for (std::size_t cell = 0; cell < first.cells(); ++cell) {
      EXPECT_EQ(first.end(cell), mesh.end(cell));
      EXPECT_EQ(first.is_row(cell), mesh.is_row(cell));
      EXPECT_EQ(first.is_break(cell), mesh.is_break(cell));
    }
  }
}

TEST(FirstRowsOfAMesh, AreNoMoreThanThereAre) {
  const Mesh first = Mesh::uniform(0, 5, 2).first_rows(3);
  EXPECT_EQ(first.cells(), 2u);
  EXPECT_EQ(first.rows(), 3u);
  EXPECT_EQ(first.stop(), 5);
}

}  // namespace
}  // namespace bw::cosim
