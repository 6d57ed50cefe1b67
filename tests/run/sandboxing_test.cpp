#include "run/open/sandboxing.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <fmt/format.h>
#include <fstream>

#include "base/error.h"
#include "base/process/child.h"
#include "result/trajectory.h"
#include "run/open/open_file.h"
#include "run/run.h"
#include "support/base/take_away.h"
#include "support/contains.h"
#include "support/fmi/component_bench.h"
#include "support/refusal.h"
#include "support/scratch_folder.h"

namespace bw::test::sandboxing_test {
namespace {

std::string bytes_of(const std::function<std::string()>& job) {
  const auto child = Child::start([&](const Child::Wanted&) { return job(); });
  if (child == nullptr) return "no process";
  while (!child->listen()) {
    pollfd ready{child->fd(), POLLIN, 0};
    poll(&ready, 1, -1);
  }
  return child->outcome().delivered ? child->outcome().bytes : "! " + child->outcome().reason;
}

using model::Interface;

run::OpenedComponent opened(const std::string& fmu, Interface interface) {
  Bells bells;
  run::OpenedComponent component;
  component.blueprint = run::open_file(test_fmu(fmu), bells, {});
  component.request.name = fmu;
  component.request.interface = interface;
  return component;
}

system::ComponentEntry entry_of(std::vector<std::string> allow = {}) {
  system::ComponentEntry entry{.name = "decay", .file = "decay.fmu", .position = {}};
  entry.allow = std::move(allow);
  return entry;
}

TEST(Sandboxing, AComponentMayDoWhatTheRunAndItsOwnEntryAllow) {
  const run::RunSpec spec{.target = "/systems/a.toml", .allow = {"network"}};
  const Allowance allow = run::allowed_to(spec, entry_of({"processes", "files=data"}));
  EXPECT_TRUE(allow.network && allow.processes);
  EXPECT_EQ(allow.files.front(), "/systems/data");
}

TEST(Sandboxing, ThereIsNoneUnlessItIsGiven) {
  Bells bells;
  EXPECT_FALSE(
      run::confinement_of({}, entry_of(), opened("decay", Interface::co_simulation), bells));
}

std::string made_in_sandbox(const run::OpenedComponent& component, const std::string& secret,
                            const std::function<void()>& confine_it) {
  return bytes_of([&] {
    if (confine_it) confine_it();
    Bells bells;
    const auto made = component.blueprint->make(component.request, bells);
    return std::string(made != nullptr ? "made" : "not made") +
           (std::ifstream(secret).is_open() ? ", reads" : "") + (fork() >= 0 ? ", forks" : "");
  });
}

TEST(Sandboxing, ConfinesAProcessThatMakesAComponent) {
  const run::OpenedComponent component = opened("decay", Interface::co_simulation);
  const ScratchFolder elsewhere;
  write_file(elsewhere / "secret", "x");
  Bells bells;
  const auto confine_it = run::confinement_of({.sandbox = true}, entry_of(), component, bells);
  EXPECT_EQ(made_in_sandbox(component, elsewhere / "secret", confine_it), "made");
  const auto with_files = run::confinement_of(
      {.sandbox = true}, entry_of({"files=" + elsewhere.path().string()}), component, bells);
  EXPECT_EQ(made_in_sandbox(component, elsewhere / "secret", with_files), "made, reads");
}

TEST(Sandboxing, RefusesToAllowAFileThatDoesNotExist) {
  const run::OpenedComponent component = opened("decay", Interface::co_simulation);
  Bells bells;
  EXPECT_EQ(
      test::refusal<InputError>([&] {
        (void)run::confinement_of({.sandbox = true}, entry_of({"files=/no/such"}), component,
                                  bells);
      }),
      "component 'decay' is allowed to read '/no/such', which does not exist; name another path, "
      "or leave it out.");
}

// The rows of a run within the process, as text.
std::string rows_of(const std::string& fmu, const std::string& interface) {
  const result::RunResult result =
      run::run({.target = fmu, .certify = false, .interface = interface});
  std::string rows;
  for (std::size_t row = 0; row < result.trajectory.rows(); ++row) {
    rows += fmt::format("{:a}", result.trajectory.times()[row]);
    for (std::size_t column = 0; column < result.trajectory.columns().size(); ++column)
      if (const result::Cell cell = result.trajectory.cell(row, column);
          std::holds_alternative<double>(cell))
        rows += fmt::format(" {:a}", std::get<double>(cell));
    rows += '\n';
  }
  return rows;
}

// The FMU is even unpacked inside, into the private folder.
std::string sandboxed_rows_of(const std::string& fmu, const std::string& interface) {
  const ScratchFolder temporary;
  Sandbox sandbox;
  sandbox.readable = {fmu};
  sandbox.scratch = temporary.path();
  return bytes_of([&] {
    confine(sandbox);
    return rows_of(fmu, interface);
  });
}

TEST(Sandboxing, TheRowsOfFmusAreTheSame) {
  const std::string examples = BW_EXAMPLES;
  for (const std::string& fmu :
       {examples + "/models/BouncingBall.fmu", examples + "/models/VanDerPol.fmu",
        examples + "/lotka_volterra/prey.fmu", test_fmu("decay").string()})
    for (const char* interface : {"cs", "auto"}) {
      const std::string outside = bytes_of([&] { return rows_of(fmu, interface); });
      EXPECT_GT(outside.size(), 100U) << fmu;
      EXPECT_EQ(sandboxed_rows_of(fmu, interface), outside) << fmu;
    }
}

TEST(Sandboxing, ALayerThatIsMissingIsAWarning) {
  const std::string said = bytes_of([] {
    take_away({SYS_unshare});
    Bells bells;
    run::try_sandbox({.sandbox = true}, bells);
    return bells.rung().empty() ? "" : bells.rung().front().message;
  });
  EXPECT_TRUE(contains(said, "the sandbox has no namespaces (the system refuses them"));
}

TEST(Sandboxing, AWholeSandboxIsSilent) {
  const std::string said = bytes_of([] {
    Bells bells;
    run::try_sandbox({.sandbox = true}, bells);
    run::try_sandbox({}, bells);
    return bells.rung().empty() ? "" : bells.rung().front().message;
  });
  if (contains(said, "in force")) GTEST_SKIP() << "on this machine: " << said;
  EXPECT_EQ(said, "");
}

TEST(Sandboxing, NoLayerForFilesIsAnError) {
  const std::string said = bytes_of([] {
    take_away({SYS_unshare, landlock_call});
    Bells bells;
    return refusal<Error>([&] { run::try_sandbox({.sandbox = true}, bells); });
  });
  EXPECT_TRUE(contains(said, "no sandbox"));
}

}  // namespace
}  // namespace bw::test::sandboxing_test
