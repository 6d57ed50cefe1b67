#pragma once
// Sorted groups as consecutive steps of a program: a formula for one unknown, or an algebraic loop
// that is solved by iteration.
//
//   loop: tears z -> inner unknowns, one after the other -> residuals r(z) = 0
//   its matrix dr/dz is exact: the chain rule through the inner unknowns

#include <string>
#include <vector>

#include "equation/core/differentiate.h"
#include "equation/core/expression.h"
#include "equation/sort/sort.h"
#include "equation/sort/system.h"
#include "math/pattern.h"

namespace bw::equation {

struct Definition {
  Node leaf = no_node, value = no_node;
};

struct Loop {
  std::vector<Node> tears;
  std::vector<Definition> inner;
  std::vector<Node> residuals;
  math::Pattern pattern;                   // of dr/dz
  std::vector<Node> partials;              // along the pattern
  bool is_linear = false;                  // dr/dz does not depend on the loop's unknowns
  std::vector<const Equation*> equations;  // all
};

// Either a definition or a loop.
struct Step {
  Definition definition;
  std::uint32_t loop = unmatched;
  const Equation* equation = nullptr;  // of the definition

  bool is_loop() const { return loop != unmatched; }
};

struct Causal {
  std::vector<Step> steps;
  std::vector<Loop> loops;
};

// Adds to the system's graph. Throws InputError where discrete unknowns depend on each other.
Causal make_causal(System& system, const std::vector<EquationGroup>& groups);

// "der(x)", "y", "pre(d)".
std::string name_of(const System& system, Node leaf);
// "x, der(y), z": of its unknowns; of a large loop the first ones and how many more there are.
inline constexpr std::size_t most_names = 10;  // of unknowns in a sentence
std::string names_of(const System& system, const Loop& loop);

// d/dseed of everything that is computed step by step, as sparse rows.
class Totals {
 public:
  Totals(Graph& graph, Differentiation& differentiation)
      : graph_(graph), differentiation_(differentiation) {}

  using Row = std::vector<Partial>;  // by seed, rising
  void seed(Node leaf) { set(leaf, {{leaf, graph_.constant(1)}}); }
  void set(Node leaf, Row row);
  Row of(Node value);                               // through all leaves that have a row
  std::size_t entries() const { return entries_; }  // of all rows

 private:
  Graph& graph_;
  Differentiation& differentiation_;
  std::unordered_map<Node, Row> rows_;
  std::vector<std::uint32_t> places_;  // of seeds in the row that is being made
  std::size_t entries_ = 0;
};

}  // namespace bw::equation
