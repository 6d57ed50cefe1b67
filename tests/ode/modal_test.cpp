#include "ode/methods/modal.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include "math/constants.h"
#include "ode/methods/modal_table.h"
#include "support/dice.h"

namespace bw::ode::modal_test {
namespace {

using Values = std::vector<double>;
using In = std::span<const double>;
using Out = std::span<double>;

struct Linear final : Equations {
  using F = std::function<void(double, In, Out)>;
  Linear(std::size_t states, F function) : n(states), f(std::move(function)) {}
  std::size_t size() const override { return n; }
  void derivatives(double t, In x, Out dx) override {
    ++evaluations;
    latest = std::max(latest, t);
    f(t, x, dx);
  }
  bool has_jacobian() const override { return !matrix.empty(); }
  void jacobian(double, In, Out j) override { std::copy(matrix.begin(), matrix.end(), j.begin()); }
  std::size_t n;
  F f;
  Values matrix;
  long evaluations = 0;
  double latest = 0;
};

struct Solved {
  Values x;
  Trouble trouble;
  Counts counts;
};

Setup setup_of(double stop, double tolerance) {
  Setup setup;
  setup.stop = stop;
  setup.tolerance.relative = tolerance;
  setup.has_formulas = true;
  return setup;
}

Solved solve(Equations& equations, const Values& start, const Setup& setup) {
  ModalMethod method(equations, setup);
  method.restart(0, start, Values(start.size(), 1.0));
  Solved solved;
  while (method.time() < setup.stop && !solved.trouble) solved.trouble = method.step(setup.stop);
  solved.x.assign(method.state().begin(), method.state().end());
  solved.counts = method.counts();
  return solved;
}

// q'' = -K q - 0.02 q' + e_1 cos t + e_10 exp(-(t-5)^2), with frequencies 1 ... W.
Linear structure(double w, bool exact) {
  constexpr std::size_t m = 10;
  Values k(m * m);
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < m; ++j) {
      long double sum = 0;
      for (std::size_t l = 0; l < m; ++l)
        sum += ((i == l ? 1 : 0) - 0.2L) * ((j == l ? 1 : 0) - 0.2L) *
               std::pow(static_cast<long double>(w), 2.0L * static_cast<long double>(l) / 9);
      k[i * m + j] = static_cast<double>(sum);
    }
  Linear model(2 * m, [k](double t, In x, Out dx) {
    for (std::size_t i = 0; i < m; ++i) {
      dx[i] = x[m + i];
      double force = i == 0 ? std::cos(t) : i == m - 1 ? std::exp(-(t - 5) * (t - 5)) : 0;
      for (std::size_t j = 0; j < m; ++j) force -= k[i * m + j] * x[j];
      dx[m + i] = force - 0.02 * x[m + i];
    }
  });
  if (!exact) return model;
  model.matrix.resize(4 * m * m);
  for (std::size_t i = 0; i < m; ++i) {
    model.matrix[i * 2 * m + m + i] = 1;
    model.matrix[(m + i) * 2 * m + m + i] = -0.02;
    for (std::size_t j = 0; j < m; ++j) model.matrix[(m + i) * 2 * m + j] = -k[i * m + j];
  }
  return model;
}

Values first_displaced(std::size_t n) {
  Values x(n);
  x[0] = 1;
  return x;
}

// ---- references ----

TEST(ModalTable, DerivativesOfPowersAreExact) { EXPECT_TRUE(modal_table::is_exact()); }

TEST(Modal, AgreesWithTheReferencesOfAStructure) {
  const std::array<std::array<double, 4>, 2> ends = {
      {{-2.0801377456324, 0.2623944420075, -8.782943396507, 9.242354630838},
       {-1.969162075342, 0.647440924801, 27.82005764444, -24.42304263919}}};
  for (const std::size_t which : {0U, 1U})
    for (const bool exact : {true, false})
      for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
        const double w = which == 0 ? 1e2 : 1e3;
        Linear model = structure(w, exact);
        const Solved solved = solve(model, first_displaced(20), setup_of(10, tolerance));
        ASSERT_FALSE(solved.trouble);
        const Values& x = solved.x;
        const auto& end = ends[which];
        EXPECT_NEAR(x[0], end[0], tolerance);
        EXPECT_NEAR(x[9], end[1], tolerance);
        EXPECT_NEAR(x[10], end[2], w * tolerance);
        EXPECT_NEAR(x[19], end[3], w * tolerance);
        EXPECT_LE(model.evaluations, 250) << w << ' ' << tolerance;
      }
}

