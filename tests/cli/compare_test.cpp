// `bellwether compare` as its users see it.

#include <gtest/gtest.h>

#include "support/contains.h"
#include "support/program_test.h"

namespace bw::cli::compare_test {
namespace {

using test::contains;
using test::Outcome;

class CompareCommand : public test::ProgramTest {};

TEST_F(CompareCommand, DistinguishesEqualFromDifferentFromUnreadable) {
  test::write_file(scratch / "a.csv", "\"time\",\"p.x\"\n0,1\n1,2\n");
  test::write_file(scratch / "b.csv", "\"time\",\"p.x\"\n0,1\n1,2.0000000001\n");
  test::write_file(scratch / "c.csv", "\"time\",\"p.x\"\n0,1\n1,3\n");
  EXPECT_EQ(run({"compare", "a.csv", "b.csv"}).code, 0);
  const Outcome different = run({"compare", "a.csv", "c.csv"});
  EXPECT_EQ(different.code, 3);
  EXPECT_TRUE(contains(different.out, "p.x at t = 1: 2 and 3"));
  EXPECT_EQ(run({"compare", "a.csv", "c.csv", "--tolerance", "1"}).code, 0);
  EXPECT_EQ(run({"compare", "a.csv", "gone.csv"}).code, 2);
  test::write_file(scratch / "empty.csv", "\"time\",\"p.x\"\n");
  const Outcome nothing = run({"compare", "empty.csv", "empty.csv"});
  EXPECT_EQ(nothing.code, 3);
  EXPECT_TRUE(contains(nothing.out, "There is nothing to compare"));
  EXPECT_EQ(run({"compare", "a.csv"}).code, 1);
  EXPECT_EQ(run({"compare", "a.csv", "b.csv", "--tolerance", "-1"}).code, 1);
}

}  // namespace
}  // namespace bw::cli::compare_test
