#include "base/process/death.h"

#include <gtest/gtest.h>
#include <signal.h>

namespace bw::death_test {
namespace {

const heartbeat::Whereabouts in_prey{.component = "prey", .call = "fmi2DoStep", .time = 0.5};

TEST(DeathTest, IsSaidWithComponentCallTimeAndSignal) {
  using Kind = Death::Kind;
  const struct {
    Death death;
    const char* words;
  } all[] = {
      {{Kind::crashed, SIGSEGV, in_prey},
       "component 'prey' crashed (signal 11, SIGSEGV) in fmi2DoStep at t = 0.5."},
      {{Kind::crashed, SIGKILL, in_prey},
       "component 'prey' was killed (signal 9, SIGKILL) in fmi2DoStep at t = 0.5, by another "
       "process or because memory was short."},
      {{Kind::exited, 3, in_prey},
       "component 'prey' ended the process (exit code 3) in fmi2DoStep at t = 0.5."},
      {{Kind::hung, SIGKILL, in_prey},
       "component 'prey' did not return from fmi2DoStep at t = 0.5 and was ended."},
      {{Kind::out_of_memory, SIGKILL, in_prey},
       "the system was short of memory and ended the process of component 'prey' in fmi2DoStep at "
       "t = 0.5."},
      {{Kind::crashed, SIGFPE, {}},
       "something outside of all components crashed (signal 8, SIGFPE)."},
      {{Kind::hung, SIGKILL, {}}, "the process was ended outside of all components."},
  };
  for (const auto& [death, words] : all) EXPECT_EQ(sentence(death), words);
  EXPECT_EQ(signal_name(SIGABRT), "SIGABRT");
  EXPECT_EQ(signal_name(4711), "signal 4711");
}

TEST(DeathTest, FollowsFromTheStatusOfAProcess) {
  watch_memory();
  EXPECT_EQ(death_of(0x0300, in_prey).kind, Death::Kind::exited);
  EXPECT_EQ(death_of(0x0300, in_prey).number, 3);
  EXPECT_EQ(death_of(SIGSEGV, in_prey).kind, Death::Kind::crashed);
  EXPECT_EQ(bell_code(Death::Kind::hung), BellCode::component_hung);
}

}  // namespace
}  // namespace bw::death_test
