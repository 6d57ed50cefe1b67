// `bellwether list` as its users see it.

#include <gtest/gtest.h>

#include "support/contains.h"
#include "support/program_test.h"

namespace bw::cli::list_test {
namespace {

using test::contains;
using test::Outcome;

class ListCommand : public test::ProgramTest {};

TEST_F(ListCommand, ListShowsMastersBellsAndWriters) {
  EXPECT_TRUE(contains(run({"list", "masters"}).out, "gauss-seidel  order 1"));
  EXPECT_TRUE(contains(run({"list", "diagnostics"}).out, "fmu-warning"));
  EXPECT_TRUE(contains(run({"list", "formats"}).out, ".csv"));
  const Outcome wrong = run({"list", "master"});
  EXPECT_EQ(wrong.code, 1);
  EXPECT_TRUE(contains(wrong.err, "Did you mean 'masters'?"));
}

}  // namespace
}  // namespace bw::cli::list_test
