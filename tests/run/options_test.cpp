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
  return test::refusal<InputError>([&] { store(option(key), values, "here", spec); });
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
  EXPECT_EQ(refusal("stop", {std::string("soon")}), "here: stop must be a number, not \"soon\".");
  EXPECT_EQ(refusal("stop", {1.0, 2.0}), "here: stop must be a number, not a list.");
  EXPECT_EQ(refusal("every-step", {1.0}), "here: every-step must be true or false, not 1.");
  EXPECT_EQ(refusal("master", {true}), "here: master must be a text, not true.");
  EXPECT_EQ(refusal("record", {1.0}), "here: record must be texts, not 1.");
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
  EXPECT_TRUE(contains(said, "s.toml:2: stop must be a number, not true."));
  EXPECT_TRUE(contains(said, "s.toml:3: [run] has no key 'set'."));
}

}  // namespace
}  // namespace bw::run::options_test
