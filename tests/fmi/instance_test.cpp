// One face for all versions of FMI: a call that a version does not have fails with its name.

#include "fmi/instance/instance.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <string>
#include <utility>

#include "base/bell.h"
#include "fmi/component/fmu_file.h"
#include "support/fmi/component_bench.h"
#include "support/refusal.h"

namespace bw::fmi::instance_test {
namespace {

TEST(Instance, WhatAVersionLacksIsNamed) {
  Bells bells;
  const FmuFile file(test::test_fmu("1cs/VanDerPol"), bells, {});
  const auto made = Instance::make(file.setup(Interface::co_simulation, "p", bells));
  Instance& instance = *made;
  const std::array<Reference, 1> reference{0};
  std::array<double, 1> number{};
  std::array<bool, 1> active{};
  void* state = nullptr;
  const std::pair<std::string, std::function<void()>> lacking[] = {
      {"Float32", [&] { instance.get_floats(reference, number); }},
      {"Float32", [&] { instance.set_floats(reference, number); }},
      {"configuration mode", [&] { instance.enter_configuration(); }},
      {"configuration mode", [&] { instance.exit_configuration(); }},
      {"step mode", [&] { instance.enter_step_mode(); }},
      {"directional derivatives",
       [&] { instance.directional_derivative(reference, reference, number, number); }},
      {"saved states", [&] { instance.get_state(state); }},
      {"saved states", [&] { instance.set_state(state); }},
      {"saved states", [&] { instance.serialise(state); }},
      {"saved states", [&] { instance.deserialise("", state); }},
      {"clocks", [&] { instance.get_clocks(reference, active); }},
      {"clocks", [&] { instance.set_clocks(reference, active); }},
      {"clocks", [&] { instance.get_interval(0); }},
      {"clocks", [&] { instance.get_shift(0); }},
      {"model partitions", [&] { instance.activate(0, 0); }},
  };
  for (const auto& [name, call] : lacking)
    EXPECT_EQ(test::refusal<ComponentFailure>(call),
              "component 'p': FMI 1.0 has no " + name + ". The run cannot go on.");
}

}  // namespace
}  // namespace bw::fmi::instance_test
