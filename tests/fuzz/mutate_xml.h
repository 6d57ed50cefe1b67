#pragma once
// Changes an XML text so that mostly it stays well formed: random bytes alone would try the XML
// parser for ever and seldom what comes behind it.

#include <string>

#include "fuzz/dice.h"

namespace bw::fuzz {

std::string mutated_xml(std::string xml, Dice& dice);

}  // namespace bw::fuzz