// The frequency costs nothing, as long as rounding allows it.
TEST(Modal, TheWorkDoesNotGrowWithTheFrequency) {
  for (const double w : {1e2, 1e4, 1e5}) {
    Linear model = structure(w, true);
    const Solved solved = solve(model, first_displaced(20), setup_of(10, w > 1e4 ? 1e-4 : 1e-6));
    ASSERT_FALSE(solved.trouble) << w;
    EXPECT_LE(model.evaluations, 250) << w;
  }
  Linear model = structure(1e6, true);  // its slow modes are lost in the rounding of 1e12
  const Solved solved = solve(model, first_displaced(20), setup_of(10, 1e-9));
  EXPECT_EQ(solved.trouble.kind, Trouble::Kind::not_accurate);
  EXPECT_FALSE(solved.trouble.states.empty());
}

TEST(Modal, AgreesWithTheReferenceOfABeam) {
  constexpr std::size_t points = 50;
  const double factor = 1 / std::pow(std::numbers::pi / 51, 4);
  for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
    Linear model(2 * points, [&](double t, In x, Out dx) {
      std::array<double, points + 2> bend{};
      for (std::size_t i = 1; i <= points; ++i)
        bend[i] = (i > 1 ? x[i - 2] : 0) - 2 * x[i - 1] + (i < points ? x[i] : 0);
      for (std::size_t i = 1; i <= points; ++i) {
        dx[i - 1] = x[points + i - 1];
        dx[points + i - 1] = -factor * (bend[i - 1] - 2 * bend[i] + bend[i + 1]) -
                             0.01 * x[points + i - 1] + (i == 25 ? std::cos(t / 3) : 0);
      }
    });
    const Solved solved = solve(model, Values(2 * points), setup_of(20, tolerance));
    ASSERT_FALSE(solved.trouble);
    EXPECT_NEAR(solved.x[24], 0.025123656721475, tolerance);
    EXPECT_NEAR(solved.x[74], 0.0280217668436, tolerance);
    EXPECT_NEAR(solved.x[0], 0.0013415521669735, tolerance);
    EXPECT_LE(model.evaluations, 350);
  }
}

// ---- all spectra ----

struct Exact {
  const char* name;
  Linear::F f;
  std::function<Values(double)> solution;
  double stop;
};

std::vector<Exact> exact_problems() {
  const double w = 100;
  return {
      {"rigid body", [](double, In x, Out dx) { dx[0] = x[1], dx[1] = 1; },
       [](double t) {
         return Values{t * t / 2, t};
       },
       3.3},
      {"growth", [](double, In x, Out dx) { dx[0] = 10 * x[0]; },
       [](double t) { return Values{std::exp(10 * t)}; }, 3},
      {"decay", [](double, In x, Out dx) { dx[0] = -1e6 * x[0] + 1e6; },
       [](double t) { return Values{1 - std::exp(-1e6 * t)}; }, 1},
      {"jordan block",
       [](double, In x, Out dx) { dx[0] = -x[0] + x[1], dx[1] = -x[1] + x[2], dx[2] = -x[2]; },
       [](double t) {
         return Values{t * t / 2 * std::exp(-t), t * std::exp(-t), std::exp(-t)};
       },
       3},
      {"resonant oscillators",
       [w](double, In x, Out dx) {
         dx[0] = x[1], dx[1] = -w * w * x[0], dx[2] = x[3], dx[3] = w * w * (x[0] - x[2]);
       },
       [w](double t) {
         return Values{std::cos(w * t), -w * std::sin(w * t), w * t / 2 * std::sin(w * t),
                       w / 2 * std::sin(w * t) + w * w * t / 2 * std::cos(w * t)};
       },
       10},
      {"zero matrix", [](double t, In, Out dx) { dx[0] = std::cos(t), dx[1] = 0; },
       [](double t) {
         return Values{std::sin(t), 0};
       },
       10},
      {"resonant force", [](double t, In x, Out dx) { dx[0] = x[1], dx[1] = -x[0] + std::cos(t); },
       [](double t) {
         return Values{t / 2 * std::sin(t), std::sin(t) / 2 + t / 2 * std::cos(t)};
       },
       50},
  };
}

