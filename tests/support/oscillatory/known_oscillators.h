#pragma once
// Oscillators whose values at the end are known to many digits, computed by two methods each
// (Gragg-Bulirsch-Stoer of order 18 and Gauss-Legendre of order 16 in long double, or a closed
// form in 40 digits).

#include <string>
#include <utility>
#include <vector>

#include "support/oscillatory/oscillatory_model.h"

namespace bw::test::oscillatory {

struct KnownOscillator {
  OscillatoryModel model;
  struct Value {
    std::string name;
    double end;
    double digits;  // an error of this size is one of the last digit that is given
  };
  std::vector<Value> values;
};

// All for which values are known.
std::vector<KnownOscillator> known_oscillators();

// The same for any frequency, or any small parameter.
OscillatoryModel van_der_pol_model(double e, double periods);  // x'' = -x + e (1 - x^2) x'
OscillatoryModel warm_model(double w);   // the frequency w depends on a slow state
OscillatoryModel chain_model(double w);  // Fermi, Pasta, Ulam; Hairer, Lubich, Wanner I.5
OscillatoryModel orbit_model(double e, double periods);  // around an oblate planet
OscillatoryModel forced_model(double w);                 // Duffing, driven with its own frequency
OscillatoryModel linear_model(double w);                 // 10 masses, frequencies from 1 to w
OscillatoryModel beam_model(std::size_t points = 50);

}  // namespace bw::test::oscillatory
