// Compiled code that is exchanged while a run goes on.

#include "equation/code/code.h"

#include <gtest/gtest.h>

#include <bit>
#include <chrono>
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

TEST(Code, WhereOneCompilerWasNamedNoOtherTakesOver) {
  const auto machine = make_machine(model(2), CompilerChoice::tiny);
  machine->code->add_calls(1'000'000'000);
  EXPECT_FALSE(machine->code->is_swift());
}

}  // namespace
}  // namespace bw::equation::code_test
