#pragma once
// The fallback order of base methods for a certified run: a pure function of the features known
// before it.

#include <string>
#include <vector>

#include "cosim/master/master.h"

namespace bw::cosim {

struct Features {
  Structure structure{};
  bool can_roll_back = false;  // all components in loops can roll back and take steps of any size
  double tolerance = 1e-4;     // relative
};

struct BaseChoice {
  std::string_view base;  // in the table of masters
  Hold hold = Hold::constant;
  int most_chains = 8;
  std::string why;  // "because no output has direct feedthrough": ends a sentence; may be empty

  bool operator==(const BaseChoice&) const = default;
};

// At least one; each is the fallback for the previous one.
std::vector<BaseChoice> choose_bases(const Features& features);

// The number of chains of a base method that can be combined before its columns stop converging.
int most_chains(std::string_view base, Hold hold, const Structure& structure);

}  // namespace bw::cosim
