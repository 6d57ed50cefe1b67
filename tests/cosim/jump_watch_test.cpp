#include "cosim/coupling/jump_watch.h"

#include <gtest/gtest.h>

#include "support/cosim/jumping_components.h"

namespace bw::cosim::jump_watch_test {
namespace {

using namespace test;  // its components are the vocabulary here

TEST(JumpWatch, ABendIsNoJump) {
  Kit kit;
  kit.add<Ramp>();
  const Coupling coupling = kit.couple({});
  JumpWatch watch(coupling, {.relative = 1e-6});
  const double y[] = {0, 0, 0, 1, 2, 3, 3, 3};
  for (int k = 1; k < 8; ++k) EXPECT_FALSE(watch.see(k, 1, {{y[k]}, {}})) << k;
}

TEST(JumpWatch, AJumpIsSeenAStepLaterWithItsPlace) {
  Kit kit;
  kit.add<Ramp>();
  const Coupling coupling = kit.couple({});
  JumpWatch watch(coupling, {.relative = 1e-6});
  const double y[] = {0, 0.1, 0.2, 5, 5.1, 5.2};
  for (int k = 1; k < 6; ++k) EXPECT_EQ(watch.see(k - 1, 1, {{y[k]}, {}}), k == 4) << k;
  EXPECT_EQ(watch.last().t, 2);
  EXPECT_NEAR(watch.last().size, 4.8, 1e-12);
}

}  // namespace
}  // namespace bw::cosim::jump_watch_test
