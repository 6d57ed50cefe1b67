#include "run/execute/keeper.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "result/kept_rows.h"
#include "run/run.h"
#include "support/model/two_states.h"
#include "support/scratch_folder.h"

namespace bw::run::keeper_test {
namespace {

TEST(KeeperTest, ARunThatIsUnderWayHasTheRowsOfItsIntegration) {
  const test::ScratchFolder scratch;
  result::KeptRows kept;
  kept.enter();
  test::TwoStates model;
  RunSpec spec{.stop = 2000, .tolerance = 1e-6, .interval = 0.1};
  spec.output = scratch / "a.csv";
  long seen = 0;
  spec.on_progress = [&](const Progress&) { seen = std::max(seen, kept.rows()); };
  run(spec, model);
  EXPECT_GT(seen, 10);
  EXPECT_EQ(kept.rows(), 0) << "they are in the file";
}

}  // namespace
}  // namespace bw::run::keeper_test