TEST(Modal, FollowsEverySpectrumAtItsStepsAndBetween) {
  for (const auto& [name, f, solution, stop] : exact_problems())
    for (const double tolerance : {1e-4, 1e-9}) {
      const Values start = solution(0);
      Linear model(start.size(), f);
      ModalMethod method(model, setup_of(stop, tolerance));
      method.restart(0, start, Values(start.size(), 1.0));
      Values x(start.size()), size(start.size());
      test::Dice dice(7);
      while (method.time() < stop) {
        ASSERT_FALSE(method.step(stop)) << name;
        for (int k = 0; k < 5; ++k) {
          const double t =
              k == 0 ? method.time() : dice.between(method.previous_time(), method.time());
          const Values known = solution(t);
          const long before = model.evaluations;
          method.interpolate(t, x);
          EXPECT_EQ(model.evaluations, before);
          for (std::size_t i = 0; i < x.size(); ++i) {
            size[i] = std::max(size[i], std::abs(known[i]));
            EXPECT_NEAR(x[i], known[i], 2 * tolerance * (size[i] + 1)) << name << " at " << t;
          }
        }
      }
      EXPECT_EQ(method.time(), stop);
      EXPECT_LE(model.latest, stop);
    }
}

// ---- order ----

// An oscillator of frequency w, driven by cos t, both states of the same size.
struct Driven {
  long double w;
  std::array<long double, 2> at(long double t) const {
    const long double a = w / (w * w - 1);
    return {a * (std::cos(t) - std::cos(w * t)), a * (std::sin(w * t) - std::sin(t) / w)};
  }
};

// Largest errors at the ends of steps of length h over 80 s, and in rows between them.
struct LargestErrors {
  double ends = 0, rows = 0;
};

LargestErrors errors_of_steps(const Driven& driven, double h) {
  const auto w = static_cast<double>(driven.w);
  Linear model(2,
               [w](double t, In x, Out dx) { dx[0] = w * x[1], dx[1] = -w * x[0] + std::cos(t); });
  Setup setup = setup_of(80, 1);  // what no step exceeds
  setup.largest_step = 2 * h;     // of which it takes a half
  ModalMethod method(model, setup);
  method.restart(0, Values{0, 0}, Values{1, 1});
  const auto off = [&](double t, In x) {
    const auto known = driven.at(t);
    return static_cast<double>(std::max(std::abs(x[0] - known[0]), std::abs(x[1] - known[1])));
  };
  LargestErrors most;
  Values x(2);
  while (method.time() < setup.stop) {
    if (method.step(setup.stop)) return {math::nan, math::nan};
    EXPECT_NEAR(method.time() - method.previous_time(), h, 1e-6);
    most.ends = std::max(most.ends, off(method.time(), method.state()));
    for (int k = 1; k < 14; ++k) {
      const double t = method.previous_time() + h * k / 14.3;
      method.interpolate(t, x);
      most.rows = std::max(most.rows, off(t, x));
    }
  }
  return most;
}

// Eight equidistant nodes: what is left of the force, (t - t_0) ... (t - t_7) / 8! times its eighth
// derivative, has an integral of h^9 over a step, as the nodes are even in number (an odd number
// would gain one order). Rows have the same order, because they integrate the same remainder.
TEST(Modal, HasOrderEightAtStepsAndBetween) {
  const Driven driven{0.5L};
  LargestErrors before = errors_of_steps(driven, 2);
  for (const double h : {1.0, 0.5}) {
    const LargestErrors now = errors_of_steps(driven, h);
    EXPECT_NEAR(std::log2(before.ends / now.ends), 8, 0.15) << h;
    EXPECT_NEAR(std::log2(before.rows / now.rows), 8, 0.4) << h;
    before = now;
  }
}

