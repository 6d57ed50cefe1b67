#include "base/sandbox/allowance.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "support/contains.h"
#include "support/refusal.h"

namespace bw::test::allowance_test {
namespace {

Allowance of(const std::vector<std::string>& words) { return allowance(words, "--allow", "/here"); }

TEST(AllowanceTest, NothingIsAllowedByDefault) {
  const Allowance none = of({});
  EXPECT_FALSE(none.network || none.processes || none.memory || !none.files.empty());
}

TEST(AllowanceTest, TakesWordsAndLists) {
  const Allowance some = of({"network, files=data", "memory=1.5G"});
  EXPECT_TRUE(some.network);
  EXPECT_FALSE(some.processes);
  EXPECT_EQ(some.files, std::vector<std::filesystem::path>{"/here/data"});
  EXPECT_EQ(some.memory, std::uint64_t{1536} << 20U);
  EXPECT_TRUE(of({"processes"}).processes);
  EXPECT_EQ(of({"files=/opt/tool/../lib"}).files.front(), "/opt/lib");
}

TEST(AllowanceTest, RefusesOtherWords) {
  const auto said = [](const std::string& word) {
    return test::refusal<InputError>([&] { of({word}); });
  };
  EXPECT_TRUE(contains(said("netwrk"),
                       "--allow must be network, processes, files=PATH or "
                       "memory=SIZE, not 'netwrk'. Did you mean"));
  EXPECT_TRUE(contains(said("memory=little"), "such as memory=16G, not 'little'"));
  EXPECT_TRUE(contains(said("memory=1M"), "at least 16M"));
  EXPECT_TRUE(contains(said("files="), "not 'files='"));
  EXPECT_TRUE(contains(said(""), "not ''"));
}

}  // namespace
}  // namespace bw::test::allowance_test
