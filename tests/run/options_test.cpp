#include "run/spec/options.h"

#include <gtest/gtest.h>

#include <set>

#include "base/error.h"
#include "support/contains.h"
#include "support/refusal.h"

namespace bw::run::options_test {
namespace {

using test::contains;
using Values = std::vector<Value>;

const Option& option(std::string_view key) {
  for (const Option& candidate : options())
    if (candidate.key == key) return candidate;
  throw std::invalid_argument(std::string(key));
}

std::string refusal(std::string_view key, const Values& values) {
  RunSpec spec;
  return test::refusal<InputError>(
      [&] { store(option(key), values, "here: " + std::string(key), spec); });
}

TEST(Options, KeysAreUniqueAndEachIsAnOptionOfItsName) {
  std::set<std::string_view> keys;
  for (const Option& candidate : options()) {
    EXPECT_TRUE(keys.insert(candidate.key).second) << candidate.key;
    EXPECT_TRUE(contains(candidate.spelling, "--" + std::string(candidate.key)));
    EXPECT_FALSE(candidate.help.empty());
  }
}

TEST(Options, ANumberMayBeWrittenAsAnInteger) {
  RunSpec spec;
  store(option("stop"), {std::int64_t{100}}, "", spec);
  store(option("tolerance"), {1e-6}, "", spec);
  EXPECT_EQ(spec.stop, 100.0);
  EXPECT_EQ(spec.tolerance, 1e-6);
}

TEST(Options, AFlagAWordAndAListAreStored) {
  RunSpec spec;
  store(option("every-step"), {true}, "", spec);
  store(option("master"), {std::string("jacobi")}, "", spec);
  store(option("record"), {std::string("a.*"), std::string("b.x")}, "", spec);
  EXPECT_EQ(spec.every_step, true);
  EXPECT_EQ(spec.master, "jacobi");
  EXPECT_EQ(spec.record, (std::vector<std::string>{"a.*", "b.x"}));
}

TEST(Options, AValueOfTheWrongTypeIsRefusedWithWhatWasGiven) {
  const std::string time = "a number or a number with a unit, such as 10, 1h or \"90 min\"";
  EXPECT_EQ(refusal("stop", {std::string("soon")}),
            "here: stop needs " + time + "; it got 'soon'.");
  EXPECT_EQ(refusal("stop", {1.0, 2.0}), "here: stop needs " + time + "; it got a list.");
  EXPECT_EQ(refusal("tolerance", {std::string("1 %")}),
            "here: tolerance needs a number; it got '1 %'.");
  EXPECT_EQ(refusal("every-step", {1.0}), "here: every-step needs true or false; it got 1.");
  EXPECT_EQ(refusal("master", {true}), "here: master needs the name of a master; it got true.");
  EXPECT_EQ(refusal("record", {1.0}),
            "here: record needs names of variables, such as prey.* or x; it got 1.");
  EXPECT_EQ(refusal("hold", {std::string("linear")}),
            "here: hold must be constant, mean or trapezoid, not 'linear'.");
}

TEST(Options, EveryTimeMayHaveAUnit) {
  for (const char* key : {"start", "stop", "interval", "step", "first-step", "min-step", "max-step",
                          "fallback-step"}) {
    RunSpec spec;
    store(option(key), {std::string("1.5 min")}, "", spec);
    EXPECT_EQ(spec.*std::get<std::optional<double> RunSpec::*>(option(key).member), 90) << key;
  }
  EXPECT_TRUE(contains(refusal("stop", {std::string("3 kW")}), "'kW' is no unit of time"));
  EXPECT_TRUE(contains(refusal("step", {std::string("-1 s")}), "must be a positive number"));
}

TEST(Options, PatternsAreSplitAtCommasOutsideOfBrackets) {
  RunSpec spec;
  store(option("record"), {std::string("a.x, b.A[1,2],!c.*"), std::string("d.y")}, "", spec);
  EXPECT_EQ(spec.record, (std::vector<std::string>{"a.x", "b.A[1,2]", "!c.*", "d.y"}));
  spec.record.clear();
  store(option("record"), {std::string("a.'x,y',b's,f(1,2)")}, "", spec);
  EXPECT_EQ(spec.record, (std::vector<std::string>{"a.'x,y'", "b's", "f(1,2)"}));
}

TEST(Options, EveryGroupHasAHeadingAndEveryNamedChoiceItsWords) {
  std::set<std::string_view> headings;
  for (const Option& candidate : options()) {
    headings.insert(heading(candidate.group));
    EXPECT_FALSE(needed(candidate).empty());
    if (candidate.rule == Option::Rule::choice) {
      EXPECT_EQ(words_of(candidate).size(), candidate.choices.size());
    }
  }
  EXPECT_EQ(headings.size(), 6U);
  EXPECT_TRUE(contains(needed(option("stop")), "1h"));
}

TEST(Options, CompleteFillsOnlyWhatIsOpen) {
  RunSpec spec, fallback;
  spec.stop = 1;
  spec.record = {"a.*"};
  fallback.stop = 2;
  fallback.start = -1;
  fallback.every_step = true;
  fallback.record = {"b.*"};
  fallback.master = "jacobi";
  complete(spec, fallback);
  EXPECT_EQ(spec.stop, 1.0);
  EXPECT_EQ(spec.start, -1.0);
  EXPECT_EQ(spec.every_step, true);
  EXPECT_EQ(spec.record, std::vector<std::string>{"a.*"});
  EXPECT_EQ(spec.master, "jacobi");
}

TEST(Options, MethodInterfaceAndInputAreWordsOfTheTable) {
  RunSpec spec;
  store(option("method"), {std::string("euler")}, "", spec);
  store(option("interface"), {std::string("me")}, "", spec);
  store(option("input"), {std::string("in.csv")}, "", spec);
  EXPECT_EQ(spec.method, "euler");
  EXPECT_EQ(spec.interface, "me");
  EXPECT_EQ(spec.input, "in.csv");
  EXPECT_TRUE(contains(refusal("method", {std::string("euller")}), "Did you mean 'euler'?"));
  EXPECT_TRUE(contains(refusal("interface", {std::string("fmu")}), "there is no interface 'fmu'."));
}

RunSpec settings(const std::vector<std::pair<std::string, Values>>& entries) {
  std::vector<SettingView> views;
  for (const auto& [key, values] : entries)
    views.push_back({key, &values, "s.toml:" + std::to_string(views.size() + 1)});
  return from_settings(views);
}

TEST(Options, TheRunSectionMayUseUnderscoresOrHyphens) {
  EXPECT_EQ(settings({{"absolute_tolerance", {1e-8}}}).absolute_tolerance, 1e-8);
  EXPECT_EQ(settings({{"absolute-tolerance", {1e-8}}}).absolute_tolerance, 1e-8);
}

TEST(Options, AllMistakesOfTheRunSectionAreReportedTogether) {
  const std::string said = test::refusal<InputError>([&] {
    settings({{"stopp", {1.0}}, {"stop", {true}}, {"set", {std::string("a.b=1")}}});
  });
  EXPECT_TRUE(contains(said, "s.toml:1: [run] has no key 'stopp'. Did you mean 'stop'?"));
  EXPECT_TRUE(contains(said, "s.toml:2: stop needs a number or a number with a unit"));
  EXPECT_TRUE(contains(said, "s.toml:3: [run] has no key 'set'."));
}

}  // namespace
}  // namespace bw::run::options_test
