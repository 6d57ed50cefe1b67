#pragma once
// Alias variables: a = b, a = -b, a - b = 0, a + b = 0, also a + b + z = 0 where z = 0. Of each
// family of aliases one variable is kept; the others are read from it.
//
//   families by union-find, each member with its sign relative to the one that is kept
//   kept is an input before a state before one with a fixed start before any other
//   an input is never joined with another one or a state: their equation says something about both
//   (two states are: der(a) = der(b) where a = b)

#include <vector>

#include "equation/core/flat_model.h"

namespace bw::equation {

struct Alias {
  std::uint32_t kept = 0;  // itself where there is none
  bool opposite = false;
};

struct Aliases {
  std::vector<Alias> of;         // each variable
  std::vector<bool> is_used_up;  // each equation: it only defined an alias
};

// `is_state`: under der() somewhere. `is_discrete`: changes at events only.
Aliases find_aliases(const FlatModel& model, const std::vector<bool>& is_state,
                     const std::vector<bool>& is_discrete);

}  // namespace bw::equation
