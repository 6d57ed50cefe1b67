#pragma once
// A diagram of a system: components as boxes in columns, in the order of evaluation from the left
// to the right; connections as lines that cross no box.

#include <cstddef>
#include <utility>
#include <vector>

#include "system/ssp/ssp_draft.h"

namespace bw::inspect {

struct LayoutNode {
  std::size_t inputs = 0, outputs = 0;  // on the left, on the right
  std::size_t letters = 0;              // of its name, which stands within the box
};

struct LayoutEdge {
  std::size_t from = 0, output = 0, to = 0, input = 0;
};

struct Layout {
  std::vector<system::SspBox> boxes;                           // of the nodes
  std::vector<std::vector<std::pair<double, double>>> routes;  // of the edges, without their ends
  system::SspBox canvas;
};

Layout make_layout(const std::vector<LayoutNode>& nodes, const std::vector<LayoutEdge>& edges);

// Where the k-th of n connectors of one side is, from the lower edge of its box (0) to the upper
// one (1); the first is the uppermost.
double connector_height(std::size_t k, std::size_t n);

}  // namespace bw::inspect
