#include "support/cosim/certified_systems.h"

#include <stdexcept>

namespace bw::test {
namespace {

constexpr double heun_step = 0.00713;

BlockOptions adaptive(double tolerance) {
  return {.solver = BlockOptions::Solver::adaptive, .accuracy = tolerance};
}
BlockOptions heun() { return {.solver = BlockOptions::Solver::heun, .accuracy = heun_step}; }

}  // namespace

std::vector<CoupledSystem> smooth_systems() {
  return {lotka_volterra_system(),
          force_displacement(),
          force_displacement({.damper = 0.01}).called("force_displacement_light"),
          force_force(),
          force_force({.damper = 2}).called("force_force_d2"),
          displacement_displacement(),
          displacement_displacement({.damper = 0.01}).called("displacement_displacement_light"),
          ring(3),
          ring(5),
          nested_loops(false),
          nested_loops(true),
          source_lag_integrator(),
          lorenz(5),
          lorenz(15).called("lorenz_15")};
}

std::vector<CoupledSystem> algebraic_systems() {
  return {ring(3, true), ring(5, true), algebraic_loop(0.5).called("algebraic_0.25"),
          algebraic_loop(0.9).called("algebraic_0.81"),
          algebraic_loop(1.5).called("algebraic_2.25")};
}

std::vector<CoupledSystem> stiff_systems() {
  return {force_displacement({.damper = 1e2}).called("force_displacement_d1e2"),
          force_displacement({.damper = 1e3}).called("force_displacement_d1e3"),
          force_displacement({.damper = 1e4}).called("force_displacement_d1e4"),
          force_displacement({.spring = 1e6}).called("force_displacement_k1e6"),
          force_force({.spring = 1e6}).called("force_force_k1e6"),
          displacement_displacement({.damper = 1e3}).called("displacement_displacement_d1e3"),
          displacement_displacement({.damper = 1e4}).called("displacement_displacement_d1e4"),
          displacement_displacement({.spring = 1e4}).called("displacement_displacement_k1e4"),
          displacement_displacement({.spring = 1e6}).called("displacement_displacement_k1e6")};
}

std::vector<CoupledSystem> jumping_systems() {
  return {saturated_pi(), relay(), relay(Type::real).called("relay_real"), sampled_controller(),
          math_003()};
}

std::vector<CoupledSystem> aliasing_systems() {
  return {source_lag_integrator(6).called("source_6"),
          source_lag_integrator(60).called("source_60"),
          source_lag_integrator(120).called("source_120")};
}

std::vector<CoupledSystem> inexact_systems() {
  return {lotka_volterra_system().with(adaptive(1e-4)).called("lotka_volterra_inner_1e-4"),
          lotka_volterra_system().with(adaptive(1e-6)).called("lotka_volterra_inner_1e-6"),
          lotka_volterra_system().with(adaptive(1e-8)).called("lotka_volterra_inner_1e-8"),
          lotka_volterra_system().with(adaptive(1e-10)).called("lotka_volterra_inner_1e-10"),
          lotka_volterra_system().with(heun()).called("lotka_volterra_heun"),
          force_displacement().with(adaptive(1e-6)).called("force_displacement_inner_1e-6"),
          force_displacement().with(heun()).called("force_displacement_heun"),
          displacement_displacement().with(heun()).called("displacement_displacement_heun")};
}

std::vector<CoupledSystem> fixed_step_systems() {
  return {
      lotka_volterra_system().with({.step_unit = 0.05}).called("lotka_volterra_unit_0.05"),
      lotka_volterra_system().with({.constant_step = true}).called("lotka_volterra_constant_step"),
      force_displacement()
          .with({.can_roll_back = false, .step_unit = 0.02})
          .called("force_displacement_unit_0.02")};
}

std::vector<CoupledSystem> all_systems() {
  std::vector<CoupledSystem> all;
  for (const auto& list :
       {smooth_systems(), algebraic_systems(), stiff_systems(), jumping_systems(),
        aliasing_systems(), inexact_systems(), fixed_step_systems()})
    all.insert(all.end(), list.begin(), list.end());
  return all;
}

CoupledSystem find_system(std::string_view name) {
  for (const CoupledSystem& system : all_systems())
    if (system.name == name) return system;
  throw std::out_of_range("there is no system " + std::string(name));
}

}  // namespace bw::test