// Of modes that turn many times in a step only a part of that is left, which depends on their
// phases at the ends of the steps: halvings gain 2^4 to 2^12. The bound has order 8 at every
// frequency.
TEST(Modal, NoModeExceedsTheBoundOfOrderEight) {
  constexpr double remainder = 0.0159;  // max |u (u - 1) ... (u - 7)| / 8! where 0 <= u <= 7
  for (const long double w : {0.5L, 3.0L, 30.0L, 1e3L, 1e4L})
    for (const double h : {4.0, 2.0, 1.0, 0.5}) {
      const LargestErrors most = errors_of_steps({w}, h);
      const double bound = 80 * remainder * std::pow(h / 7, 8) + 1e-13;
      EXPECT_LE(most.ends, bound) << w << ' ' << h;
      EXPECT_LE(most.rows, bound) << w << ' ' << h;
    }
}

// Rows of the structure at 300 random times against steps of another size, in which they are nodes.
TEST(Modal, RowsLieOnTheSolution) {
  for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
    Linear model = structure(1e3, true), other = structure(1e3, true);
    ModalMethod method(model, setup_of(10, tolerance)), steps(other, setup_of(10, 1e-8));
    method.restart(0, first_displaced(20), Values(20, 1.0));
    steps.restart(0, first_displaced(20), Values(20, 1.0));
    Values x(20);
    test::Dice dice(3);
    double t = 0;
    for (int k = 0; k < 300; ++k) {
      t += dice.between(0, 10.0 / 150) / 1.001;
      if (t >= 10) break;
      while (method.time() < t) ASSERT_FALSE(method.step(10));
      while (steps.time() < t) ASSERT_FALSE(steps.step(t));
      method.interpolate(t, x);
      for (std::size_t i = 0; i < 20; ++i)
        ASSERT_NEAR(x[i], steps.state()[i], tolerance * (i < 10 ? 1 : 1e3)) << t << ' ' << i;
    }
  }
}

TEST(Modal, NoStatesAndOneState) {
  Linear nothing(0, [](double, In, Out) {});
  EXPECT_FALSE(solve(nothing, {}, setup_of(1, 1e-6)).trouble);
  Linear one(1, [](double t, In x, Out dx) { dx[0] = -x[0] + t; });
  EXPECT_NEAR(solve(one, {1}, setup_of(2, 1e-8)).x[0], 1 + 2 * std::exp(-2.0), 1e-9);
}

// ---- models that are not linear ----

TEST(Modal, ModelsThatAreNotLinearAreRefused) {
  const std::vector<std::pair<const char*, Linear::F>> models = {
      {"cubic, small",
       [](double, In x, Out dx) { dx[0] = x[1], dx[1] = -x[0] - 1e-3 * x[0] * x[0] * x[0]; }},
      {"grows into it",
       [](double t, In x, Out dx) {
         const double over = std::max(0.0, x[0] - 1);
         dx[0] = x[1], dx[1] = -x[0] + 0.02 * std::cos(t) - over * over;
       }},
      {"from below",
       [](double t, In x, Out dx) {
         const double under = std::min(0.0, x[0] + 1);
         dx[0] = x[1], dx[1] = -x[0] + 0.02 * std::cos(t) - under * under;
       }},
      {"Mathieu",
       [](double t, In x, Out dx) { dx[0] = x[1], dx[1] = -(1 + 0.1 * std::cos(t)) * x[0]; }},
      {"product", [](double, In x, Out dx) { dx[0] = x[1], dx[1] = -x[0] + 1e-6 * x[0] * x[1]; }},
      {"nodes are whole periods apart",
       [](double, In x, Out dx) {
         constexpr double w = 2 * std::numbers::pi * 7 / 10;  // steps of 200 / 20
         dx[0] = x[1] + 1e-3 * x[0] * x[0], dx[1] = -w * w * x[0];
       }},
      {"root", [](double, In x, Out dx) { dx[0] = x[1], dx[1] = -std::sqrt(1 + x[0]); }},
  };
  for (const auto& [name, f] : models)
    for (const bool exact : {false, true}) {
      Linear model(2, f);
      if (exact) model.matrix = {0, 1, -1, 0};  // where x = 0
      const Solved solved = solve(model, {0.01, 0}, setup_of(200, 1e-6));
      EXPECT_EQ(solved.trouble.kind, Trouble::Kind::not_linear) << name;
      EXPECT_EQ(solved.trouble.states.size(), 1U) << name;
    }
}

