#pragma once
// A generator of coupled systems with kinks, of chains of masses and of systems without a loop:
// what certified runs must neither get wrong nor refuse.

#include <cstdint>
#include <string>
#include <vector>

#include "support/cosim/coupled_system.h"

namespace bw::test {

enum class BentKind { servo, saturation, contact, diode, dead_zone, masses, feed_forward };
std::vector<BentKind> bent_kinds();
std::string name(BentKind kind);

// The same seed gives the same system.
CoupledSystem bent_system(BentKind kind, std::uint64_t seed);

}  // namespace bw::test
