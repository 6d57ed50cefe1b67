#pragma once
// Assigns an equation to each unknown: a maximum matching of a bipartite graph.
//
//   repeat  layers: breadth first from all unknowns without an equation, over edges unknown ->
//                   equation -> its unknown, until a free equation is met
//           paths:  depth first within the layers, each node once; exchange along each path found
//   until   no path is left
//
// A matched unknown stays matched, so more important unknowns are matched first. Source: J. E.
// Hopcroft, R. M. Karp, An n^(5/2) algorithm for maximum matchings in bipartite graphs, SIAM J.
// Comput. 2, 1973.

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "math/rows.h"

namespace bw::equation {

inline constexpr std::uint32_t unmatched = std::numeric_limits<std::uint32_t>::max();

using math::Rows;

Rows transposed(const Rows& rows, std::size_t columns);

class Matching {
 public:
  // Row i: the equations that unknown i can be solved from.
  Matching(const Rows& equations_of, std::size_t equations);

  // Finds equations for as many of these as possible; matched unknowns stay matched.
  void match(std::span<const std::uint32_t> unknowns);

  std::uint32_t equation(std::size_t unknown) const { return equation_[unknown]; }
  std::uint32_t unknown(std::size_t equation) const { return unknown_[equation]; }

 private:
  bool find_layers(std::span<const std::uint32_t> unknowns);
  void exchange_along_path(std::uint32_t unknown);
  void match_greedily(std::span<const std::uint32_t> unknowns);

  const Rows& equations_of_;
  std::vector<std::uint32_t> equation_, unknown_;
  std::vector<std::uint32_t> layer_, next_;  // of unknowns
  std::vector<std::uint32_t> queue_, path_;
};

}  // namespace bw::equation
