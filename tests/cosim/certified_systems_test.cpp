// The test systems of certified co-simulation: are their components exact, and is their judge
// right?

#include "support/cosim/certified_systems.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/cosim/hybrid.h"
#include "support/cosim/marching.h"
#include "support/model/lotka_volterra_reference.h"
#include "support/sanitized.h"

namespace bw::test::certified_systems_test {
namespace {

std::vector<CoupledSystem> exact_systems() {
  std::vector<CoupledSystem> all;
  for (const auto& list : {smooth_systems(), algebraic_systems(), stiff_systems(),
                           jumping_systems(), aliasing_systems()})
    all.insert(all.end(), list.begin(), list.end());
  return all;
}

// Largest difference, relative to the largest value of the column and to 1.
double difference(const Reference& a, const Reference& b) {
  double worst = 0;
  for (std::size_t column = 0; column < a.columns; ++column) {
    double scale = 1, largest = 0;
    for (std::size_t i = column; i < a.rows.size(); i += a.columns) {
      scale = std::max(scale, std::abs(a.rows[i]));
      largest = std::max(largest, std::abs(a.rows[i] - b.rows[i]));
    }
    worst = std::max(worst, largest / scale);
  }
  return worst;
}

std::vector<double> last_row(const Reference& reference) {
  return {reference.rows.end() - static_cast<std::ptrdiff_t>(reference.columns),
          reference.rows.end()};
}

// All real signals at the stop, by gauss-seidel with equal steps.
std::vector<double> marched(const CoupledSystem& system, int steps) {
  cosim::Coupling coupling = system.make();
  Marcher marcher(coupling, *cosim::find_master("gauss-seidel"));
  const double h = system.stop / steps;
  for (int k = 0; k < steps; ++k) EXPECT_EQ(marcher.go(k * h, h), cosim::ComponentStatus::ok);
  return coupling.now().reals;
}

// How far the extrapolation of two runs is from the reference at the stop, and so the runs
// themselves.
struct Distance {
  double extrapolated = 0, plain = 0;
};
Distance distance(const CoupledSystem& system, int steps) {
  const std::vector<double> a = marched(system, steps), b = marched(system, 2 * steps),
                            y = last_row(system.reference({0, system.stop}));
  Distance worst;
  for (std::size_t i = 0; i < y.size(); ++i) {
    worst.plain = std::max(worst.plain, std::abs(b[i] - y[i]) / (1 + std::abs(y[i])));
    worst.extrapolated =
        std::max(worst.extrapolated, std::abs(2 * b[i] - a[i] - y[i]) / (1 + std::abs(y[i])));
  }
  return worst;
}

TEST(CertifiedSystems, ComponentsThatAreExactDoNotFeelThatAStepIsHalved) {
  for (const CoupledSystem& system : exact_systems()) {
    for (const double h : {0.003, 0.11, 1.7}) {
      cosim::Coupling whole = system.make(), halves = system.make();
      model::Signals a = whole.now(), b = halves.now();
      const model::Signals held = whole.now();
      for (std::size_t component = 0; component < whole.size(); ++component) {
        ASSERT_EQ(whole.advance(component, held, 0, h, a), cosim::ComponentStatus::ok)
            << system.name;
        halves.advance(component, held, 0, h / 2, b);
        halves.advance(component, held, h / 2, h / 2, b);
      }
      double size = 1;  // of velocities, for stiff springs
      for (const double v : a.reals) size = std::max(size, std::abs(v));
      for (std::size_t i = 0; i < a.reals.size(); ++i)
        EXPECT_NEAR(a.reals[i], b.reals[i], 2e-13 * size)
            << system.name << " " << whole.real_name(i) << " step " << h;
      EXPECT_EQ(a.discretes, b.discretes) << system.name;
    }
  }
}

TEST(CertifiedSystems, SignalsAtTheStartAnswerEachOther) {
  for (const CoupledSystem& system : all_systems()) {
    cosim::Coupling coupling = system.make();
    model::Signals again = coupling.now();
    for (std::size_t component = 0; component < coupling.size(); ++component)
      coupling.evaluate(component, coupling.now(), 0, again);
    for (std::size_t i = 0; i < again.reals.size(); ++i)
      EXPECT_NEAR(again.reals[i], coupling.now().reals[i], 1e-14 * (1 + std::abs(again.reals[i])))
          << system.name << " " << coupling.real_name(i);
    EXPECT_EQ(again.discretes, coupling.now().discretes) << system.name;
  }
}

TEST(CertifiedSystems, TheStructureIsWhatTheNamesSay) {
  const auto is = [](const CoupledSystem& system, bool loop, bool feed_through, bool algebraic) {
    const cosim::Structure s = system.structure();
    return s.loop == loop && s.feed_through == feed_through && s.algebraic_loop == algebraic;
  };
  EXPECT_TRUE(is(lotka_volterra_system(), true, false, false));
  EXPECT_TRUE(is(displacement_displacement(), true, false, false));
  EXPECT_TRUE(is(force_displacement(), true, true, false));
  EXPECT_TRUE(is(force_force(), true, true, false));
  EXPECT_TRUE(is(nested_loops(true), true, true, false));
  EXPECT_TRUE(is(nested_loops(false), true, false, false));
  EXPECT_TRUE(is(ring(3, true), true, true, true));
  EXPECT_TRUE(is(algebraic_loop(1.5), true, true, true));
  EXPECT_TRUE(is(source_lag_integrator(), false, false, false));
}

TEST(CertifiedSystems, ComponentsMayBeSilentOrLieAboutDirectInputs) {
  BlockOptions options;
  options.direct_inputs = BlockOptions::Stated::nothing;
  EXPECT_TRUE(lotka_volterra_system().with(options).structure().algebraic_loop);
  EXPECT_FALSE(
      lotka_volterra_system().with(options).make().shape(0).outputs[0].direct_inputs.has_value());
  options.direct_inputs = BlockOptions::Stated::lies;
  EXPECT_FALSE(force_displacement().with(options).structure().feed_through);
}

TEST(CertifiedSystems, ComponentsOfOneStepSizeDiscardOthers) {
  const auto takes = [](const BlockOptions& options, std::initializer_list<double> steps) {
    cosim::Coupling coupling = lotka_volterra_system().with(options).make();
    model::Signals next = coupling.now();
    double t = 0;
    bool all = true;
    for (const double h : steps) {
      all = all && coupling.advance(0, coupling.now(), t, h, next) == cosim::ComponentStatus::ok;
      t += h;
    }
    return all;
  };
  EXPECT_TRUE(takes({.step_unit = 0.05}, {0.05, 0.2, 5}));
  EXPECT_FALSE(takes({.step_unit = 0.05}, {0.05, 0.07}));
  EXPECT_TRUE(takes({.constant_step = true}, {0.07, 0.07}));
  EXPECT_FALSE(takes({.constant_step = true}, {0.07, 0.14}));
}

TEST(CertifiedSystems, ReferencesDoNotDependOnTheStepsOfTheirSolver) {
  for (const CoupledSystem& system : exact_systems()) {
    const std::vector<double> times = even_times(system.stop, 7);
    const Reference a = system.reference(times), b = system.reference(times, 3);
    const bool fast = system.name.find("k1e6") != std::string::npos;
    EXPECT_LT(difference(a, b), fast ? 1e-11 : 1e-12) << system.name;
    ASSERT_EQ(a.events.size(), b.events.size()) << system.name;
    for (std::size_t i = 0; i < a.events.size(); ++i)
      EXPECT_NEAR(a.events[i], b.events[i], 1e-14 * system.stop) << system.name;
  }
}

TEST(CertifiedSystems, ExponentialsAndExtrapolationAgree) {
  for (CoupledSystem system :
       {force_displacement(), force_force({.damper = 2}), displacement_displacement(),
        nested_loops(true), nested_loops(false), source_lag_integrator(), algebraic_loop(1.5),
        force_displacement({.damper = 1e2}), displacement_displacement({.spring = 1e4})}) {
    const std::vector<double> times = even_times(system.stop, 7);
    const Reference exponential = system.reference(times);
    for (Block& block : system.blocks) block.linear.reset();
    EXPECT_LT(difference(exponential, system.reference(times)), 1e-12) << system.name;
  }
}

TEST(CertifiedSystems, OscillatorsMoveAlikeHoweverTheyAreDivided) {
  for (const OscillatorLink link : {OscillatorLink{}, OscillatorLink{.damper = 1e3}}) {
    const auto times = even_times(20, 5);
    const Reference a = force_displacement(link).reference(times),
                    b = force_force(link).reference(times),
                    c = displacement_displacement(link).reference(times);
    for (std::size_t row = 0; row < times.size(); ++row)
      for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_NEAR(a.rows[row * a.columns + i], b.rows[row * b.columns + i], 1e-12);
        EXPECT_NEAR(a.rows[row * a.columns + i], c.rows[row * c.columns + i], 1e-12);
      }
  }
}

TEST(CertifiedSystems, LotkaVolterraIsTheOneOfTheTables) {
  std::vector<double> times{0};
  for (const SpeciesRow& row : lotka_volterra::solution) times.push_back(row.t);
  const Reference reference = lotka_volterra_system().reference(times);
  for (std::size_t k = 0; k < lotka_volterra::solution.size(); ++k) {
    const SpeciesRow& row = lotka_volterra::solution[k];
    EXPECT_NEAR(reference.rows[2 * k + 2], row.x, 1e-13 * row.x);
    EXPECT_NEAR(reference.rows[2 * k + 3], row.y, 1e-13 * row.y);
  }
}

// LORENZ_t10 of the reference problems (tests/support/ode/ivp_problems.h): extrapolation in
// quadruple precision, cross-checked by Radau IIA 13.
TEST(CertifiedSystems, LorenzEndsWhereOthersSay) {
  const std::vector<double> end = last_row(lorenz(10).reference({0, 10}));
  EXPECT_NEAR(end[0], -4.902687541134645731904, 1e-11);
  EXPECT_NEAR(end[1], -3.743872921802919616315, 1e-11);
  EXPECT_NEAR(end[2], 24.69085810279055545322, 1e-11);
}

TEST(CertifiedSystems, Math003TurnsAtFractions) {
  const Reference reference = math_003().reference({0, 1.2, 1.5, 3.4, 3.9, 5.5, 10});
  const std::vector<double> x4 = {0, 1.2, 2.5, 0.1, -2.5, 0.5, 2.5};
  for (std::size_t k = 0; k < x4.size(); ++k) EXPECT_NEAR(reference.rows[4 * k + 3], x4[k], 1e-14);
  const std::vector<double> events = {1, 17.0 / 12, 2, 3, 23.0 / 6, 4, 5, 35.0 / 6, 6};
  ASSERT_EQ(reference.events.size(), events.size());
  for (std::size_t k = 0; k < events.size(); ++k)
    EXPECT_NEAR(reference.events[k], events[k], 1e-15 * 6);
}

// After the first sample at the period, x'' = -x - 0.4 x' + u with u = 0.8 - x(period) there.
TEST(CertifiedSystems, TheSampledControllerHoldsWhatItComputed) {
  const CoupledSystem system = sampled_controller();
  const Reference reference = system.reference({0, 0.137, 0.2, 0.274});
  EXPECT_EQ(reference.rows[0], 0);
  EXPECT_NEAR(reference.rows[2], 0.8, 1e-15);  // the plant rests until then
  EXPECT_EQ(reference.rows[2], reference.rows[4]);
  EXPECT_NEAR(reference.rows[6], 0.5 * 0.8 - reference.rows[7] + 0.8, 1e-15);
  EXPECT_EQ(system.breaks.size(), 36U);
}

TEST(CertifiedSystems, ARelayReportsInTheSameStepThatItSwitches) {
  const auto component = make_component(relay_block("relay", 0.4, 0.6, true));
  std::vector<Discrete> y(1);
  const auto step = [&](double u) {
    component->advance({std::span(&u, 1), {}}, 0, 0.1, {{}, y});
    return std::get<std::int64_t>(y[0]);
  };
  EXPECT_EQ(step(0.5), 1);
  EXPECT_EQ(step(0.7), 0);
  EXPECT_EQ(step(0.5), 0);
  EXPECT_EQ(step(0.3), 1);
}

TEST(CertifiedSystems, FineRunsWithGaussSeidelComeToTheReference) {
  for (const CoupledSystem& system : exact_systems()) {
    const bool hopeless = system.name == "algebraic_2.25" || system.name == "lorenz_15" ||
                          system.name.find("_k1e") != std::string::npos ||
                          system.name.find("_d1e") != std::string::npos;
    if (hopeless) continue;                               // for gauss-seidel with so few steps
    if (sanitized && system.blocks.size() > 2) continue;  // takes long
    const Distance d = distance(system, 8000);
    EXPECT_LT(d.plain, 0.05) << system.name;
    if (!system.has_events) {
      EXPECT_LT(d.extrapolated, 2e-3) << system.name;
      EXPECT_LT(d.extrapolated, 0.2 * d.plain + 1e-4) << system.name;
    }
  }
}

TEST(CertifiedSystems, ComponentsWithErrorsOfTheirOwnHaveThem) {
  const auto error = [](const char* name) {
    return distance(find_system(name), 1000).extrapolated;
  };
  EXPECT_LT(error("lotka_volterra_inner_1e-10"), 1.01 * error("lotka_volterra"));
  const double exact = marched(lotka_volterra_system(), 100)[0];
  EXPECT_GT(std::abs(marched(find_system("lotka_volterra_inner_1e-4"), 100)[0] - exact), 1e-6);
  EXPECT_GT(std::abs(marched(find_system("lotka_volterra_heun"), 100)[0] - exact), 1e-8);
  EXPECT_LT(std::abs(marched(find_system("lotka_volterra_heun"), 100)[0] - exact), 1e-3);
}

TEST(CertifiedSystems, ComponentsRollBackToWhereTheyWereMarked) {
  for (const CoupledSystem& system : jumping_systems()) {
    cosim::Coupling coupling = system.make();
    Marcher marcher(coupling, *cosim::find_master("gauss-seidel"));
    for (int k = 0; k < 10; ++k) marcher.go(0.1 * k, 0.1);
    cosim::Checkpoint begin;
    coupling.mark(coupling.order(), begin);
    const model::Signals start = coupling.now();
    marcher.go(1, 0.5);
    const model::Signals once = coupling.now();
    coupling.return_to(begin, coupling.order());
    model::Signals again = start;
    coupling.accept(again);
    marcher.go(1, 0.5);
    EXPECT_EQ(coupling.now().reals, once.reals) << system.name;
    EXPECT_EQ(coupling.now().discretes, once.discretes) << system.name;
  }
}

}  // namespace
}  // namespace bw::test::certified_systems_test
