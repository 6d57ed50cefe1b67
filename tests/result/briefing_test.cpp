#include "result/briefing.h"

#include <gtest/gtest.h>

namespace bw::result::briefing_test {
namespace {

TEST(BriefingTest, ComesBackFromItsBytes) {
  Briefing said;
  said.summary = "s.json";
  said.result.stop = 3;
  said.result.tolerance = 1e-5;
  said.result.required = Verdict::trusted;
  said.result.approach.name = "jacobi";
  said.result.provenance.options = {{"step", "0.1", "given"}};
  said.result.provenance.inputs = {{"a.fmu", "12"}};
  const Briefing heard = briefing_from(to_bytes(said));
  EXPECT_EQ(heard.summary, "s.json");
  EXPECT_EQ(heard.result.stop, 3);
  EXPECT_EQ(heard.result.tolerance, 1e-5);
  EXPECT_EQ(heard.result.required, Verdict::trusted);
  EXPECT_EQ(heard.result.approach, said.result.approach);
  EXPECT_EQ(heard.result.provenance.options.front().value, "0.1");
  EXPECT_EQ(heard.result.provenance.inputs.front().sha256, "12");
}

TEST(BriefingTest, OfNothingIsOneOfARunThatWasNotPlanned) {
  EXPECT_EQ(briefing_from("").result.stop, 0);
  EXPECT_EQ(briefing_from("?").summary, "");
}

}  // namespace
}  // namespace bw::result::briefing_test
