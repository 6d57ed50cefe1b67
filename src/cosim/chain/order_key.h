#pragma once
// Which chain an order means, as a text: two orders of one system with the same key give the same
// path, also in another process and at another time.

#include <string>

#include "cosim/chain/chain.h"

namespace bw::cosim {

std::string key_of(const ChainOrder& order);

}  // namespace bw::cosim
