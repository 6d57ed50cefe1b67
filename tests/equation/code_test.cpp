// Compiled code that is exchanged while a run goes on.

#include "equation/code/code.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <thread>

#include "equation/check/read_model.h"
#include "equation/code/machine.h"

namespace bw::equation::code_test {
namespace {

using Clock = std::chrono::steady_clock;

FlatModel model(int n) {
  return read_model("model M parameter Integer n = " + std::to_string(n) +
                        "; Real x[n](each start=1, each fixed=true); equation for i in 1:n loop "
                        "der(x[i]) = sin(x[i])*exp(-x[i]^2)/(1 + x[i]) - i*x[i]; end for; end M;",
                    "m.mo")
      .model;
}

std::vector<double> derivatives(const Machine& machine, double at) {
  const std::size_t n = machine.system().states.size();
  std::vector<double> x(n, at), w(machine.memory_size, 0.0), d(n), o(machine.results_size + 1);
  machine.functions().derivatives(0, x.data(), w.data(), d.data(), o.data(), nullptr);
  return d;
}

TEST(Code, ARunThatLastsGetsTheCodeOfTheSystemsCompilerWithTheSameBits) {
  if (!has_system_compiler()) GTEST_SKIP() << "no compiler";
  const auto machine = make_machine(model(5), CompilerChoice::automatic);
  const std::vector<double> before = derivatives(*machine, 0.7);
  machine->code->add_calls(1000);
  EXPECT_FALSE(machine->code->is_swift());
  machine->code->add_calls(100'000'000);
  const auto deadline = Clock::now() + std::chrono::minutes(5);
  while (!machine->code->is_swift() && Clock::now() < deadline)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  ASSERT_TRUE(machine->code->is_swift());
  const std::vector<double> after = derivatives(*machine, 0.7);
  for (std::size_t i = 0; i < before.size(); ++i)
    EXPECT_EQ(std::bit_cast<std::uint64_t>(before[i]), std::bit_cast<std::uint64_t>(after[i]));
}

TEST(Code, ARunThatEndsDoesNotWaitForACompiler) {
  if (!has_system_compiler()) GTEST_SKIP() << "no compiler";
  auto machine = make_machine(model(3000), CompilerChoice::automatic);  // many seconds by cc
  machine->code->add_calls(100'000'000);
  machine.reset();  // a test that hangs here would be the failure
}

// Blocks within blocks: who writes and who compiles them does so by recursion.
TEST(Code, ThirtyThousandNestedChoicesAreCompiled) {
  const auto machine = make_machine(
      read_model("model M Real y(start=0, fixed=true), z; algorithm z := 0; for i in 1:30000 loop "
                 "z := if noEvent(y > i) then i + sin(y) else z; end for; equation der(y) = z; "
                 "end M;",
                 "m.mo")
          .model,
      CompilerChoice::tiny);
  for (const double y : {-1.0, 0.5, 77.5, 29999.5, 31000.0}) {
    const double whole = std::floor(std::clamp(y, 0.0, 30000.0));
    EXPECT_EQ(derivatives(*machine, y).at(0), whole > 0 ? whole + std::sin(y) : 0) << y;
  }
}

TEST(Code, WhereOneCompilerWasNamedNoOtherTakesOver) {
  const auto machine = make_machine(model(2), CompilerChoice::tiny);
  machine->code->add_calls(1'000'000'000);
  EXPECT_FALSE(machine->code->is_swift());
}

}  // namespace
}  // namespace bw::equation::code_test
