// Chains with real FMUs in real processes.

#include <gtest/gtest.h>

#include <thread>

#include "base/error.h"
#include "cosim/certify/worker_runner.h"
#include "cosim/chain/path_bytes.h"
#include "support/contains.h"
#include "support/fmi/component_bench.h"
#include "support/fmi/unpacked_fmu.h"
#include "support/processes.h"

namespace bw::run::worker_fmus_test {
namespace {

using cosim::ChainOrder;
using cosim::Path;
using cosim::WorkerRunner;
using test::contains;
using Wanted = std::function<bool()>;

// From 0 to 1 in as many steps as the order says.
Path steps_of(const model::Blueprint& fmu, model::ComponentRequest request, int steps,
              const Wanted& wanted) {
  Path path;
  Bells bells;
  request.outputs = {test::index_of(fmu, "y")};
  const auto component = fmu.make(request, bells);
  path.reals.assign(static_cast<std::size_t>(steps) + 1, 0);
  path.components.resize(1);
  component->begin(0, 1);
  component->evaluate({}, {std::span(path.reals).first(1), {}});
  component->start();
  const double h = 1.0 / steps;
  for (std::size_t k = 0; k + 1 < path.reals.size() && wanted(); ++k, ++path.rows)
    component->advance({}, static_cast<double>(k) * h, h,
                       {std::span(path.reals).subspan(k + 1, 1), {}});
  path.components.front().advances = static_cast<long>(path.rows);
  component->finish();
  path.bells = bells.rung();
  return path;
}

ChainOrder order_of(int steps) {
  ChainOrder order;
  order.steps = steps;
  return order;
}

TEST(WorkerFmus, OneInstancePerProcessIsEnough) {
  const test::ScratchFolder scratch;
  test::FmuPieces pieces("decay");
  pieces.replace("canBeInstantiatedOnlyOncePerProcess=\"false\"",
                 "canBeInstantiatedOnlyOncePerProcess=\"true\"");
  Bells bells;
  const auto fmu = fmi::open_fmu(
      test::written(scratch, "once.fmu", test::make_zip(pieces.entries())), bells, {});
  fmu->prepare(model::Interface::co_simulation, bells);
  const auto make = [&](const ChainOrder& order, const Wanted& wanted) {
    return steps_of(*fmu, {.name = "once"}, order.steps, wanted);
  };
  WorkerRunner several(make, {.processes = 3, .always_fork = true}), here(make, {});
  several.expect({order_of(1), order_of(100), order_of(7), order_of(3)});
  for (const int steps : {1, 100, 7, 3})
    EXPECT_EQ(cosim::to_bytes(several.run(order_of(steps))),
              cosim::to_bytes(here.run(order_of(steps))));
}

class MisbehavingWorker : public testing::Test {
 protected:
  Path run(const std::string& misdeed, const Wanted& wanted = {}) {
    const long files = test::open_files();
    Path path;
    {
      model::ComponentRequest request{.name = "prey"};
      request.starts = {{test::index_of(*fmu_, "misdeed"), Value(misdeed)}};
      WorkerRunner runner(
          [&](const ChainOrder& order, const Wanted& still) {
            return steps_of(*fmu_, request, order.steps, still);
          },
          {.processes = 1,
           .wanted = wanted,
           .always_fork = true,
           .patience = std::chrono::milliseconds(100)});
      path = runner.run(order_of(4));
    }
    EXPECT_EQ(test::open_files(), files);
    EXPECT_FALSE(test::has_children());
    return path;
  }

  MisbehavingWorker() : fmu_(fmi::open_fmu(test::test_fmu("misbehaving"), bells_, {})) {
    fmu_->prepare(model::Interface::co_simulation, bells_);
  }

 private:
  Bells bells_;
  std::shared_ptr<const model::Blueprint> fmu_;
};

TEST_F(MisbehavingWorker, CrashesAlone) {
  const Path path = run("crash");
  EXPECT_EQ(path.end, Path::End::lost);
  EXPECT_EQ(path.subject, "prey");
  EXPECT_TRUE(contains(path.reason, "component 'prey' crashed (signal ")) << path.reason;
  EXPECT_TRUE(contains(path.reason, ") in fmi2DoStep at t = 0.5.")) << path.reason;
}

TEST_F(MisbehavingWorker, ExitsAlone) {
  const Path path = run("exit");
  EXPECT_EQ(path.end, Path::End::lost);
  EXPECT_EQ(path.subject, "prey");
  EXPECT_TRUE(contains(path.reason, "component 'prey' ended the process (exit code "))
      << path.reason;
  EXPECT_TRUE(contains(path.reason, ") in fmi2DoStep at t = 0.5.")) << path.reason;
}

TEST_F(MisbehavingWorker, FailsAsItWouldHere) {
  const Path path = run("error");
  EXPECT_EQ(path.end, Path::End::component_failed);
  EXPECT_EQ(path.subject, "prey");
  EXPECT_TRUE(contains(path.reason, "component 'prey': fmi2DoStep at t = 0.5")) << path.reason;
}

TEST_F(MisbehavingWorker, HangsUntilTheRunIsInterrupted) {
  int calls = 0;
  const Path path = run("hang", [&] { return ++calls < 8; });
  EXPECT_EQ(path.end, Path::End::interrupted);
  EXPECT_EQ(path.reason,
            "component 'prey' did not return from fmi2DoStep at t = 0.5 and was ended.");
}

TEST_F(MisbehavingWorker, RunsWhereItBehaves) {
  const Path path = run("none");
  EXPECT_TRUE(path.complete());
  EXPECT_EQ(path.rows, 4U);
}

}  // namespace
}  // namespace bw::run::worker_fmus_test
