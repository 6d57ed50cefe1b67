#include "run/open/open_system.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"
#include "support/contains.h"
#include "support/fmi/unpacked_fmu.h"
#include "support/refusal.h"
#include "support/scratch_folder.h"
#include "system/load_toml.h"

namespace bw::run::open_system_test {
namespace {

// Without the notes on inputs that these small systems leave alone.
std::vector<Bell> rung(const Bells& bells) {
  std::vector<Bell> others = bells.rung();
  std::erase_if(others, [](const Bell& b) { return b.code == BellCode::input_not_driven; });
  return others;
}

using test::contains;

system::System written(const std::string& text) {
  return system::load_toml(text, std::string(BW_TEST_FMUS) + "/s.toml");
}

Components assembled(const std::string& text, const OpenOptions& options, Bells& bells) {
  return open_system(written(text), options, bells);
}

std::string refusal(const std::string& text, const OpenOptions& options = {}) {
  Bells bells;
  const auto error = test::caught<Error>([&] { assembled(text, options, bells); });
  if (!error) return "accepted";
  // The file is wrong, or what the user requested beside it.
  EXPECT_EQ(error->exit_code(),
            options.set.empty() && options.record.empty() ? ExitCode::input : ExitCode::usage);
  return error->what();
}

OpenOptions set(const std::string& words) {
  OpenOptions options;
  options.set = {words};
  return options;
}
OpenOptions record(const std::vector<std::string>& patterns) {
  OpenOptions options;
  options.record = patterns;
  return options;
}

const std::string two =
    "[components]\na = \"decay.fmu\"\nb = \"decay.fmu\"\nt = \"all_types.fmu\"\n";

std::vector<std::string> columns(const Components& components) {
  std::vector<std::string> names;
  for (const Recorded& r : components.recorded) names.push_back(r.column.name);
  return names;
}

// ---- components ----

TEST(OpenSystem, AFileThatIsUsedTwiceIsOpenedOnce) {
  Bells bells;
  const Components components = assembled(two, {}, bells);
  ASSERT_EQ(components.size(), 3U);
  EXPECT_EQ(components[0].blueprint, components[1].blueprint);
  EXPECT_NE(components[0].blueprint, components[2].blueprint);
  EXPECT_EQ(components[1].request.name, "b");
}

TEST(OpenSystem, AllComponentsThatCannotBeOpenedAreNamed) {
  const std::string said = refusal("[components]\na = \"gone.fmu\"\nb = \"lost.fmu\"\n");
  EXPECT_TRUE(contains(said, "gone.fmu"));
  EXPECT_TRUE(contains(said, "lost.fmu"));
}

TEST(OpenSystem, TwoComponentsOfAnFmuForOneInstancePerProcessAreRefused) {
  const test::ScratchFolder scratch;
  test::FmuPieces pieces("decay");
  pieces.replace("canBeInstantiatedOnlyOncePerProcess=\"false\"",
                 "canBeInstantiatedOnlyOncePerProcess=\"true\"");
  const std::string once = test::written(scratch, "once.fmu", test::make_zip(pieces.entries()));
  const std::string one = "[components]\na = \"" + once + "\"\n";
  EXPECT_EQ(refusal(one), "accepted");
  const std::string said =
      refusal(one + "o = \"decay.fmu\"\nb = \"" + once + "\"\nc = \"" + once + "\"\n");
  EXPECT_TRUE(contains(said, "s.toml:4:1: component 'b': "));
  EXPECT_TRUE(contains(said,
                       "once.fmu can be instantiated once per process only, but component 'a' "
                       "uses it already; --isolate gives each a process of its own."));
  EXPECT_TRUE(contains(said, "s.toml:5:1: component 'c': "));
}

TEST(OpenSystem, TheToleranceReachesEveryComponent) {
  Bells bells;
  OpenOptions options;
  options.tolerance = 1e-9;
  for (const OpenedComponent& component : assembled(two, options, bells).list)
    EXPECT_EQ(component.request.tolerance, 1e-9);
}

// ---- connections ----

TEST(OpenSystem, AConnectionJoinsListsOfBothComponents) {
  Bells bells;
  const Components components = assembled(
      two + "[connections]\n\"b.u\" = \"2 * a.y + 1\"\n\"t.real_in\" = \"a.y\"\n", {}, bells);
  ASSERT_EQ(components.connections.size(), 2U);
  const cosim::Connection& first = components.connections[0];
  EXPECT_EQ(first.from, 0U);
  EXPECT_EQ(first.to, 1U);
  EXPECT_EQ(first.gain, 2);
  EXPECT_EQ(first.offset, 1);
  EXPECT_EQ(components[0].request.outputs.size(), 1U) << "one output that drives two inputs";
  EXPECT_EQ(components[1].request.inputs.size(), 1U);
  EXPECT_TRUE(rung(bells).empty());
}

TEST(OpenSystem, AnUnknownVariableIsNamedWithPlaceAndNearestName) {
  const std::string said =
      refusal(two + "[connections]\n\"t.real_in\" = \"a.y\"\n\"t.powr_in\" = \"a.y\"\n");
  EXPECT_TRUE(contains(
      said, "s.toml:7:1: component 't' has no variable 'powr_in'. Did you mean 'power_in'?"));
}

TEST(OpenSystem, AnOutputIntoAnOutputIsRefused) {
  EXPECT_TRUE(contains(refusal(two + "[connections]\n\"a.y\" = \"b.y\"\n"),
                       "s.toml:6:1: 'a.y' is an output, but a connection drives an input."));
}

TEST(OpenSystem, AConnectionFromAnInputIsRefused) {
  EXPECT_TRUE(contains(refusal(two + "[connections]\n\"a.u\" = \"b.u\"\n"), "'b.u' is an input"));
}

TEST(OpenSystem, ATypeMismatchIsRefused) {
  EXPECT_TRUE(contains(refusal(two + "[connections]\n\"a.u\" = \"t.boolean_out\"\n"),
                       "'t.boolean_out' is of type Boolean and cannot drive 'a.u' of type Real"));
}

TEST(OpenSystem, UnitsOfTheDescriptionsAreConverted) {
  Bells bells;
  const std::string text =
      "[components]\np = \"all_types.fmu\"\nq = \"all_types.fmu\"\n[connections]\n"
      "\"q.power_in\" = \"p.power_out\"\n\"q.temperature_in\" = \"p.temperature_out\"\n";
  const Components components = assembled(text, {}, bells);
  EXPECT_EQ(components.connections[0].gain, 1000);
  EXPECT_NEAR(components.connections[1].offset, -273.15, 1e-12);
  EXPECT_TRUE(rung(bells).empty());
}

TEST(OpenSystem, AUnitOnOneSideOnlyRings) {
  Bells bells;
  assembled(two + "[connections]\n\"a.u\" = \"t.power_out\"\n", {}, bells);
  ASSERT_EQ(rung(bells).size(), 1U);
  EXPECT_EQ(rung(bells)[0].code, BellCode::unit_assumed);
}

TEST(OpenSystem, AllMistakesOfTheSystemAreReportedTogether) {
  const std::string said = refusal(two +
                                   "[connections]\n\"a.u\" = \"b.z\"\n\"a.y\" = \"b.y\"\n"
                                   "[parameters]\n\"a.rate\" = \"fast\"\n");
  EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 2);
  for (const char* piece : {"s.toml:6:1: component 'b' has no variable 'z'",
                            "s.toml:7:1: 'a.y' is an output", "s.toml:9:1: rate is of type Real"})
    EXPECT_TRUE(contains(said, piece));
}

TEST(OpenSystem, AnInterfaceOfTheCommandLineWinsWhereItIsOffered) {
  Bells bells;
  const std::string text =
      "[components]\nboth = { file = \"3/Dahlquist.fmu\", interface = \"cs\" }\n"
      "only = { file = \"all_types.fmu\", interface = \"cs\" }\n";
  OpenOptions options;
  options.interface = "me";
  const auto interfaces = [&] {
    const Components opened = assembled(text, options, bells);
    return std::pair(opened[0].request.interface, opened[1].request.interface);
  };
  using model::Interface;
  EXPECT_EQ(interfaces(), std::pair(Interface::co_simulation, Interface::co_simulation));
  options.interface_wins = true;
  EXPECT_EQ(interfaces(), std::pair(Interface::model_exchange, Interface::co_simulation));
}

TEST(OpenSystem, AllMistakesOfTheOpenOptionsAreReportedTogether) {
  OpenOptions options = set("a.rte=1");
  options.record = {"c.*"};
  const std::string said = refusal(two, options);
  EXPECT_TRUE(
      contains(said, "--set a.rte=1: component 'a' has no variable 'rte'. Did you mean 'rate'?"));
  EXPECT_TRUE(contains(said, "record: no variable matches 'c.*'"));
}

// ---- start values ----

TEST(OpenSystem, ParametersAreConvertedToTypeAndUnit) {
  Bells bells;
  const Components components = assembled(
      two + "[parameters]\n\"t.power_in\" = \"2 kW\"\n\"t.mode_parameter\" = \"on\"\n", {}, bells);
  const auto& starts = components[2].request.starts;
  ASSERT_EQ(starts.size(), 2U);
  EXPECT_EQ(starts[0].second, Value(2000.0));
  EXPECT_EQ(starts[1].second, Value(std::int64_t{2}));
}

// 3.0 is a Real of TOML; only SSP, whose values are texts, reads it as a whole number.
TEST(OpenSystem, ParametersOfIntegersTakeNoReals) {
  EXPECT_TRUE(contains(refusal(two + "[parameters]\n\"t.integer_parameter\" = 3.0\n"),
                       "is of type Integer and takes a whole number, not 3"));
}

TEST(OpenSystem, TheCommandLineWinsOverTheFile) {
  Bells bells;
  const Components components =
      assembled(two + "[parameters]\n\"a.rate\" = 2\n", set("a.rate = 3"), bells);
  ASSERT_EQ(components[0].request.starts.size(), 1U);
  EXPECT_EQ(components[0].request.starts[0].second, Value(3.0));
}

TEST(OpenSystem, AValueMayHoldAnEqualsSign) {
  Bells bells;
  const Components components = assembled(two, set("t.string_parameter=a=b"), bells);
  EXPECT_EQ(components[2].request.starts[0].second, Value(std::string("a=b")));
}

TEST(OpenSystem, AStartValueOfADrivenInputIsRefusedWithTheConnectionsPlace) {
  const std::string said = refusal(two + "[connections]\n\"b.u\" = \"a.y\"\n", set("b.u=1"));
  EXPECT_TRUE(contains(said, "--set b.u=1: 'b.u' is driven by the connection at "));
  EXPECT_TRUE(contains(said, "s.toml:6:1"));
}

TEST(OpenSystem, AnInputThatNothingDrivesTakesAStartValue) {
  EXPECT_EQ(refusal(two, set("b.u=1")), "accepted");
}

TEST(OpenSystem, WhatAComponentComputesTakesNoStartValue) {
  EXPECT_TRUE(contains(refusal(two, set("a.y=1")),
                       "'a.y' is a continuous output that the component computes"));
  EXPECT_NE(refusal(two, set("t.speed_of_light=1")), "accepted");
  EXPECT_NE(refusal(two, set("t.twice_real_parameter=1")), "accepted");
}

TEST(OpenSystem, AWrongSetIsExplained) {
  EXPECT_TRUE(contains(refusal(two, set("a.rate")), "write component.variable=value"));
  EXPECT_TRUE(
      contains(refusal(two, set("rate=1")), "'rate' is not of the form component.variable"));
  EXPECT_TRUE(contains(refusal(two, set("x.rate=1")), "there is no component 'x'."));
  EXPECT_TRUE(contains(refusal(two, set("a.rate=")), "takes a number"));
}

TEST(OpenSystem, AValueOutsideTheDeclaredRangeRings) {
  Bells bells;
  assembled(two, set("t.power_in=-1"), bells);
  ASSERT_EQ(rung(bells).size(), 1U);
  EXPECT_EQ(rung(bells)[0].code, BellCode::input_out_of_range);
  EXPECT_EQ(rung(bells)[0].measured, -1);
  EXPECT_EQ(rung(bells)[0].limit, 0);
}

TEST(OpenSystem, AnIntegerOutsideTheDeclaredRangeRings) {
  Bells bells;
  assembled(two, set("t.integer_parameter=11"), bells);
  ASSERT_EQ(rung(bells).size(), 1U);
  EXPECT_EQ(rung(bells)[0].code, BellCode::input_out_of_range);
}

// ---- records ----

TEST(OpenSystem, AllOutputsAreRecordedUnlessPatternsSayOtherwise) {
  Bells bells;
  const std::vector<std::string> expected = {
      "a.y",           "b.y",        "t.power_out",   "t.temperature_out", "t.real_out",
      "t.integer_out", "t.mode_out", "t.boolean_out", "t.string_out"};
  EXPECT_EQ(columns(assembled(two, {}, bells)), expected);
}

TEST(OpenSystem, PatternsReachEveryKindOfVariable) {
  Bells bells;
  const Components components = assembled(two, record({"a.*", "t.*_light"}), bells);
  const std::vector<std::string> expected = {"a.u", "a.x", "a.y", "a.rate", "t.speed_of_light"};
  EXPECT_EQ(columns(components), expected);
}

TEST(OpenSystem, APatternWithAnExclamationMarkLeavesOut) {
  Bells bells;
  const std::vector<std::string> usual = {"a.y", "t.real_out"}, all = {"a.u", "a.rate"};
  EXPECT_EQ(columns(assembled(two, record({"!b.*", "!t.*", "t.real_out"}), bells)), usual)
      << "of all outputs, where it comes first; the last that fits decides";
  EXPECT_EQ(columns(assembled(two, record({"a.*", "!a.x", "!a.y"}), bells)), all);
  EXPECT_TRUE(contains(refusal(two, record({"!c.*"})), "record: no variable matches '!c.*'"));
}

TEST(OpenSystem, WhatIsConnectedIsRecordedFromTheConnection) {
  Bells bells;
  const Components components =
      assembled(two + "[connections]\n\"b.u\" = \"a.y\"\n", record({"?.y"}), bells);
  ASSERT_EQ(components.recorded.size(), 2U);
  EXPECT_TRUE(components.recorded[0].from_outputs);
  EXPECT_FALSE(components.recorded[1].from_outputs);
  EXPECT_EQ(components[0].request.records.size(), 0U);
  EXPECT_EQ(components[1].request.records.size(), 1U);
}

TEST(OpenSystem, APatternThatMatchesNothingIsRefusedWithTheNearestName) {
  EXPECT_TRUE(contains(refusal(two, record({"a.*", "b.raet"})),
                       "record: no variable matches 'b.raet'. Did you mean 'b.rate'?"));
}

TEST(OpenSystem, ASystemMayBeBuiltSeveralTimes) {
  Bells bells;
  const Components components = assembled(two + "[connections]\n\"b.u\" = \"a.y\"\n", {}, bells);
  cosim::Coupling first = build(components, {}, bells), second = build(components, {}, bells);
  EXPECT_EQ(first.size(), 3U);
  EXPECT_EQ(second.shape(1).name, "b");
}

}  // namespace
}  // namespace bw::run::open_system_test
