#include "equation/sort/matching.h"

#include <algorithm>

#include "base/run_control.h"

namespace bw::equation {
namespace {
constexpr std::uint32_t far = std::numeric_limits<std::uint32_t>::max();
}

Rows transposed(const Rows& rows, std::size_t columns) {
  Rows turned;
  turned.begins.assign(columns + 1, 0);
  for (const std::uint32_t value : rows.values) ++turned.begins[value + 1];
  for (std::size_t i = 0; i < columns; ++i) turned.begins[i + 1] += turned.begins[i];
  turned.values.resize(rows.values.size());
  std::vector<std::uint32_t> next(turned.begins.begin(), turned.begins.end() - 1);
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (const std::uint32_t value : rows[row])
      turned.values[next[value]++] = static_cast<std::uint32_t>(row);
  return turned;
}

Matching::Matching(const Rows& equations_of, std::size_t equations)
    : equations_of_(equations_of),
      equation_(equations_of.size(), unmatched),
      unknown_(equations, unmatched),
      layer_(equations_of.size(), far),
      next_(equations_of.size(), 0) {}

void Matching::match(std::span<const std::uint32_t> unknowns) {
  match_greedily(unknowns);
  while (find_layers(unknowns))
    for (const std::uint32_t unknown : unknowns)
      if (equation_[unknown] == unmatched) {
        throw_if_interrupted();
        exchange_along_path(unknown);
      }
}

void Matching::match_greedily(std::span<const std::uint32_t> unknowns) {
  for (const std::uint32_t unknown : unknowns) {
    if (equation_[unknown] != unmatched) continue;
    for (const std::uint32_t equation : equations_of_[unknown]) {
      if (unknown_[equation] != unmatched) continue;
      equation_[unknown] = equation;
      unknown_[equation] = unknown;
      break;
    }
  }
}

// False: no free equation can be reached.
bool Matching::find_layers(std::span<const std::uint32_t> unknowns) {
  std::fill(layer_.begin(), layer_.end(), far);
  queue_.clear();
  for (const std::uint32_t unknown : unknowns) {
    if (equation_[unknown] != unmatched) continue;
    layer_[unknown] = 0;
    queue_.push_back(unknown);
  }
  bool found = false;
  for (std::size_t at = 0; at < queue_.size(); ++at) {
    const std::uint32_t unknown = queue_[at];
    next_[unknown] = equations_of_.begins[unknown];
    for (const std::uint32_t equation : equations_of_[unknown]) {
      const std::uint32_t other = unknown_[equation];
      if (other == unmatched) {
        found = true;
      } else if (layer_[other] == far) {
        layer_[other] = layer_[unknown] + 1;
        queue_.push_back(other);
      }
    }
  }
  return found;
}

// path_: unknowns from the free one on; each goes on with the equation at its next_.
void Matching::exchange_along_path(std::uint32_t unknown) {
  path_.assign(1, unknown);
  while (!path_.empty()) {
    const std::uint32_t last = path_.back();
    if (next_[last] == equations_of_.begins[last + 1]) {  // a dead end for every path
      layer_[last] = far;
      path_.pop_back();
      if (!path_.empty()) ++next_[path_.back()];
      continue;
    }
    const std::uint32_t equation = equations_of_.values[next_[last]];
    const std::uint32_t other = unknown_[equation];
    if (other == unmatched) {
      for (const std::uint32_t mover : path_) {
        equation_[mover] = equations_of_.values[next_[mover]];
        unknown_[equation_[mover]] = mover;
        layer_[mover] = far;  // on one path only
      }
      return;
    }
    if (layer_[other] != far && layer_[other] == layer_[last] + 1)
      path_.push_back(other);
    else
      ++next_[last];
  }
}

}  // namespace bw::equation