// The force has the period of the nodes.
TEST(Modal, AForceThatTheNodesCannotSeeIsFound) {
  for (const double periods : {7, 14, 49}) {  // in one step of 1
    const double w = 2 * std::numbers::pi * periods;
    Linear model(
        2, [w](double t, In x, Out dx) { dx[0] = x[1], dx[1] = -x[0] + 50 * std::cos(w * t); });
    const Solved solved = solve(model, {1, 0}, setup_of(20, 1e-5));
    ASSERT_FALSE(solved.trouble);
    const double a = 50 / (1 - w * w);
    EXPECT_NEAR(solved.x[0], (1 - a) * std::cos(20) + a * std::cos(20 * w), 1e-4);
  }
}

TEST(Modal, ADerivativeThatIsNoNumberIsNotFinite) {
  Linear model(2, [](double t, In x, Out dx) { dx[0] = -x[0], dx[1] = std::sqrt(1 - t); });
  const Solved solved = solve(model, {1, 0}, setup_of(2, 1e-4));
  EXPECT_EQ(solved.trouble.kind, Trouble::Kind::not_finite);
  EXPECT_EQ(solved.trouble.states, std::vector<std::size_t>{1});
  EXPECT_NEAR(solved.trouble.time, 1, 1e-3);
}

// ---- events, inputs, rollback ----

// A circuit with a switch: two matrices, which come again.
TEST(Modal, MatricesThatComeAgainAreKept) {
  bool closed = false;
  Linear model(2, [&](double t, In x, Out dx) {
    dx[0] = x[1];
    dx[1] = -(closed ? 1e4 : 100.0) * x[0] - 0.1 * x[1] + std::sin(t);
  });
  Linear other = model;
  ModalMethod method(model, setup_of(10, 1e-8)), restarted(other, setup_of(10, 1e-8));
  Values x = {1, 0}, y = x;
  for (int k = 0; k < 20; ++k) {
    closed = k % 2 == 1;
    const double end = 0.5 * (k + 1);
    method.restart(0.5 * k, x, Values{1, 1});
    while (method.time() < end) ASSERT_FALSE(method.step(end));
    x.assign(method.state().begin(), method.state().end());
    ModalMethod fresh(other, setup_of(10, 1e-8));
    fresh.restart(0.5 * k, y, Values{1, 1});
    while (fresh.time() < end) ASSERT_FALSE(fresh.step(end));
    y.assign(fresh.state().begin(), fresh.state().end());
  }
  EXPECT_EQ(method.counts().factorisations, 2);
  EXPECT_NEAR(x[0], y[0], 1e-11);
  EXPECT_NEAR(x[1], y[1], 1e-9);
}

TEST(Modal, AfterRefreshANewMatrixIsFound) {
  double stiffness = 1;
  Linear model(2, [&](double, In x, Out dx) { dx[0] = x[1], dx[1] = -stiffness * x[0]; });
  ModalMethod method(model, setup_of(2, 1e-8));
  method.restart(0, Values{1, 0}, Values{1, 1});
  while (method.time() < 1) ASSERT_FALSE(method.step(1));
  stiffness = 4;
  method.refresh();
  while (method.time() < 2) ASSERT_FALSE(method.step(2));
  EXPECT_NEAR(method.state()[0], std::cos(1) * std::cos(2) - std::sin(1) * std::sin(2) / 2, 1e-9);
  stiffness = 1;  // without a word: the coefficients depend on time
  ModalMethod silent(model, setup_of(2, 1e-8));
  silent.restart(0, Values{1, 0}, Values{1, 1});
  ASSERT_FALSE(silent.step(2));
  stiffness = 4;
  EXPECT_EQ(silent.step(2).kind, Trouble::Kind::not_linear);
}

