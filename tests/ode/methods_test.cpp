#include "ode/kernel/integrator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "math/step_controller.h"
#include "support/ode/added_method.h"

// What every row of the table has to keep. Marks are by trait, never by name: a new method is
// tested as soon as it is in the table. That it is no more than a file and a line is tested by one
// that only the tests have (support/ode/added_method).

namespace bw::ode::methods_test {
namespace {

using test::all_methods;

// Without those that are for linear models only.
std::vector<const MethodKind*> general_methods() {
  std::vector<const MethodKind*> found = all_methods();
  std::erase_if(found, [](const MethodKind* kind) { return kind->linear_only; });
  return found;
}

// Not linear, not autonomous, and known: x = (exp(sin t), cos t, 1 / (1 + t^2)).
class Curve final : public Equations {
 public:
  std::size_t size() const override { return 3; }
  void derivatives(double t, std::span<const double> x, std::span<double> dx) override {
    latest = std::max(latest, t);
    ++evaluations;
    dx[0] = x[0] * x[1];
    dx[1] = -std::log(x[0]);
    dx[2] = -2 * t * x[2] * x[2];
  }
  static double error(double t, std::span<const double> x) {
    return std::max({std::abs(x[0] - std::exp(std::sin(t))), std::abs(x[1] - std::cos(t)),
                     std::abs(x[2] - 1 / (1 + t * t))});
  }
  double latest = 0;
  long evaluations = 0;
};

const std::array<double, 3> ones = {1, 1, 1};  // where the curve begins, and nominal values

std::unique_ptr<Integrator> on_curve(const MethodKind& kind, Curve& curve, const Setup& setup) {
  auto integrator = kind.make(curve, setup);
  integrator->restart(0, ones, ones);
  return integrator;
}

struct Accuracy {
  double at_steps = 0, on_path = 0;  // largest errors
  long steps = 0;
};

Accuracy accuracy(const MethodKind& kind, const Setup& setup) {
  Curve curve;
  const auto integrator = on_curve(kind, curve, setup);
  Accuracy found;
  std::array<double, 3> x{};
  while (integrator->time() < setup.stop) {
    if (integrator->step(setup.stop)) {
      ADD_FAILURE() << kind.name << " stopped at " << integrator->time();
      break;
    }
    const double before = integrator->previous_time(), h = integrator->time() - before;
    for (const double share : {0.15, 0.4, 0.5, 0.8}) {
      integrator->interpolate(before + share * h, x);
      found.on_path = std::max(found.on_path, Curve::error(before + share * h, x));
    }
    found.at_steps =
        std::max(found.at_steps, Curve::error(integrator->time(), integrator->state()));
  }
  EXPECT_EQ(integrator->time(), setup.stop);
  found.on_path = std::max(found.on_path, found.at_steps);
  found.steps = integrator->counts().steps;
  return found;
}

// Steps of one size, with a tolerance that is never felt.
Setup steps_of(double h) { return {0, 4, {.relative = 0.5, .absolute = 1e6}, h, h}; }

// With a tolerance as loose as this an implicit method would not solve its equations.
bool has_order_by_step_size(const MethodKind& kind) { return kind.fixed_step || !kind.stiff; }

// ---- what a row of the table says ----

TEST(Methods, HaveDifferentNamesAndSayWhereTheyComeFrom) {
  std::set<std::string_view> names;
  for (const MethodKind* kind : all_methods()) {
    EXPECT_TRUE(names.insert(kind->name).second);
    EXPECT_GT(kind->summary.size(), 20U);
    EXPECT_GT(kind->source.size(), 10U);
    for (const std::string_view text : {kind->summary, kind->source})
      EXPECT_EQ(text.find("::"), std::string_view::npos) << text;  // no name of the code
    EXPECT_GE(kind->order, kind->dense_order) << kind->name;
    EXPECT_GE(kind->dense_order, 1) << kind->name;
  }
  for (const MethodKind* kind : methods()) EXPECT_EQ(find_method(kind->name), kind);
  EXPECT_EQ(find_method("rk9"), nullptr);
}

TEST(Methods, HaveTheirOrderAtTheStepsAndBetween) {
  for (const MethodKind* kind : general_methods()) {
    if (!kind->self_starting || !has_order_by_step_size(*kind)) continue;
    double h = 0.25;
    Accuracy coarse = accuracy(*kind, steps_of(h)), fine = accuracy(*kind, steps_of(h / 2));
    for (h /= 4; h > 1e-3 && fine.at_steps > 1e-9; h /= 2) {
      coarse = fine;
      fine = accuracy(*kind, steps_of(h));
    }
    const double at_steps = std::log2(coarse.at_steps / fine.at_steps);
    EXPECT_GT(at_steps, kind->order - 0.4) << kind->name;
    EXPECT_LT(at_steps, kind->order + 0.8) << kind->name;
    const double between = std::log2(coarse.on_path / fine.on_path);
    EXPECT_GT(between, std::min(kind->order, kind->dense_order + 1) - 0.4) << kind->name;
  }
}

// error ~ steps^-order, however the method chooses its steps.
TEST(Methods, TightTolerancesTakeAsManyStepsAsTheOrderSays) {
  for (const MethodKind* kind : general_methods()) {
    if (kind->fixed_step || !kind->self_starting) continue;
    const Accuracy loose = accuracy(*kind, {0, 10, {.relative = 1e-5}});
    const Accuracy tight = accuracy(*kind, {0, 10, {.relative = 1e-9}});
    const double order =
        std::log(loose.at_steps / tight.at_steps) /
        std::log(static_cast<double>(tight.steps) / static_cast<double>(loose.steps));
    EXPECT_GT(order, 0.75 * kind->order) << kind->name;
  }
}

// x' = -x with steps that it just follows and with steps that it just does not.
class Decay final : public Equations {
 public:
  std::size_t size() const override { return 1; }
  void derivatives(double, std::span<const double> x, std::span<double> dx) override {
    dx[0] = -x[0];
  }
};

double size_after(const MethodKind& kind, double h) {
  Decay decay;
  const double stop = 400 * h;
  const auto integrator = kind.make(decay, {0, stop, {.relative = 0.5, .absolute = 1e9}, h, h});
  integrator->restart(0, std::array{1.0}, std::array{1.0});
  while (integrator->time() < stop && !integrator->step(stop)) {
  }
  return std::abs(integrator->state()[0]);
}

TEST(Methods, AreStableAsFarAsTheySay) {
  for (const MethodKind* kind : all_methods()) {
    if (kind->stability == 0) continue;
    EXPECT_LT(size_after(*kind, 0.98 * kind->stability), 1) << kind->name;
    EXPECT_GT(size_after(*kind, 1.02 * kind->stability), 1) << kind->name;
  }
}

// ---- accuracy ----

TEST(Methods, TheErrorFollowsTheTolerance) {
  for (const MethodKind* kind : general_methods()) {
    if (kind->fixed_step) continue;
    const double most = kind->self_starting ? 100 : 1000;
    double before = 0;
    for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
      const Accuracy found = accuracy(*kind, {0, 10, {.relative = tolerance}});
      // Where the values between steps are of a far lower order, only the steps follow.
      const double error = kind->dense_order + 1 < kind->order ? found.at_steps : found.on_path;
      EXPECT_LT(error, most * tolerance) << kind->name << " " << tolerance;
      EXPECT_GT(error, 1e-3 * tolerance) << kind->name << " " << tolerance;
      if (before > 0) {
        EXPECT_NEAR(std::log10(before / error), 2, 1) << kind->name << " " << tolerance;
      }
      before = error;
    }
  }
}

// There the error estimate is rounding as much as error.
TEST(Methods, TolerancesAtTheEndOfTheNumbersDoNotStall) {
  for (const MethodKind* kind : general_methods()) {
    if (kind->fixed_step || kind->order < 4) continue;
    for (const double tolerance : {1e-13, 1e-14, 1e-17}) {
      Curve curve;
      const auto integrator = on_curve(*kind, curve, {0, 10, {.relative = tolerance}});
      for (int k = 0; k < 300000 && integrator->time() < 10; ++k)
        ASSERT_FALSE(integrator->step(10)) << kind->name << " " << tolerance;
      ASSERT_EQ(integrator->time(), 10) << kind->name << " " << tolerance;
      EXPECT_LT(Curve::error(10, integrator->state()), 1e-10) << kind->name << " " << tolerance;
      const Counts& counts = integrator->counts();
      EXPECT_LT(counts.rejected, counts.steps / 3 + 20) << kind->name << " " << tolerance;
    }
  }
}

// ---- limits ----

TEST(Methods, NoMethodLooksBeyondTheLimit) {
  for (const MethodKind* kind : general_methods()) {
    Curve curve;
    const auto integrator = on_curve(*kind, curve, {0, 10, {}, 0.3});
    std::array<double, 3> x{};
    for (const double limit : {0.1, 0.1000001, 1.0, 7.77, 10.0}) {
      while (integrator->time() < limit) {
        ASSERT_FALSE(integrator->step(limit)) << kind->name;
        integrator->interpolate((integrator->previous_time() + integrator->time()) / 2, x);
      }
      EXPECT_EQ(integrator->time(), limit) << kind->name;
      EXPECT_LE(curve.latest, limit) << kind->name;
    }
  }
}

TEST(Methods, ALimitDoesNotMakeTheNextStepsSmall) {
  for (const MethodKind* kind : general_methods()) {
    if (!kind->self_starting) continue;
    Curve curve;
    const auto integrator = on_curve(*kind, curve, {0, 100, {}, 0.1});
    double usual = 0;
    while (integrator->time() < 10) {
      integrator->step(10);
      usual = std::max(usual, integrator->time() - integrator->previous_time());
    }
    integrator->step(10 + 1e-9);
    ASSERT_EQ(integrator->time(), 10 + 1e-9) << kind->name;
    integrator->step(100);
    EXPECT_GT(integrator->time() - integrator->previous_time(), 0.05 * usual) << kind->name;
  }
}

TEST(Methods, ALimitOffTheGridLeavesTheGridOfFixedStepsWhereItWas) {
  for (const MethodKind* kind : general_methods()) {
    if (!kind->fixed_step) continue;
    Curve curve;
    const auto integrator = on_curve(*kind, curve, {0, 10, {}, 0.25});
    for (const double limit : {0.1, 10.0, 0.6, 10.0}) integrator->step(limit);
    EXPECT_EQ(integrator->time(), 0.75) << kind->name;
    integrator->step(10);
    ASSERT_FALSE(integrator->shorten(0.8));
    integrator->step(10);
    EXPECT_EQ(integrator->time(), 1) << kind->name;
  }
}

// ---- within a step ----

TEST(Methods, AShortenedStepIsTheMethodsOwn) {
  for (const MethodKind* kind : general_methods()) {
    Curve curve, other;
    const ode::Setup setup{0, 10, {}, 0.5};
    const auto a = on_curve(*kind, curve, setup), b = on_curve(*kind, other, setup);
    a->step(10);
    const double t = a->time() / 3;
    ASSERT_FALSE(a->shorten(t)) << kind->name;
    EXPECT_EQ(a->time(), t);
    while (b->time() < t) b->step(t);
    const double near = kind->stiff || !kind->self_starting ? 10 * setup.tolerance.relative : 0;
    EXPECT_NEAR(a->state()[0], b->state()[0], near) << kind->name;
  }
}

TEST(Methods, ValuesBetweenCostNothingTwiceAndChangeNothing) {
  for (const MethodKind* kind : general_methods()) {
    Curve curve, other;
    const ode::Setup setup{0, 10, {}, 0.5};
    const auto a = on_curve(*kind, curve, setup), b = on_curve(*kind, other, setup);
    std::array<double, 3> x{};
    for (int k = 0; k < 5; ++k) {
      ASSERT_FALSE(a->step(10));
      ASSERT_FALSE(b->step(10));
      a->interpolate(0.4 * a->previous_time() + 0.6 * a->time(), x);
      const long evaluations = curve.evaluations;
      a->interpolate(0.8 * a->previous_time() + 0.2 * a->time(), x);
      EXPECT_EQ(curve.evaluations, evaluations) << kind->name;
      EXPECT_EQ(a->time(), b->time()) << kind->name;
      EXPECT_TRUE(std::ranges::equal(a->state(), b->state())) << kind->name;
      a->interpolate(a->time(), x);
      EXPECT_TRUE(std::ranges::equal(a->state(), x)) << kind->name;
    }
  }
}

// ---- memory ----

TEST(Methods, GoingBackGivesTheSameAgain) {
  for (const MethodKind* kind : general_methods()) {
    Curve curve;
    const auto integrator = on_curve(*kind, curve, {0, 10, {}, 0.5});
    integrator->step(10);
    const auto memory = integrator->clone();
    integrator->step(10);
    const double t = integrator->time(), x = integrator->state()[0];
    integrator->step(10);
    integrator->assign(*memory);
    if (kind->restores_exactly) {
      integrator->step(10);
      EXPECT_EQ(integrator->time(), t) << kind->name;
      EXPECT_EQ(integrator->state()[0], x) << kind->name;
    } else {  // what it remembers of the steps before may be less
      while (integrator->time() < t) integrator->step(t);
      EXPECT_NEAR(integrator->state()[0], x, 2e-3) << kind->name;
    }
  }
}

TEST(Methods, AMemoryCanBeEvaluatedBetweenItsSteps) {
  for (const MethodKind* kind : general_methods()) {
    Curve curve;
    const auto integrator = on_curve(*kind, curve, {0, 10, {}, 0.5});
    for (int k = 0; k < 3; ++k) integrator->step(10);
    const double t = 0.5 * integrator->previous_time() + 0.5 * integrator->time();
    const auto memory = integrator->clone();
    std::array<double, 3> x{}, again{};
    integrator->interpolate(t, x);
    integrator->step(10);
    integrator->assign(*memory);
    integrator->interpolate(t, again);
    EXPECT_NEAR(x[0], again[0], kind->restores_exactly ? 0 : 1e-3) << kind->name;
  }
}

// x' = -rate (x - t): another one after refresh().
class Changing final : public Equations {
 public:
  std::size_t size() const override { return 1; }
  void derivatives(double t, std::span<const double> x, std::span<double> dx) override {
    dx[0] = -rate * (x[0] - t);
  }
  double rate = 0;
};

TEST(Methods, AfterRefreshTheNewRightHandSideIsTheOnlyOne) {
  for (const MethodKind* kind : all_methods()) {
    Changing changing;
    const auto integrator = kind->make(changing, {0, 3, {.relative = 1e-5}, 1e-3});
    integrator->restart(0, std::array{1.0}, std::array{1.0});
    while (integrator->time() < 1) ASSERT_FALSE(integrator->step(1)) << kind->name;
    EXPECT_NEAR(integrator->state()[0], 1, 1e-9) << kind->name;
    changing.rate = 2;
    integrator->refresh();
    while (integrator->time() < 3) ASSERT_FALSE(integrator->step(3)) << kind->name;
    // From (1, 1): x = t - 1/2 + exp(-2 (t - 1)) / 2.
    EXPECT_NEAR(integrator->state()[0], 2.5 + 0.5 * std::exp(-4.0), 1e-3) << kind->name;
  }
}

// ---- trouble ----

// x' = sqrt(1 - t): no number beyond t = 1; x2' = 0.
class Root final : public Equations {
 public:
  std::size_t size() const override { return 2; }
  void derivatives(double t, std::span<const double>, std::span<double> dx) override {
    dx[0] = 0;
    dx[1] = std::sqrt(1 - t);
  }
};

TEST(Methods, ADerivativeThatIsNoNumberIsTroubleWithTheNameOfItsState) {
  for (const MethodKind* kind : all_methods()) {
    Root root;
    const auto integrator = kind->make(root, {0, 2, {}, 0.05});
    const std::vector<double> start = {1, 0}, nominals = {1, 1};
    integrator->restart(0, start, nominals);
    Trouble trouble;
    for (int k = 0; k < 100000 && !trouble; ++k) trouble = integrator->step(2);
    EXPECT_EQ(trouble.kind, Trouble::Kind::not_finite) << kind->name;
    EXPECT_EQ(trouble.states, std::vector<std::size_t>{1}) << kind->name;
    EXPECT_NEAR(trouble.time, 1, 0.051) << kind->name;
  }
}

// x' = x^2 from 1: infinite at t = 1.
class Explosion final : public Equations {
 public:
  std::size_t size() const override { return 2; }
  void derivatives(double, std::span<const double> x, std::span<double> dx) override {
    dx[0] = 1;
    dx[1] = x[1] * x[1];
  }
};

// An implicit method may find its equations without a solution instead.
TEST(Methods, StepsThatTheClockCannotFeelAreTroubleWithTheNameOfTheState) {
  for (const MethodKind* kind : general_methods()) {
    if (kind->fixed_step) continue;
    Explosion explosion;
    const auto integrator = kind->make(explosion, {0, 2, {}});
    const std::vector<double> start = {0, 1}, nominals = {1, 1};
    integrator->restart(0, start, nominals);
    Trouble trouble;
    for (int k = 0; k < 100000 && !trouble; ++k) trouble = integrator->step(2);
    if (kind->stiff || !kind->self_starting)
      EXPECT_TRUE(trouble) << kind->name;
    else
      EXPECT_EQ(trouble.kind, Trouble::Kind::step_too_small) << kind->name;
    ASSERT_FALSE(trouble.states.empty()) << kind->name;
    EXPECT_EQ(trouble.states[0], 1U) << kind->name;
    const bool close = kind->order > 3 && kind->self_starting;
    EXPECT_NEAR(trouble.time, 1, close ? 1e-3 : 1e-2) << kind->name;
  }
}

TEST(Methods, AJacobianThatIsNotFiniteIsTroubleWithTheNameOfItsRow) {
  class Corner final : public Equations {
   public:
    std::size_t size() const override { return 2; }
    void derivatives(double, std::span<const double> x, std::span<double> dx) override {
      dx[0] = -x[0];
      dx[1] = 1 + std::sqrt(x[1]);
    }
    bool has_jacobian() const override { return true; }
    void jacobian(double, std::span<const double> x, std::span<double> j) override {
      j[0] = -1;
      j[1] = j[2] = 0;
      j[3] = 0.5 / std::sqrt(x[1]);  // infinite at the start
    }
  };
  for (const char* const name : {"radau5", "radau9", "radau13", "rosenbrock", "gauss8"}) {
    Corner corner;
    const auto integrator = find_method(name)->make(corner, {0, 1, {}});
    integrator->restart(0, std::vector<double>{1, 0}, std::vector<double>{1, 1});
    const Trouble trouble = integrator->step(1);
    EXPECT_EQ(trouble.kind, Trouble::Kind::not_finite) << name;
    EXPECT_EQ(trouble.states, std::vector<std::size_t>{1}) << name;
  }
}

// x' = -sign(x): behind x = 0 there is no solution that an explicit step could follow.
TEST(Methods, AStiffMethodThatChattersComesToAnEnd) {
  class Sign final : public Equations {
   public:
    std::size_t size() const override { return 1; }
    void derivatives(double, std::span<const double> x, std::span<double> dx) override {
      ++calls;
      dx[0] = x[0] > 0 ? -1 : 1;
    }
    long calls = 0;
  };
  for (const char* const name : {"radau9", "gauss8"}) {
    Sign sign;
    const auto integrator = find_method(name)->make(sign, {0, 2, {.relative = 1e-10}});
    integrator->restart(0, std::vector<double>{0.5}, std::vector<double>{1});
    Trouble trouble;
    while (integrator->time() < 2 && !trouble && sign.calls < 20000000)
      trouble = integrator->step(2);
    EXPECT_LT(sign.calls, 5000000) << name;
    if (integrator->time() == 2) {  // it slides along x = 0
      EXPECT_NEAR(integrator->state()[0], 0, 1e-6) << name;
      continue;
    }
    EXPECT_EQ(trouble.kind, Trouble::Kind::step_too_small) << name;
    EXPECT_NEAR(trouble.time, 0.5, 1e-3) << name;
  }
}

TEST(Methods, NoStatesAreNoTrouble) {
  class Nothing final : public Equations {
   public:
    std::size_t size() const override { return 0; }
    void derivatives(double, std::span<const double>, std::span<double>) override {}
  } nothing;
  for (const MethodKind* kind : all_methods()) {
    const auto integrator = kind->make(nothing, {0, 2, {}, 0.5});
    integrator->restart(0, {}, {});
    while (integrator->time() < 2) ASSERT_FALSE(integrator->step(2)) << kind->name;
  }
}

TEST(StepController, KeepsWhatIsWithinTheToleranceAndRejectsNaN) {
  math::StepController controller(4);
  double h = 1;
  EXPECT_TRUE(controller.judge(1.0, h));
  EXPECT_LT(h, 1);
  h = 1;
  EXPECT_TRUE(controller.judge(0, h));
  EXPECT_EQ(h, 10);
  h = 1;
  EXPECT_FALSE(controller.judge(std::nan(""), h));
  EXPECT_EQ(h, 0.1);
  h = 1;
  EXPECT_FALSE(controller.judge(1e9, h));
  EXPECT_EQ(h, 0.2);
  h = 1;
  EXPECT_TRUE(controller.judge(1e-3, h));
  EXPECT_EQ(h, 1) << "after a rejection a step does not grow";
}

TEST(StepController, FollowsTheLawItIsGiven) {
  math::StepController controller(7, {.memory = 0, .least = 0.5, .most = 6, .safety = 0.75});
  double h = 1;
  EXPECT_TRUE(controller.judge(std::pow(0.5, 8), h));
  EXPECT_DOUBLE_EQ(h, 0.75 * 2);
  h = 1;
  EXPECT_TRUE(controller.judge(1e-30, h));
  EXPECT_EQ(h, 6);
  h = 1;
  EXPECT_FALSE(controller.judge(1e30, h));
  EXPECT_EQ(h, 0.5);
}

}  // namespace
}  // namespace bw::ode::methods_test
