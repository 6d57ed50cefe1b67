#pragma once
// Coupled systems drawn by lot whose signals are not smooth everywhere: what certified runs are
// most easily wrong about. The same on every machine; the name says what has been drawn.

#include <cstdint>
#include <string_view>

#include "support/cosim/certifying.h"
#include "support/cosim/coupled_system.h"

namespace bw::test {

enum class SharpKind {
  lag,        // time constants of 1e-3 to 1e-9 in a loop, at rest until a step signal wakes them
  limit,      // saturation, dead zone or diode in a loop, with or without a state
  pulse,      // short pulses inside a component, between two synchronisation points
  hydraulic,  // flows by the root of a pressure difference, stiff volumes, check valves
  play        // two masses joined by a spring with play
};

constexpr SharpKind sharp_kinds[] = {SharpKind::lag, SharpKind::limit, SharpKind::pulse,
                                     SharpKind::hydraulic, SharpKind::play};
std::string_view name(SharpKind kind);

CoupledSystem sharp_system(std::uint64_t seed, SharpKind kind);

// The largest error of the rows of a trial, in units of the tolerance. In a row at an event both
// values of a signal are right, and only they.
class SharpTruth {
 public:
  SharpTruth(const CoupledSystem& system, int rows);
  double error(const Trial& trial, double tolerance) const;
  const Reference& after() const { return after_; }

 private:
  Reference after_, before_;
};

}  // namespace bw::test
