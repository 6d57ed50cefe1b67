// Layered drawing (K. Sugiyama, S. Tagawa, M. Toda 1981):
//
//   column of a node  = 1 + the largest column of those before it in the order of evaluation
//   order in a column = by the mean position of what it is connected to, from the left and back
//   lines             = horizontal and vertical pieces. A vertical one has a track of its own in
//                       the gap between two columns; a line that skips columns or leads back has a
//                       horizontal lane above or below all boxes
//
// All lengths in mm.

#include "inspect/convert/layout.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "cosim/coupling/loops.h"

namespace bw::inspect {
namespace {

constexpr double pitch = 6, letter = 2.2, least_width = 30, least_height = 18;
constexpr double between_boxes = 12, between_tracks = 3, margin = 10;

class Drawing {
 public:
  Drawing(const std::vector<LayoutNode>& nodes, const std::vector<LayoutEdge>& edges)
      : nodes_(nodes), edges_(edges) {}

  Layout draw() {
    choose_columns();
    order_columns();
    place_boxes();
    for (const LayoutEdge& edge : edges_) made_.routes.push_back(route(edge));
    const double above = margin + between_tracks * static_cast<double>(lanes_above_.size());
    const double below = margin + between_tracks * static_cast<double>(lanes_below_.size());
    made_.canvas = {0, lowest_ - below, right_, highest_ + above};
    return std::move(made_);
  }

 private:
  using Track = std::pair<std::size_t, std::size_t>;  // node, output; or edge, none

  void choose_columns() {
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (const LayoutEdge& edge : edges_) pairs.emplace_back(edge.from, edge.to);
    std::vector<std::size_t> order;
    for (const cosim::Loop& loop : cosim::find_loops(nodes_.size(), pairs))
      order.insert(order.end(), loop.components.begin(), loop.components.end());
    std::vector<std::size_t> rank(nodes_.size());
    for (std::size_t i = 0; i < order.size(); ++i) rank[order[i]] = i;
    std::vector<std::vector<std::size_t>> followers(nodes_.size());
    for (const auto& [from, to] : pairs)
      if (rank[from] < rank[to]) followers[from].push_back(to);
    column_.assign(nodes_.size(), 0);
    for (const std::size_t node : order)
      for (const std::size_t next : followers[node])
        column_[next] = std::max(column_[next], column_[node] + 1);
    columns_.resize(1 + *std::ranges::max_element(column_));
    for (const std::size_t node : order) columns_[column_[node]].push_back(node);
  }

  void order_columns() {
    std::vector<std::vector<std::size_t>> neighbours(nodes_.size());
    for (const LayoutEdge& edge : edges_) {
      neighbours[edge.from].push_back(edge.to);
      neighbours[edge.to].push_back(edge.from);
    }
    std::vector<double> place(nodes_.size());
    const auto number = [&](const std::vector<std::size_t>& column) {
      for (std::size_t k = 0; k < column.size(); ++k)
        place[column[k]] = (static_cast<double>(k) + 0.5) / static_cast<double>(column.size());
    };
    for (const auto& column : columns_) number(column);
    const auto arrange = [&](std::vector<std::size_t>& column) {
      std::map<std::size_t, double> mean;
      for (const std::size_t node : column) {
        double sum = 0, count = 0;
        for (const std::size_t other : neighbours[node])
          if (column_[other] != column_[node]) sum += place[other], ++count;
        mean[node] = count > 0 ? sum / count : place[node];
      }
      std::ranges::stable_sort(column,
                               [&](std::size_t a, std::size_t b) { return mean[a] < mean[b]; });
      number(column);
    };
    for (int sweep = 0; sweep < 2; ++sweep) {
      std::ranges::for_each(columns_, arrange);
      std::for_each(columns_.rbegin(), columns_.rend(), arrange);
    }
  }

  static double height(const LayoutNode& node) {
    const std::size_t most = std::max(node.inputs, node.outputs);
    return std::max(least_height, pitch * static_cast<double>(most + 1));
  }
  static double width(const LayoutNode& node) {
    return std::max(least_width, letter * static_cast<double>(node.letters + 4));
  }

