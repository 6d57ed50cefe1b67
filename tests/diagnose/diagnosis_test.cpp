#include "diagnose/diagnosis.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/model/van_der_pol.h"
#include "support/ode/watching.h"

namespace bw::diagnose::diagnosis_test {
namespace {

using test::VanDerPol;
using In = std::span<const double>;
using Out = std::span<double>;

template <class F>
class Simple final : public model::StateModel {
 public:
  Simple(std::vector<model::State> states, F f)
      : StateModel("simple", std::move(states)), f_(std::move(f)) {}
  void derivatives(double t, In x, Out dx) override { f_(t, x, dx); }

 private:
  F f_;
};

TEST(Diagnosis, FF5AndTheTimesOfItsSwitchesAreThoseOfTheReference) {
  for (const auto& reference : test::van_der_pol_references)
    for (const bool exact : {true, false}) {
      VanDerPol model(reference.mu, exact);
      Diagnosis diagnosis(1e-3);
      ASSERT_TRUE(test::march_watched(model, "radau", reference.stop, 1e-11, &diagnosis).good());
      const double ff5 = diagnosis.stability().share();
      EXPECT_NEAR(ff5, reference.ff5, 4e-9 * reference.ff5) << reference.mu;
      EXPECT_NEAR(1 - ff5, 1 - reference.ff5, 1e-3 * (1 - reference.ff5)) << reference.mu;
      if (reference.switches.empty()) continue;
      std::vector<double> switches;
      for (const Period& period : diagnosis.stability().unstable_periods()) {
        switches.push_back(period.begin);
        switches.push_back(period.end);
      }
      if (switches.back() == reference.stop) switches.pop_back();
      ASSERT_EQ(switches.size(), reference.switches.size()) << reference.mu;
      for (std::size_t i = 0; i < switches.size(); ++i)
        EXPECT_NEAR(switches[i], reference.switches[i], 1e-8 * reference.switches[i] + 3e-7)
            << reference.mu << " " << i;
    }
}

TEST(Diagnosis, FF6IsThatOfTheReferenceForAllAccuraciesOfTheData) {
  for (const auto& reference : test::van_der_pol_references)
    for (const auto& [accuracy, ff6] : reference.ff6) {
      VanDerPol model(reference.mu);
      Diagnosis diagnosis(accuracy);
      ASSERT_TRUE(test::march_watched(model, "radau", reference.stop, 1e-11, &diagnosis).good());
      EXPECT_NEAR(diagnosis.border().share(), ff6, 1e-7 * ff6) << reference.mu << " " << accuracy;
    }
}

TEST(Diagnosis, ALinearInvariantHasNoUnstablePeriod) {
  Simple model({{.name = "a", .start = 1}, {.name = "b"}, {.name = "c"}}, [](double, In x, Out dx) {
    dx[0] = -0.7 * x[0] + 0.1 * x[1];
    dx[1] = 0.7 * x[0] - 0.4 * x[1];
    dx[2] = 0.3 * x[1];
  });
  for (const char* method : {"dopri5", "dop853", "radau", "bdf"}) {
    Diagnosis diagnosis(1e-3);
    ASSERT_TRUE(test::march_watched(model, method, 20, 1e-6, &diagnosis).good());
    EXPECT_EQ(diagnosis.stability().share(), 0) << method;
  }
}

TEST(Diagnosis, AnInvariantOfAStiffReactionHasNoneEither) {  // H. H. Robertson 1966
  for (const double nominal : {1.0, 1e-5}) {
    Simple model({{.name = "a", .start = 1}, {.name = "b", .nominal = nominal}, {.name = "c"}},
                 [](double, In x, Out dx) {
                   dx[0] = -0.04 * x[0] + 1e4 * x[1] * x[2];
                   dx[2] = 3e7 * x[1] * x[1];
                   dx[1] = -dx[0] - dx[2];
                 });
    Diagnosis diagnosis(1e-3);
    ASSERT_TRUE(test::march_watched(model, "radau", 1e4, 1e-6, &diagnosis).good());
    EXPECT_EQ(diagnosis.stability().share(), 0) << nominal;
  }
}

TEST(Diagnosis, TheHiddenFastStateIsTheCriticalOne) {
  for (const char* method : {"dopri5", "dop853", "radau", "rosenbrock", "gauss8"}) {
    Simple model({{.name = "x", .start = 1}, {.name = "v"}, {.name = "hidden"}},
                 [](double t, In x, Out dx) {
                   dx[0] = x[1];
                   dx[1] = -x[0];
                   const double pulse = std::sin(5 * t) > 0.9 ? 1.0 : 0.0;
                   dx[2] = -1000 * (x[2] - std::tanh(200 * x[0]) - pulse);
                 });
    Diagnosis diagnosis(1e-3);
    ASSERT_TRUE(test::march_watched(model, method, 10, 1e-6, &diagnosis).good());
    EXPECT_GE(diagnosis.critical().rejected(), 10) << method;
    const auto ranked = diagnosis.critical().ranked();
    ASSERT_FALSE(ranked.empty()) << method;
    EXPECT_EQ(diagnosis.states()[ranked[0].first], "hidden") << method;
    EXPECT_GT(ranked[0].second, 0.9) << method;
  }
}

TEST(Diagnosis, WithManyStatesLooksNowAndThen) {
  constexpr std::size_t n = 60;
  std::vector<model::State> states;
  for (std::size_t i = 0; i < n; ++i) states.push_back({.name = "x", .start = 1});
  Simple model(states, [](double, In x, Out dx) {
    for (std::size_t i = 0; i < n; ++i) dx[i] = (i == 0 ? 0.1 : -1.0) * x[i];
  });
  Diagnosis diagnosis(1e-3);
  ASSERT_TRUE(test::march_watched(model, "dopri5", 2, 1e-6, &diagnosis).good());
  EXPECT_TRUE(diagnosis.samples());
  EXPECT_EQ(diagnosis.stability().share(), 1);
  EXPECT_LE(evaluations_for(200), 313);
  EXPECT_EQ(evaluations_for(1000), 10);
}

}  // namespace
}  // namespace bw::diagnose::diagnosis_test
