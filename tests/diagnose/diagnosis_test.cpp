#include "diagnose/diagnosis.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/van_der_pol.h"
#include "support/watching.h"

namespace bw::diagnose {
namespace {

using test::VanDerPol;

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

}  // namespace
}  // namespace bw::diagnose