  bool is_direct(const LayoutEdge& edge) const {
    return column_[edge.to] == column_[edge.from] + 1;
  }

  // A line needs a track in the gap behind its source; one by a lane another before its target.
  void count_tracks() {
    tracks_.assign(columns_.size() + 1, {});
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      const LayoutEdge& edge = edges_[i];
      tracks_[column_[edge.from] + 1].emplace(Track(edge.from, edge.output), 0);
      if (!is_direct(edge)) tracks_[column_[edge.to]].emplace(Track(i, no_output), 0);
    }
    for (auto& gap : tracks_) {
      std::size_t number = 0;
      for (auto& [track, place] : gap) place = number++;
    }
  }

  void place_boxes() {
    count_tracks();
    made_.boxes.resize(nodes_.size());
    double x = gap_width(0);
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      gap_begin_.push_back(x - gap_width(c));
      double widest = 0, all = -between_boxes;
      for (const std::size_t node : columns_[c]) {
        widest = std::max(widest, width(nodes_[node]));
        all += height(nodes_[node]) + between_boxes;
      }
      double y = all / 2;
      for (const std::size_t node : columns_[c]) {
        const double tall = height(nodes_[node]);
        made_.boxes[node] = {x, y - tall, x + widest, y};
        y -= tall + between_boxes;
      }
      highest_ = std::max(highest_, all / 2);
      lowest_ = std::min(lowest_, -all / 2);
      x += widest + gap_width(c + 1);
    }
    gap_begin_.push_back(x - gap_width(columns_.size()));
    right_ = x;
  }

  double gap_width(std::size_t gap) const {
    return 2 * margin + between_tracks * static_cast<double>(tracks_[gap].size());
  }
  double track(std::size_t gap, const Track& which) const {
    return gap_begin_[gap] + margin + between_tracks * static_cast<double>(tracks_[gap].at(which));
  }
  double height_of(std::size_t node, std::size_t k, std::size_t n) const {
    const system::SspBox& box = made_.boxes[node];
    return box.y1 + connector_height(k, n) * (box.y2 - box.y1);
  }

  std::vector<std::pair<double, double>> route(const LayoutEdge& edge) {
    const std::size_t number = made_.routes.size();
    const Track source(edge.from, edge.output);
    const double y1 = height_of(edge.from, edge.output, nodes_[edge.from].outputs);
    const double y2 = height_of(edge.to, edge.input, nodes_[edge.to].inputs);
    const double x1 = track(column_[edge.from] + 1, source);
    if (is_direct(edge)) {
      if (y1 == y2) return {};
      return {{x1, y1}, {x1, y2}};
    }
    const bool is_forward = column_[edge.to] > column_[edge.from];
    auto& lanes = is_forward ? lanes_above_ : lanes_below_;
    const auto lane = lanes.emplace(source, lanes.size()).first->second;
    const double away = margin / 2 + between_tracks * static_cast<double>(lane);
    const double y = is_forward ? highest_ + away : lowest_ - away;
    const double x2 = track(column_[edge.to], Track(number, no_output));
    return {{x1, y1}, {x1, y}, {x2, y}, {x2, y2}};
  }

  static constexpr std::size_t no_output = static_cast<std::size_t>(-1);
  const std::vector<LayoutNode>& nodes_;
  const std::vector<LayoutEdge>& edges_;
  std::vector<std::size_t> column_;                   // of each node
  std::vector<std::vector<std::size_t>> columns_;     // their nodes, from above
  std::vector<std::map<Track, std::size_t>> tracks_;  // per gap; gap c is before column c
  std::vector<double> gap_begin_;
  std::map<Track, std::size_t> lanes_above_, lanes_below_;
  double highest_ = 0, lowest_ = 0, right_ = 0;
  Layout made_;
};

}  // namespace

double connector_height(std::size_t k, std::size_t n) {
  return 1 - static_cast<double>(k + 1) / static_cast<double>(n + 1);
}

Layout make_layout(const std::vector<LayoutNode>& nodes, const std::vector<LayoutEdge>& edges) {
  return nodes.empty() ? Layout{} : Drawing(nodes, edges).draw();
}

}  // namespace bw::inspect
