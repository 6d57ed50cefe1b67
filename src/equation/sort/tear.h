#pragma once
// Tearing: makes an algebraic loop smaller. If some of its unknowns, the tears, were known, the
// others would follow one after the other, and as many equations would be left as there are tears.
//
//   first   what curves its equations and none can safely be solved for is a tear: an angle, of
//           which all else consists, before its sine and cosine
//   repeat  while some equation has one unknown left that it can safely be solved for: do
//           else the unknown that occurs in the most equations left becomes a tear
//
// Safely: with a constant factor that is the largest one of its equation, so that there is no
// division by 0 and errors do not grow from one inner unknown to the next.
// Source: F. E. Cellier, E. Kofman, Continuous System Simulation, 2006, 7.4 (with heuristics).

#include <cstdint>
#include <vector>

#include "equation/sort/matching.h"
#include "math/rows.h"

namespace bw::equation {

struct Torn {
  struct Inner {
    std::uint32_t equation, unknown;
  };
  std::vector<Inner> inner;  // in the order of evaluation
  std::vector<std::uint32_t> tears, residuals;
};

// Row i of `unknowns`: those in equation i; `is_safe`: one flag for each of its values; `curves`:
// of each unknown.
Torn tear(const Rows& unknowns, const std::vector<bool>& is_safe,
          const std::vector<bool>& curves = {});

}  // namespace bw::equation