TEST(Modal, AShortenedStepEndsExactlyThere) {
  Linear model = structure(1e3, true), other = structure(1e3, true);
  ModalMethod a(model, setup_of(10, 1e-8)), b(other, setup_of(10, 1e-8));
  for (ModalMethod* method : {&a, &b}) method->restart(0, first_displaced(20), Values(20, 1.0));
  ASSERT_FALSE(a.step(10));
  ASSERT_FALSE(a.shorten(0.123));
  EXPECT_EQ(a.time(), 0.123);
  ASSERT_FALSE(b.step(0.123));
  EXPECT_EQ(b.time(), 0.123);
  for (std::size_t i = 0; i < 20; ++i) EXPECT_NEAR(a.state()[i], b.state()[i], 1e-9) << i;
  ASSERT_FALSE(a.step(10));
  EXPECT_GT(a.time() - a.previous_time(), 0.4) << "a short step does not shorten the next";
}

TEST(Modal, ARollbackGivesTheSameAgain) {
  Linear model = structure(1e2, true);
  ModalMethod method(model, setup_of(10, 1e-6));
  method.restart(0, first_displaced(20), Values(20, 1.0));
  ASSERT_FALSE(method.step(10));
  const auto memory = method.clone();
  ASSERT_FALSE(method.step(10));
  const Values x(method.state().begin(), method.state().end());
  ASSERT_FALSE(method.step(3.3));
  method.assign(*memory);
  Values between(20), again(20);
  memory->interpolate(0.2, between);
  method.interpolate(0.2, again);
  EXPECT_EQ(between, again);
  ASSERT_FALSE(method.step(10));
  EXPECT_EQ(x, Values(method.state().begin(), method.state().end()));
}

// Quarters of a step have to show what an indicator sees.
TEST(Modal, WithIndicatorsStepsDoNotPassOverOscillations) {
  const double w = 200;
  Linear model(2, [w](double, In x, Out dx) { dx[0] = x[1], dx[1] = -w * w * x[0]; });
  ode::Setup setup = setup_of(10, 1e-6);
  setup.has_indicators = true;
  ModalMethod method(model, setup);
  method.restart(0, Values{1, 0}, Values{1, 1});
  ASSERT_FALSE(method.step(10));
  EXPECT_LE(method.time() * w, 5.6);
  EXPECT_GT(method.time() * w, 2.7);
  EXPECT_TRUE(method.reach().empty());
  setup.has_indicators = false;
  ModalMethod free(model, setup);
  free.restart(0, Values{1, 0}, Values{1, 1});
  ASSERT_FALSE(free.step(10));
  EXPECT_GT(free.time() * w, 50);
  EXPECT_NEAR(free.reach()[0], 1, 1e-9);
  EXPECT_NEAR(free.reach()[1], w, 1e-7);
  EXPECT_NEAR(free.fastest().rate, w, 1e-9);
  EXPECT_NEAR(free.fastest().turning, 1, 1e-12);
}

// Two integrations of a run never share their nodes.
TEST(Modal, TheFinerIntegrationHasOtherSteps) {
  for (const double finer : {1.0, 2.4}) {
    Linear model = structure(1e2, true);
    ode::Setup setup = setup_of(10, 1e-6);
    setup.finer = finer;
    const Solved solved = solve(model, first_displaced(20), setup);
    ASSERT_FALSE(solved.trouble);
    EXPECT_NEAR(static_cast<double>(solved.counts.steps), 20 * finer, 2);
  }
}

}  // namespace
}  // namespace bw::ode::modal_test
