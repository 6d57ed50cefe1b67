#include "run/open/instance_rule.h"

#include <gtest/gtest.h>

namespace bw::run::instance_rule_test {
namespace {

using User = InstanceRule::User;
constexpr User many, once{.once = true}, apart{.apart = true}, once_apart{true, true};

TEST(InstanceRule, SeveralInstancesOfAnOrdinaryFileAreAllowed) {
  InstanceRule rule;
  for (std::size_t i = 0; i < 3; ++i) EXPECT_FALSE(rule.add("a.fmu", i, many));
}

TEST(InstanceRule, NamesTheFirstComponentOfTheSameFile) {
  InstanceRule rule;
  EXPECT_FALSE(rule.add("a.fmu", 0, once));
  EXPECT_FALSE(rule.add("b.fmu", 1, once));
  EXPECT_EQ(rule.add("a.fmu", 2, once), 0U);
  EXPECT_EQ(rule.add("b.fmu", 3, once), 1U);
  EXPECT_EQ(rule.add("a.fmu", 4, once), 0U);
}

TEST(InstanceRule, ComponentsInProcessesOfTheirOwnDoNotConflictWithEachOther) {
  InstanceRule rule;
  EXPECT_FALSE(rule.add("a.fmu", 0, once_apart));
  EXPECT_FALSE(rule.add("a.fmu", 1, once_apart));
  EXPECT_EQ(rule.add("a.fmu", 2, once), 0U);
  EXPECT_EQ(rule.add("a.fmu", 3, once_apart), 2U);
}

TEST(InstanceRule, OneThatAllowsOneInstanceConflictsWithAnyOther) {
  InstanceRule rule;
  EXPECT_FALSE(rule.add("a.fmu", 0, many));
  EXPECT_FALSE(rule.add("a.fmu", 1, apart));
  EXPECT_EQ(rule.add("a.fmu", 2, once_apart), 0U);
  EXPECT_EQ(rule.add("a.fmu", 3, many), 2U);
}

}  // namespace
}  // namespace bw::run::instance_rule_test
