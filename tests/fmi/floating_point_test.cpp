#include "fmi/instance/floating_point.h"

#include <fenv.h>
#include <gtest/gtest.h>

namespace bw::fmi::floating_point_test {
namespace {

// Whatever a test does to it, the next one finds it as it was.
class FloatingPointTest : public testing::Test {
 protected:
  FloatingPointTest() { fegetenv(&before_); }
  ~FloatingPointTest() override { fesetenv(&before_); }

  FloatingPoint ours;

 private:
  fenv_t before_{};
};

TEST_F(FloatingPointTest, UntouchedItReportsNothing) {
  for (int k = 0; k < 1000; ++k) EXPECT_FALSE(ours.restore());
}

TEST_F(FloatingPointTest, EveryRoundingModeIsFeltImmediately) {
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    EXPECT_FALSE(ours.restore());  // the check that was due is done
    fesetround(mode);
    EXPECT_TRUE(ours.restore()) << mode;
    EXPECT_EQ(fegetround(), FE_TONEAREST);
    EXPECT_FALSE(ours.restore());
  }
}

TEST_F(FloatingPointTest, ARestoredEnvironmentIsTheOneOfItsConstruction) {
  fesetround(FE_UPWARD);
  FloatingPoint of_an_odd_caller;
  fesetround(FE_TONEAREST);
  EXPECT_TRUE(of_an_odd_caller.restore_registers());
  EXPECT_EQ(fegetround(), FE_UPWARD);
}

#if defined(__x86_64__)
TEST_F(FloatingPointTest, FlushToZeroAndDenormalsAreZeroAreFeltImmediately) {
  for (const unsigned bit : {0x8000U, 0x0040U, 0x8040U}) {
    EXPECT_FALSE(ours.restore());
    _mm_setcsr(_mm_getcsr() | bit);
    EXPECT_TRUE(ours.restore()) << bit;
    EXPECT_EQ(_mm_getcsr() & 0x8040U, 0U);
  }
}

TEST_F(FloatingPointTest, TrapsAreSeenByALookAtTheRegisters) {
  feclearexcept(FE_ALL_EXCEPT);
  feenableexcept(FE_DIVBYZERO);
  EXPECT_TRUE(ours.restore_registers());
  EXPECT_EQ(fegetexcept(), 0);
}

TEST_F(FloatingPointTest, TrapsAreSeenAtLatestAfterSomeCalls) {
  EXPECT_FALSE(ours.restore());
  feclearexcept(FE_ALL_EXCEPT);
  feenableexcept(FE_DIVBYZERO);
  int calls = 1;
  while (!ours.restore() && calls < 1000) ++calls;
  EXPECT_LE(calls, 64);
  EXPECT_EQ(fegetexcept(), 0);
}

TEST_F(FloatingPointTest, ThePrecisionOfTheOldUnitIsPutBack) {
  unsigned short word = 0, single = 0;
  asm volatile("fnstcw %0" : "=m"(word));
  single = static_cast<unsigned short>(word & ~0x0300U);
  asm volatile("fldcw %0" : : "m"(single));
  EXPECT_TRUE(ours.restore_registers());
  unsigned short after = 0;
  asm volatile("fnstcw %0" : "=m"(after));
  EXPECT_EQ(after, word);
}
#endif

TEST_F(FloatingPointTest, FlagsThatArithmeticRaisesAreNoChange) {
  volatile double zero = 0;
  volatile double infinite = 1 / zero;
  EXPECT_GT(infinite, 1);
  EXPECT_FALSE(ours.restore_registers());
}

}  // namespace
}  // namespace bw::fmi::floating_point_test
