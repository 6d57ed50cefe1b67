#pragma once
// Highly oscillatory initial value problems with known values at the end: long double, by two
// independent methods each (Gragg-Bulirsch-Stoer of order 18, Gauss-Legendre of order 16); the
// digits given agree in both. Numbers such as 0.1 and 2 pi 1e4 are rounded to double first.

#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ode/kernel/integrator.h"

namespace bw::test {

using In = std::span<const double>;
using Out = std::span<double>;

struct Oscillation {
  std::string name;
  std::vector<double> start;
  double stop = 1;
  std::function<void(double t, In x, Out dx)> f;
  std::vector<std::pair<std::size_t, double>> end{};  // some states there
  std::vector<double> sizes{};                        // of the states, for errors

  double error(In x) const;  // of these states, in their sizes
};

class OscillationEquations final : public ode::Equations {
 public:
  explicit OscillationEquations(Oscillation of) : of_(std::move(of)) {}
  std::size_t size() const override { return of_.start.size(); }
  void derivatives(double t, In x, Out dx) override;
  double latest = -1e300;
  long evaluations = 0;

 private:
  Oscillation of_;
};

// x'' = -x + e (1 - x^2) x'.
Oscillation van_der_pol(double e, double periods);
// An oscillator whose frequency depends on a slow state, which its amplitude heats.
Oscillation warm_oscillator(double w);
// In resonance with a force, not linear.
Oscillation forced_oscillator(double w);
// Fermi, Pasta, Ulam with three stiff springs (Hairer, Lubich, Wanner, Geometric Numerical
// Integration I.5): slow q1..q3, fast q4..q6, then their velocities.
Oscillation fermi_pasta_ulam(double w);
// A satellite around an oblate planet.
Oscillation oblate_orbit(double e, double periods);

// Those with known ends.
std::vector<Oscillation> reference_oscillations();

}  // namespace bw::test
