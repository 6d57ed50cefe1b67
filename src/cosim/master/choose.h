#pragma once
// Which bases a certified run tries, in which order: a pure function of what is known before it.

#include <string>
#include <vector>

#include "cosim/master/master.h"

namespace bw::cosim {

struct Features {
  Structure structure{};
  bool can_roll_back =
      false;                // all components in loops can be set back, and take steps of any size
  double tolerance = 1e-4;  // relative
};

struct BaseChoice {
  std::string_view base;  // in the table of masters
  Hold hold = Hold::constant;
  int most_chains = 8;
  std::string why;  // "because no output follows an input at once": ends a sentence

  bool operator==(const BaseChoice&) const = default;
};

// At least one; the next one is for when the one before it cannot certify.
std::vector<BaseChoice> choose_bases(const Features& features);

// How many chains of a base can be combined before its columns stop getting better.
int most_chains(std::string_view base, Hold hold, const Structure& structure);

}  // namespace bw::cosim
