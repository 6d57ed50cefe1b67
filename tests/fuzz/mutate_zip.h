#pragma once
// Changes what a zip archive holds: names, contents, kinds, and what its headers say about them.
// Random bytes alone seldom get past the checksums and the offsets.

#include <optional>
#include <string>

#include "fuzz/dice.h"

namespace bw::fuzz {

// Nothing where `zip` is no archive, or a large one.
std::optional<std::string> mutated_zip(const std::string& zip, Dice& dice);

}  // namespace bw::fuzz
