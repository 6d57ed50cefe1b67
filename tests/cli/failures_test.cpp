// Errors as the program's last words.

#include "cli/supervise/failures.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "base/bell.h"
#include "base/error.h"

namespace bw::cli::failures_test {
namespace {

std::string words_of(const std::function<int()>& work, int code) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(with_failures_reported(work), code);
  return testing::internal::GetCapturedStderr();
}

// As that of an isolated component whose process dies while its library is loaded: no report has
// the code then.
TEST(Failures, AComponentThatDiesBeforeTheRunHasItsCode) {
  const auto crash = []() -> int {
    throw ComponentFailure("pump", BellCode::component_crashed, "pump", 0, "'pump' crashed.");
  };
  EXPECT_EQ(words_of(crash, 4), "bellwether: 'pump' crashed. [component-crashed]\n");
}

TEST(Failures, OthersAreTheirSentences) {
  EXPECT_EQ(words_of([]() -> int { throw ComponentFailure("pump", "It has no port."); }, 4),
            "bellwether: It has no port.\n");
  EXPECT_EQ(words_of([]() -> int { throw InputError("No such file."); }, 2),
            "bellwether: No such file.\n");
}

}  // namespace
}  // namespace bw::cli::failures_test
