#pragma once
// EXPECT_TRUE(contains(said, "twice")) that shows what was said when it fails.

#include <gtest/gtest.h>

#include <string_view>

namespace bw::test {

inline testing::AssertionResult contains(std::string_view text, std::string_view piece) {
  if (text.find(piece) != text.npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "\"" << text << "\" does not contain \"" << piece << "\"";
}

}  // namespace bw::test
