#include "fmi/instance/gate.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <new>

#include "base/error.h"
#include "base/process/heartbeat.h"

namespace bw::fmi::gate_test {
namespace {

TEST(GateTest, AComponentWithoutMemorySaysSo) {
  Bells bells;
  Gate gate("tank", bells, {});
  gate.set_time(0.5);
  try {
    gate.protect("fmi2DoStep", [] { throw std::bad_alloc(); });
    FAIL();
  } catch (const ComponentFailure& failure) {
    EXPECT_EQ(failure.code, BellCode::component_out_of_memory);
    EXPECT_EQ(failure.subject, "tank");
    EXPECT_EQ(failure.time, 0.5);
    EXPECT_STREQ(failure.what(),
                 "component 'tank' could not allocate memory in fmi2DoStep at t = 0.5. The run "
                 "cannot go on.");
  }
}

TEST(GateTest, MarksItsCallsAndLeavesWhenItSettles) {
  Bells bells;
  Gate gate("tank", bells, {});
  std::string call;
  gate.protect("fmi2DoStep", [&] { call = heartbeat::position(getpid()).call; });
  EXPECT_EQ(call, "fmi2DoStep");
  gate.settle();
  EXPECT_EQ(heartbeat::position(getpid()).component, "");
}

}  // namespace
}  // namespace bw::fmi::gate_test
