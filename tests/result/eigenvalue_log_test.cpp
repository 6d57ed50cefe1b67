#include "result/history/eigenvalue_log.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace bw::result::eigenvalue_log_test {
namespace {

using Values = std::vector<std::complex<double>>;

TEST(EigenvalueLog, StaysBoundedAndKeepsTheWholeTime) {
  for (const std::size_t count : {1U, 2U, 700U, 5000U}) {
    EigenvalueLog log;
    const std::size_t times = 200'000 / count + 100;
    for (std::size_t i = 0; i < times; ++i)
      log.add(static_cast<double>(i), Values(count, {-1.0 * static_cast<double>(i), 2}));
    const EigenvaluePath& path = log.path();
    EXPECT_EQ(path.values.size(), path.times.size() * count);
    EXPECT_LE(path.values.size(), std::max<std::size_t>(EigenvalueLog::most, 20 * count));
    EXPECT_EQ(path.times.front(), 0);
    EXPECT_GT(path.times.back(), 0.85 * static_cast<double>(times));
    for (std::size_t i = 0; i < path.times.size(); ++i)
      EXPECT_EQ(path.values[i * count].real(), -path.times[i]);
  }
}

TEST(EigenvalueLog, OfAModelWithoutStatesHasNothing) {
  EigenvalueLog log;
  log.add(0, Values{});
  EXPECT_TRUE(log.path().times.empty());
}

}  // namespace
}  // namespace bw::result::eigenvalue_log_test
