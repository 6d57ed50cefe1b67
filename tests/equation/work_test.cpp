#include "equation/code/work.h"

#include <gtest/gtest.h>

#include <string>

#include "equation/check/read_model.h"
#include "equation/code/machine.h"

namespace bw::equation::work_test {
namespace {

double seconds_of(const std::string& text) {
  return make_machine(read_model(text, "m.mo").model, CompilerChoice::tiny)->rhs_seconds;
}

std::string row(int n, const std::string& right) {
  return "model M Real x[" + std::to_string(n) +
         "](each start=1, each fixed=true); equation for i in 1:" + std::to_string(n) +
         " loop der(x[i]) = " + right + "; end for; end M;";
}

TEST(RhsWork, GrowsWithTheEquations) {
  const double few = seconds_of(row(10, "-i*x[i]^2")), many = seconds_of(row(1000, "-i*x[i]^2"));
  EXPECT_GT(few, 1e-9);
  EXPECT_NEAR(many / few, 100, 10);
}

TEST(RhsWork, FunctionsCostMoreThanSums) {
  EXPECT_GT(seconds_of(row(10, "sin(i*x[i])")), 3 * seconds_of(row(10, "1 - i*x[i]")));
}

TEST(RhsWork, CountsCommonSubexpressionsOnce) {
  EXPECT_LT(seconds_of(row(10, "sin(i*x[i]) + 2*sin(i*x[i])")),
            1.5 * seconds_of(row(10, "sin(i*x[i])")));
}

TEST(RhsWork, CountsTheEquationsOfALoop) {
  const std::string body =
      "model M Real x(start=1, fixed=true); Real y, z; equation der(x) = y - x;";
  EXPECT_GT(seconds_of(body + "y + exp(z) = x; z + exp(y) = 2*x; end M;"),
            2 * seconds_of(body + "y = exp(x); z = exp(2*x); end M;"));
}

TEST(RhsWork, IsTheSameInEveryRun) {
  const std::string text = row(50, "exp(-x[i])*sin(time)");
  EXPECT_EQ(seconds_of(text), seconds_of(text));
}

}  // namespace
}  // namespace bw::equation::work_test
