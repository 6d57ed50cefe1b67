// Whole runs with FMUs in processes of their own: the same rows, bit by bit.

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <fstream>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "run/run.h"
#include "support/contains.h"
#include "support/fmi/unpacked_fmu.h"
#include "support/processes.h"
#include "support/refusal.h"
#include "support/run_result.h"
#include "support/scratch_folder.h"

namespace bw::run::isolated_run_test {
namespace {

using result::RunResult;
using test::contains;

const std::string math_003 = BW_EXAMPLES "/math_003/system.toml";

// Text has 16 digits, which is enough to see a bit.
void expect_same_rows(RunSpec spec, RunSpec other) {
  const test::ScratchFolder scratch;
  spec.output = scratch / "here.csv";
  other.output = scratch / "there.csv";
  const RunResult here = run(spec), there = run(other);
  EXPECT_EQ(here.exit_code, there.exit_code);
  EXPECT_EQ(here.verdict, there.verdict);
  EXPECT_EQ(test::read_file(here.output), test::read_file(there.output)) << spec.target;
  EXPECT_EQ(here.statistics.steps, there.statistics.steps);
  EXPECT_EQ(here.statistics.rejected, there.statistics.rejected);
  EXPECT_EQ(here.statistics.events, there.statistics.events);
}

void expect_same_isolated(RunSpec spec) {
  RunSpec isolated = spec;
  isolated.isolate = true;
  expect_same_rows(std::move(spec), std::move(isolated));
}

class IsolatedRun : public test::LeavesNoProcess {};

struct Offer {
  const char *file, *interface;
};

void PrintTo(const Offer& offer, std::ostream* out) {
  *out << offer.file << " " << offer.interface;
}

class IsolatedOffer : public testing::TestWithParam<Offer> {};

TEST_P(IsolatedOffer, HasTheSameRows) {
  expect_same_isolated({.target = std::string(BW_TEST_FMUS "/") + GetParam().file,
                        .stop = 1,
                        .interval = 0.25,
                        .interface = GetParam().interface});
}

INSTANTIATE_TEST_SUITE_P(
    All, IsolatedOffer,
    testing::Values(Offer{"1cs/BouncingBall.fmu", "cs"}, Offer{"1me/BouncingBall.fmu", "me"},
                    Offer{"2/BouncingBall.fmu", "me"}, Offer{"2/BouncingBall.fmu", "cs"},
                    Offer{"3/BouncingBall.fmu", "me"}, Offer{"3/Stair.fmu", "cs"},
                    Offer{"3/Clocks.fmu", "se"}, Offer{"2/Feedthrough.fmu", "cs"},
                    Offer{"3/Feedthrough.fmu", "me"}, Offer{"3/StateSpace.fmu", "me"},
                    Offer{"2/Resource.fmu", "cs"}, Offer{"all_types.fmu", "cs"}));

TEST_F(IsolatedRun, MastersGiveTheSameRows) {
  for (const char* master : {"jacobi", "gauss-seidel", "newton", "ith"}) {
    SCOPED_TRACE(master);
    RunSpec spec{.target = math_003, .stop = 2, .master = master};
    if (contains(master, "s")) spec.step = 0.1;
    if (contains(master, "jacobi")) spec.step = 0.1;
    expect_same_isolated(spec);
  }
}

TEST_F(IsolatedRun, AnEstimatedRunHasTheSameRowsAndEvents) {
  expect_same_isolated({.target = math_003, .stop = 2, .interval = 0.5});
}

// The FMUs of an example without get and setFMUstate.
std::string without_states(const test::ScratchFolder& scratch) {
  for (const char* name : {"part1", "part2", "part3"}) {
    test::FmuPieces pieces(name, BW_EXAMPLES "/math_003", std::string("math_003_") + name);
    pieces.replace("canGetAndSetFMUstate=\"true\"", "canGetAndSetFMUstate=\"false\"");
    test::written(scratch, std::string(name) + ".fmu", test::make_zip(pieces.entries()));
  }
  return test::written(scratch, "system.toml", test::read_file(math_003)).string();
}

TEST_F(IsolatedRun, CopiesOfTheProcessGiveTheRowsAndCountsOfFmuStates) {
  const test::ScratchFolder scratch;
  const std::string target = without_states(scratch);
  const RunSpec ways[] = {
      {.stop = 1.2, .tolerance = 1e-2, .interval = 0.4},
      {.stop = 1.2, .tolerance = 1e-2, .master = "newton"},
      {.stop = 1.2, .tolerance = 1e-2, .master = "gauss-seidel", .error_test = "step-doubling"}};
  for (RunSpec with_states : ways) {
    RunSpec without = with_states;
    with_states.target = math_003;
    without.target = target;
    expect_same_rows(with_states, without);
  }
}

TEST_F(IsolatedRun, AnFmuWhoseStateDoesNotRestoreItIsRolledBackByProcessCopy) {
  RunSpec spec{.target = BW_TEST_FMUS "/forgetful.fmu",
               .stop = 1.0,
               .master = "gauss-seidel",
               .error_test = "step-doubling",
               .events = "ignore"};
  EXPECT_TRUE(contains(describe_plan(spec),
                       "by process copy (the FMU state of 'forgetful' does not restore it: steps "
                       "from t = 0.5 on that are repeated from it give other values)"));
  const test::ScratchFolder scratch;
  spec.output = scratch / "rows.csv";
  const RunResult result = run(spec);
  EXPECT_NEAR(std::get<double>(result.final_values.at(0).second), 1 - 0.507, 1e-12);
}

// Its state forgets, which a trial that a slow call ends does not find.
TEST_F(IsolatedRun, ASlowFmuDoesNotKeepAStateThatWasNotTried) {
  const test::ScratchFolder scratch;
  RunSpec spec{.master = "gauss-seidel", .error_test = "step-doubling", .events = "ignore"};
  spec.target = test::written(scratch, "system.toml",
                              "[components]\nslow = \"" BW_TEST_FMUS
                              "/forgetful.fmu\"\n[parameters]\n\"slow.pause\" = 0.6\n"
                              "[run]\nstop = 1\n")
                    .string();
  spec.output = scratch / "rows.csv";
  const RunResult result = run(spec);
  EXPECT_NEAR(test::final_value(result, "slow.y"), 1 - 0.507, 1e-12);
  EXPECT_TRUE(contains(sentence(result.approach),
                       "by process copy (the FMU state of 'slow' was not tried: a call takes "
                       "longer than 0.5 s)"))
      << sentence(result.approach);
}

// A certified run rolls back once it has met an event; before it, the states are tried.
TEST_F(IsolatedRun, ACertifiedRunDoesNotTrustAnFmuStateThatForgetsItsEvent) {
  const test::ScratchFolder scratch;
  RunSpec spec{.stop = 1};
  spec.target =
      test::written(scratch, "system.toml",
                    "[components]\nf = \"" BW_TEST_FMUS "/forgetful.fmu\"\ng = \"" BW_TEST_FMUS
                    "/decay.fmu\"\n[connections]\n\"g.u\" = \"f.z\"\n\"f.u\" = \"g.y\"\n")
          .string();
  spec.output = scratch / "rows.csv";
  const RunResult result = run(spec);
  EXPECT_EQ(result.verdict, result::Verdict::trusted);
  EXPECT_NEAR(test::final_value(result, "f.y"), 1 - 0.507, 1e-6);
  EXPECT_NEAR(test::final_value(result, "g.y"), std::exp(-1) + 1 - std::exp(0.507 - 1), 1e-5);
  EXPECT_EQ(result.events.size(), 1U);
  EXPECT_TRUE(contains(sentence(result.approach), "the FMU state of 'f' does not restore it"));
}

TEST_F(IsolatedRun, ThePlanSaysThatRollbackIsByProcessCopy) {
  const test::ScratchFolder scratch;
  const std::string target = without_states(scratch);
  EXPECT_TRUE(contains(describe_plan({.target = target, .master = "newton"}),
                       "rollback of 'part1', 'part2', 'part3' by process copy"));
  EXPECT_FALSE(
      contains(describe_plan({.target = target, .master = "jacobi", .step = 0.1}), "process copy"));
}

TEST_F(IsolatedRun, AnFmuThatAllowsOneInstanceIsUsedTwice) {
  const test::ScratchFolder scratch;
  test::FmuPieces pieces("decay");
  pieces.replace("canBeInstantiatedOnlyOncePerProcess=\"false\"",
                 "canBeInstantiatedOnlyOncePerProcess=\"true\"");
  test::written(scratch, "once.fmu", test::make_zip(pieces.entries()));
  const std::string components = "[components]\na = \"once.fmu\"\nb = ";
  RunSpec spec{.stop = 1, .step = 0.1};
  spec.target = test::written(scratch, "both.toml", components + "\"once.fmu\"\n").string();
  const auto said = test::refusal<InputError>([&] { run(spec); });
  EXPECT_TRUE(contains(said, "--isolate gives each a process of its own")) << said;
  spec.target = test::written(scratch, "apart.toml",
                              "[components]\na = { file = \"once.fmu\", isolate = true }\n"
                              "b = { file = \"once.fmu\", isolate = true }\n")
                    .string();
  const RunResult result = run(spec);
  EXPECT_EQ(result.exit_code, ExitCode::ok);
  EXPECT_EQ(test::final_value(result, "a.y"), test::final_value(result, "b.y"));
}

// Another process, which kills a child of this one, waits, kills another, and waits twice as long:
// however slow the machine is, the run advances between two of them.
class Killer {
 public:
  Killer() : victim_(getpid()), pid_(fork()) {
    if (pid_ == 0) kill_some();
  }
  ~Killer() {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  Killer(const Killer&) = delete;
  Killer& operator=(const Killer&) = delete;

 private:
  [[noreturn]] void kill_some() const {
    const std::string id = std::to_string(victim_);
    auto pause = std::chrono::milliseconds(1);
    for (;;) {
      std::this_thread::sleep_for(pause);
      std::ifstream children("/proc/" + id + "/task/" + id + "/children");
      std::vector<pid_t> others;
      for (pid_t child = 0; children >> child;)
        if (child != getpid()) others.push_back(child);
      if (others.empty()) continue;
      kill(others[static_cast<std::size_t>(pause.count()) % others.size()], SIGKILL);
      pause *= 2;
    }
  }

  pid_t victim_, pid_;
};

TEST_F(IsolatedRun, AKilledProcessIsReplacedAndTheRowsAreTheSame) {
  if (!std::ifstream("/proc/self/task/" + std::to_string(getpid()) + "/children"))
    GTEST_SKIP() << "this system does not list children";
  const test::ScratchFolder scratch;
  RunSpec spec{.target = math_003, .interval = 0.5, .master = "gauss-seidel", .step = 1e-3};
  spec.output = scratch / "calm.csv";
  const RunResult calm = run(spec);
  spec.isolate = true;
  spec.output = scratch / "killed.csv";
  const RunResult killed = [&] {
    const Killer killer;
    return run(spec);
  }();
  EXPECT_EQ(killed.exit_code, ExitCode::ok) << test::said(killed);
  EXPECT_TRUE(test::has_bell(killed, BellCode::component_resumed));
  EXPECT_EQ(test::read_file(calm.output), test::read_file(killed.output));
}

}  // namespace
}  // namespace bw::run::isolated_run_test
