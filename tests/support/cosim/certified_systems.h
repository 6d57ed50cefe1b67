#pragma once
// The systems that certified co-simulation is measured on; docs/certified.md names them. Components
// are exact while their inputs are held, unless the name says otherwise.

#include <vector>

#include "support/cosim/coupled_system.h"

namespace bw::test {

// Smooth, no direct feedthrough.
CoupledSystem lotka_volterra_system(double stop = 100);
CoupledSystem lorenz(double stop);  // from (1, 1, 1); digits are lost as e^(0.9 t)
CoupledSystem source_lag_integrator(double frequency = 0.2);    // no loop
CoupledSystem ring(int components, bool feed_through = false);  // with it: algebraic
CoupledSystem nested_loops(bool feed_through);                  // cascade control, PI with it

// Two masses of 1 between walls, a spring and a damper between them.
struct OscillatorLink {
  double spring = 1, damper = 0.1;
};
CoupledSystem force_displacement(OscillatorLink link = {});  // feed-through: of the force
CoupledSystem force_force(OscillatorLink link = {});         // the link is a third component
CoupledSystem displacement_displacement(OscillatorLink link = {});

// Two lags in an algebraic loop of gain -factor^2.
CoupledSystem algebraic_loop(double factor);

// Not smooth.
CoupledSystem saturated_pi();                    // kinks
CoupledSystem relay(Type type = Type::integer);  // its plant is two components; real: jumps
CoupledSystem sampled_controller(double period = 0.137);
CoupledSystem math_003();  // all signals real; see examples/math_003

// Lists of the above, with the parameters of docs/certified.md.
std::vector<CoupledSystem> smooth_systems();     // Lorenz to 5 and 15 included
std::vector<CoupledSystem> algebraic_systems();  // gains 0.25, 0.81, 2.25
std::vector<CoupledSystem> stiff_systems();      // some have hidden fast modes
std::vector<CoupledSystem> jumping_systems();    // and one with kinks
std::vector<CoupledSystem> aliasing_systems();   // sources of 6, 60 and 120 periods per unit
std::vector<CoupledSystem> inexact_systems();    // components with errors of their own
std::vector<CoupledSystem> fixed_step_systems();
std::vector<CoupledSystem> all_systems();
CoupledSystem find_system(std::string_view name);  // throws std::out_of_range

}  // namespace bw::test
