#pragma once
// Assigns equations to unknowns, and sorts them: unknowns are leaves of the graph (a variable, a
// derivative, a pre value).
//
//   can equation e be solved for unknown u:  a continuous u where it is outside of comparisons;
//     a discrete u where it is alone on one side and nothing else changes between events
//   maximum matching (equation/sort/matching), then strongly connected groups
//   (math/strong_components)

#include <span>
#include <vector>

#include "equation/core/expression.h"
#include "equation/sort/matching.h"
#include "equation/sort/system.h"
#include "math/rows.h"

namespace bw::equation {

// Equations and unknowns that determine each other, pair by pair.
struct EquationGroup {
  std::vector<const Equation*> equations;
  std::vector<Node> unknowns;
};

class Sorting {
 public:
  // All arguments must outlive this object. `is_initial`: initial equations may give discrete
  // values.
  Sorting(const System& system, std::vector<const Equation*> equations, std::vector<Node> unknowns,
          bool is_initial);
  Sorting(const Sorting&) = delete;
  Sorting& operator=(const Sorting&) = delete;

  // In this order; matched unknowns stay matched.
  void match(std::span<const std::uint32_t> unknowns) { matching_.match(unknowns); }

  std::vector<std::uint32_t> free_unknowns() const, free_equations() const;
  Node leaf(std::uint32_t unknown) const { return unknowns_[unknown]; }
  const std::vector<Node>& leaves() const { return unknowns_; }
  const std::vector<const Equation*>& equations() const { return equations_; }
  const Rows& solvable() const { return incidence_.solvable; }  // equations by unknown
  const Equation& equation(std::uint32_t number) const { return *equations_[number]; }

  // The over- and underdetermined parts: surplus equations with their unknowns; and unmatched
  // unknowns with the equations that contain them.
  struct Part {
    std::vector<std::uint32_t> equations, unknowns;
  };
  Part overdetermined() const, underdetermined() const;

  // Of the pairs whose unknown is wanted; everything else they depend on is known.
  std::vector<EquationGroup> groups(const std::vector<bool>& is_wanted) const;

 private:
  struct Incidence {
    Rows occurs;    // unknowns by equation
    Rows solvable;  // equations by unknown
  };
  static Incidence find(const System& system, const std::vector<const Equation*>& equations,
                        const std::vector<Node>& unknowns, bool is_initial);

  std::vector<const Equation*> equations_;
  std::vector<Node> unknowns_;
  Incidence incidence_;
  Matching matching_;
};

}  // namespace bw::equation
