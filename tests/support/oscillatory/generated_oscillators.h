#pragma once
// Oscillating models drawn by lot, the same on every machine: 100 to 2e5 periods, tolerances from
// 1e-3 to 1e-9 (but none that double precision cannot meet), rows at times that have nothing to do
// with the periods. What methods for oscillations are made for, and what only looks like it.

#include <cstdint>
#include <string_view>

#include "support/oscillatory/oscillatory_model.h"

namespace bw::test::oscillatory {

enum class OscillatorKind {
  linear,      // structures, ladders of circuits, rigid bodies with oscillators, resonance
  nonlinear,   // one fast frequency, slow change of amplitude and period
  forced,      // by periodic forces, also modulated and swept
  drifting,    // with slow parameters or slow equations
  switching,   // with time events: steps, sampled switches, kicks
  misleading,  // looks like one of these for a while: second frequencies, late changes,
               // separatrices
};

constexpr OscillatorKind oscillator_kinds[] = {
    OscillatorKind::linear,   OscillatorKind::nonlinear, OscillatorKind::forced,
    OscillatorKind::drifting, OscillatorKind::switching, OscillatorKind::misleading};
std::string_view name(OscillatorKind kind);

// `most_periods` keeps tests short; it does not change what else is drawn.
OscillatoryModel generated_oscillator(std::uint64_t seed, OscillatorKind kind,
                                      double most_periods = 2e5);

}  // namespace bw::test::oscillatory
