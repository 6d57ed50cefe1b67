#include "result/approach.h"

#include <gtest/gtest.h>

namespace bw::result::approach_test {
namespace {

TEST(Approach, NamesTheTextbookTheOptionAndTheDetails) {
  EXPECT_EQ(method_line({.name = "jacobi"}), "jacobi");
  EXPECT_EQ(method_line({.name = "ith",
                         .textbook = "implicit trapezoid with iteration",
                         .option = "--master",
                         .details = {"at most 5 iterations", "step 0.1 (--step)"}}),
            "ith (implicit trapezoid with iteration, --master), at most 5 iterations, step 0.1 "
            "(--step)");
}

TEST(Approach, ReasonsAreWhatWasMeasured) {
  Approach approach{.name = "alternating", .reason = "no output has direct feedthrough"};
  EXPECT_EQ(method_line(approach), "alternating");
  EXPECT_EQ(sentence(approach), "alternating, because no output has direct feedthrough");
  approach = {.name = "ith", .left = {"alternating did not converge", "mixed did not converge"}};
  EXPECT_EQ(sentence(approach),
            "ith, because alternating did not converge and mixed did not converge");
}

}  // namespace
}  // namespace bw::result::approach_test
