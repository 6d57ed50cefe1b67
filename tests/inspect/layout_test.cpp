#include "inspect/convert/layout.h"

#include <gtest/gtest.h>

#include <random>

namespace bw::inspect::layout_test {
namespace {

using system::SspBox;

bool overlap(const SspBox& a, const SspBox& b) {
  return a.x1 < b.x2 && b.x1 < a.x2 && a.y1 < b.y2 && b.y1 < a.y2;
}

// A horizontal or vertical piece of a line as a thin box.
SspBox piece(const std::pair<double, double>& a, const std::pair<double, double>& b) {
  return {std::min(a.first, b.first), std::min(a.second, b.second), std::max(a.first, b.first),
          std::max(a.second, b.second)};
}

bool within(const SspBox& a, const SspBox& canvas) {
  return a.x1 >= canvas.x1 && a.x2 <= canvas.x2 && a.y1 >= canvas.y1 && a.y2 <= canvas.y2;
}

void expect_readable(const std::vector<LayoutNode>& nodes, const std::vector<LayoutEdge>& edges) {
  const Layout layout = make_layout(nodes, edges);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    EXPECT_TRUE(within(layout.boxes[i], layout.canvas));
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_FALSE(overlap(layout.boxes[i], layout.boxes[j])) << i << " and " << j;
  }
  ASSERT_EQ(layout.routes.size(), edges.size());
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const SspBox &from = layout.boxes[edges[e].from], &to = layout.boxes[edges[e].to];
    auto points = layout.routes[e];
    const auto height = [](const SspBox& box, std::size_t k, std::size_t n) {
      return box.y1 + connector_height(k, n) * (box.y2 - box.y1);
    };
    points.insert(points.begin(),
                  {from.x2, height(from, edges[e].output, nodes[edges[e].from].outputs)});
    points.emplace_back(to.x1, height(to, edges[e].input, nodes[edges[e].to].inputs));
    for (std::size_t k = 1; k < points.size(); ++k) {
      const SspBox line = piece(points[k - 1], points[k]);
      EXPECT_TRUE(line.x1 == line.x2 || line.y1 == line.y2) << "oblique";
      EXPECT_TRUE(within(line, layout.canvas));
      for (const SspBox& box : layout.boxes) EXPECT_FALSE(overlap(line, box)) << "edge " << e;
    }
  }
}

TEST(DiagramLayout, FollowsTheOrderOfEvaluation) {
  const Layout layout =
      make_layout({{1, 1, 5}, {1, 1, 5}, {1, 1, 5}}, {{2, 0, 0, 0}, {0, 0, 1, 0}});
  EXPECT_LT(layout.boxes[2].x2, layout.boxes[0].x1);
  EXPECT_LT(layout.boxes[0].x2, layout.boxes[1].x1);
}

TEST(DiagramLayout, BoxesAreApartAndLinesCrossNone) {
  expect_readable({{0, 2, 5}, {1, 1, 30}, {2, 1, 5}, {1, 0, 5}},
                  {{0, 0, 1, 0}, {0, 1, 2, 0}, {1, 0, 2, 1}, {2, 0, 3, 0}});
  expect_readable({{1, 1, 5}, {1, 1, 5}}, {{0, 0, 1, 0}, {1, 0, 0, 0}});
  expect_readable({{1, 1, 5}}, {{0, 0, 0, 0}});
}

TEST(DiagramLayout, RandomSystemsAreReadable) {
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    std::vector<LayoutNode> nodes(1 + random() % 12);
    for (LayoutNode& node : nodes) node.outputs = 1 + random() % 4, node.letters = random() % 40;
    std::vector<LayoutEdge> edges;
    for (std::size_t to = 0; to < nodes.size(); ++to) {
      nodes[to].inputs = random() % 5;
      for (std::size_t k = 0; k < nodes[to].inputs; ++k) {
        const std::size_t from = random() % nodes.size();
        edges.push_back({from, random() % nodes[from].outputs, to, k});
      }
    }
    expect_readable(nodes, edges);
  }
}

TEST(DiagramLayout, OfNothingIsNothing) { EXPECT_TRUE(make_layout({}, {}).boxes.empty()); }

}  // namespace
}  // namespace bw::inspect::layout_test
