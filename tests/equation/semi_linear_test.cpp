#include "equation/sort/semi_linear.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/equation/equation_run.h"
#include "support/equation/model_text.h"

namespace bw::test::semi_linear_test {
namespace {

// Two volumes with a pipe between them; s is the temperature at its port.
const char* const pipe =
    "parameter Real a = 300, b = 400; Real m = sin(time), ma, mb, y, ya, yb, s; equation ma = m; "
    "mb + ma = 0; ya + yb = 0; y = ya; ya = semiLinear(ma, a, s); yb = semiLinear(mb, b, s);";

TEST(SemiLinear, GivesWhatIsSharedAValueWhereNothingFlows) {
  EquationRun run(read_body(pipe).model);
  EXPECT_EQ(run.value("y"), 0);
  const double s = run.value("s");  // of either direction
  EXPECT_TRUE(s == 300 || s == 400) << s;
}

TEST(SemiLinear, FollowsTheDirectionOfTheFlow) {
  EquationRun run(
      read_body("Real z(start = 0, fixed = true); " + std::string(pipe) + " der(z) = y;").model);
  ASSERT_TRUE(run.march(3, 1e-12, "dopri5", 6).good());
  EXPECT_NEAR(run.value("s"), 300, 1e-12);
  EXPECT_NEAR(run.value("z"), 300 * (1 - std::cos(3.0)), 1e-8);
  ASSERT_TRUE(run.march(6).good());
  EXPECT_NEAR(run.value("s"), 400, 1e-12);
  EXPECT_NEAR(run.value("z"), 600 - 400 * (1 + std::cos(6.0)), 1e-8);
}

}  // namespace
}  // namespace bw::test::semi_linear_test
