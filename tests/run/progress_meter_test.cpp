#include "run/publish/progress_meter.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace bw::run::progress_meter_test {
namespace {

class ProgressMeterTest : public testing::Test {
 protected:
  std::vector<Progress> seen_;
  const ProgressMeter::Show show_ = [this](const Progress& progress) { seen_.push_back(progress); };
  ProgressMeter meter_{show_};
};

TEST_F(ProgressMeterTest, IsTheFractionOfTheExpectedWork) {
  meter_.expect(200);
  meter_.report(50, 0.5);
  EXPECT_DOUBLE_EQ(seen_.back().fraction, 0.25);
  EXPECT_EQ(seen_.back().time, 0.5);
  EXPECT_EQ(seen_.back().phase, "simulating");
}

TEST_F(ProgressMeterTest, MoreWorkMakesItSlowerAndNeverFall) {
  meter_.expect(2);
  meter_.report(1, {});
  meter_.expect(4);
  meter_.report(1, {});
  EXPECT_DOUBLE_EQ(seen_.back().fraction, 0.5) << "what was shown stays";
  meter_.report(2.5, {});
  EXPECT_DOUBLE_EQ(seen_.back().fraction, 0.75) << "half of what is left";
  meter_.report(2, {});
  EXPECT_DOUBLE_EQ(seen_.back().fraction, 0.75);
}

TEST_F(ProgressMeterTest, IsNotCompleteBeforeTheEnd) {
  meter_.expect(1);
  meter_.report(5, {});
  EXPECT_LT(seen_.back().fraction, 1);
  EXPECT_EQ(seen_.back().eta_seconds, 0);
}

TEST_F(ProgressMeterTest, TheTimeLeftFollowsTheTimeTaken) {
  meter_.expect(4);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  meter_.report(0, {});
  EXPECT_FALSE(seen_.back().eta_seconds) << "nothing is known yet";
  meter_.report(1, {});
  EXPECT_GE(*seen_.back().eta_seconds, 0.06);
  meter_.expect(8);
  meter_.report(1, {});
  EXPECT_GE(*seen_.back().eta_seconds, 0.14) << "an honest new estimate";
}

}  // namespace
}  // namespace bw::run::progress_meter_test
