#include "fmi/component/fmu_component.h"

#include <fenv.h>
#include <gtest/gtest.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include <algorithm>
#include <bit>
#include <clocale>
#include <csignal>
#include <filesystem>

#include "base/error.h"
#include "support/contains.h"
#include "support/fmi/component_bench.h"
#include "support/leaks.h"
#include "support/refusal.h"

namespace bw::fmi::fmu_component_test {
namespace {

using model::Advance;
using test::ComponentBench;
using test::contains;
using test::LeaksAllowed;
using test::misdeed;

Discrete integer(std::int64_t value) { return value; }
Discrete string(const char* value) { return std::string(value); }

std::vector<std::uint64_t> bits(const std::vector<double>& values) {
  std::vector<std::uint64_t> result;
  for (const double value : values) result.push_back(std::bit_cast<std::uint64_t>(value));
  return result;
}

// What is said when `work` fails; "accepted" when it does not.
template <class Work>
std::string failure(Work&& work) {
  const auto error = test::caught<ComponentFailure>(work);
  if (!error) return "accepted";
  EXPECT_EQ(error->component, "bench");
  EXPECT_EQ(error->exit_code(), ExitCode::stopped);
  EXPECT_TRUE(contains(error->what(), "component 'bench'"));
  return error->what();
}

const Bell* find(const Bells& bells, BellCode code) {
  const auto& rung = bells.rung();
  const auto found =
      std::find_if(rung.begin(), rung.end(), [&](const Bell& b) { return b.code == code; });
  return found == rung.end() ? nullptr : &*found;
}

// ---- values ----

TEST(FmuComponent, EveryTypeGoesInAndComesOut) {
  ComponentBench bench(
      "all_types",
      {.inputs = {"real_in", "integer_in", "boolean_in", "string_in", "mode_in"},
       .outputs = {"string_out", "real_out", "mode_out", "integer_out", "boolean_out"}});
  bench.u = {{0.75}, {integer(-41), integer(1), string("loud"), integer(5)}};
  bench.initialise();
  const std::vector<Discrete> expected = {string("loud"), integer(5), integer(-41), integer(1)};
  EXPECT_EQ(bench.y.reals, std::vector<double>{0.75});
  EXPECT_EQ(bench.y.discretes, expected);
}

TEST(FmuComponent, EveryTypeIsExchangedAtEveryStep) {
  ComponentBench bench("all_types",
                       {.inputs = {"real_in", "integer_in", "boolean_in", "string_in"},
                        .outputs = {"real_out", "integer_out", "boolean_out", "string_out"}});
  bench.u = {{1}, {integer(1), integer(0), string("a")}};
  bench.initialise();
  bench.u = {{2}, {integer(2), integer(1), string("äöü")}};
  EXPECT_EQ(bench.step(0, 0.1).status, Advance::Status::completed);
  EXPECT_EQ(bench.y.reals, bench.u.reals);
  EXPECT_EQ(bench.y.discretes, bench.u.discretes);
}

TEST(FmuComponent, StartValuesOfEveryTypeReachTheComponent) {
  ComponentBench bench(
      "all_types",
      {.records = {"real_parameter", "integer_parameter", "mode_parameter", "boolean_parameter",
                   "string_parameter", "twice_real_parameter", "speed_of_light"},
       .starts = {{"real_parameter", 1.25},
                  {"integer_parameter", std::int64_t{9}},
                  {"mode_parameter", std::int64_t{2}},
                  {"boolean_parameter", false},
                  {"string_parameter", std::string("ß")}}});
  bench.initialise();
  bench.read_records();
  const std::vector<double> reals = {1.25, 2.5, 299792458};
  const std::vector<Discrete> discretes = {integer(9), integer(2), integer(0), string("ß")};
  EXPECT_EQ(bench.records.reals, reals);
  EXPECT_EQ(bench.records.discretes, discretes);
}

TEST(FmuComponent, WithoutStartValuesThoseOfTheDescriptionHold) {
  ComponentBench bench("all_types",
                       {.records = {"real_parameter", "integer_parameter", "mode_parameter",
                                    "boolean_parameter", "string_parameter"}});
  bench.initialise();
  bench.read_records();
  const std::vector<Discrete> discretes = {integer(-7), integer(5), integer(1),
                                           string("a < b & \"c\", äöü")};
  EXPECT_EQ(bench.records.reals, std::vector<double>{2.5});
  EXPECT_EQ(bench.records.discretes, discretes);
}

TEST(FmuComponent, TheBlueprintKnowsUnitsTypesAndCausalities) {
  const ComponentBench bench("all_types", {});
  const auto& power = test::variable_of(*bench.blueprint, "power_in");
  EXPECT_EQ(power.unit, "W");
  EXPECT_EQ(power.causality, model::Causality::input);
  EXPECT_EQ(power.nominal, 1000);
  EXPECT_EQ(power.max, 1e6);
  const auto& kelvin = test::variable_of(*bench.blueprint, "temperature_out");
  const auto& celsius = test::variable_of(*bench.blueprint, "temperature_in");
  ASSERT_TRUE(kelvin.unit_meaning && celsius.unit_meaning);
  EXPECT_EQ((*conversion(*celsius.unit_meaning, *kelvin.unit_meaning))(20), 293.15);
  EXPECT_EQ(test::variable_of(*bench.blueprint, "mode_in").items.back().second, 5);
}

TEST(FmuComponent, TheShapeListsWhatWasRequested) {
  const ComponentBench bench("decay",
                             {.inputs = {"u"}, .outputs = {"y"}, .records = {"x", "rate"}});
  const model::ComponentShape& shape = bench.component->shape();
  EXPECT_EQ(shape.name, "bench");
  EXPECT_EQ(shape.inputs.front().name, "u");
  EXPECT_EQ(shape.outputs.front().name, "y");
  EXPECT_EQ(shape.records.back().name, "rate");
  EXPECT_TRUE(shape.can_roll_back);
  EXPECT_TRUE(shape.variable_steps);
}

// ---- going back ----

TEST(FmuComponent, RolledBackAndRepeatedTheStepsGiveTheSameBits) {
  ComponentBench bench("decay", {.inputs = {"u"}, .outputs = {"y"}, .may_roll_back = true});
  const auto three_steps = [&] {
    std::vector<double> values;
    for (int k = 0; k < 3; ++k) {
      bench.u.reals = {0.1 * k};
      bench.step(0.1 * (k + 1), 0.1);
      values.push_back(bench.y.reals[0]);
    }
    return bits(values);
  };
  bench.initialise();
  bench.step(0, 0.1);
  std::unique_ptr<model::Snapshot> snapshot;
  bench.component->save(snapshot);
  const auto first = three_steps();
  bench.component->restore(*snapshot);
  EXPECT_EQ(three_steps(), first);
  bench.component->restore(*snapshot);
  EXPECT_EQ(three_steps(), first);
}

TEST(FmuComponent, AnEarlierSnapshotIsOverwritten) {
  ComponentBench bench("decay", {.outputs = {"y"}});
  bench.initialise();
  std::unique_ptr<model::Snapshot> snapshot;
  bench.component->save(snapshot);
  const model::Snapshot* first = snapshot.get();
  bench.step(0, 0.5);
  const double later = bench.y.reals[0];
  bench.component->save(snapshot);
  EXPECT_EQ(snapshot.get(), first);
  bench.step(0.5, 0.5);
  bench.component->restore(*snapshot);
  bench.component->get_outputs(ComponentBench::out(bench.y));
  EXPECT_EQ(bench.y.reals[0], later);
}

TEST(FmuComponent, SnapshotsAreIndependentOfEachOther) {
  ComponentBench bench("decay", {.outputs = {"y"}});
  bench.initialise();
  std::unique_ptr<model::Snapshot> early, late;
  bench.component->save(early);
  bench.step(0, 0.5);
  bench.component->save(late);
  bench.component->restore(*early);
  bench.component->get_outputs(ComponentBench::out(bench.y));
  EXPECT_EQ(bench.y.reals[0], 1.0);
  bench.component->restore(*late);
  bench.component->get_outputs(ComponentBench::out(bench.y));
  EXPECT_LT(bench.y.reals[0], 1.0);
}

TEST(FmuComponent, ASnapshotMayOutliveItsComponent) {
  std::unique_ptr<model::Snapshot> snapshot;
  ComponentBench bench("decay", {.outputs = {"y"}});
  bench.initialise();
  bench.component->save(snapshot);
  bench.component.reset();
  snapshot.reset();
}

TEST(FmuComponent, AHugeStateIsSavedOverwrittenAndRestored) {
  ComponentBench bench("misbehaving", misdeed("huge-state"));
  bench.u.reals = {2};
  bench.initialise();
  bench.step(0, 0.5);
  std::unique_ptr<model::Snapshot> snapshot;
  bench.component->save(snapshot);
  bench.component->save(snapshot);
  bench.step(0.5, 0.5);
  bench.component->restore(*snapshot);
  bench.component->get_outputs(ComponentBench::out(bench.y));
  EXPECT_EQ(bench.y.reals[0], 1.0);
}

TEST(FmuComponent, AnFmuWithoutSavedStatesSaysSo) {
  ComponentBench bench("no_rollback", {.outputs = {"y"}});
  EXPECT_FALSE(bench.component->shape().can_roll_back);
  bench.initialise();
  std::unique_ptr<model::Snapshot> snapshot;
  const std::string said = failure([&] { bench.component->save(snapshot); });
  EXPECT_TRUE(contains(said, "fmi2GetFMUstate"));
  EXPECT_TRUE(contains(said, "This FMU cannot save its state."));
}

// ---- one step size only ----

TEST(FmuComponent, AnFmuOfOneStepSizeSaysSo) {
  const ComponentBench bench("fixed_step", {.outputs = {"y"}});
  EXPECT_FALSE(bench.component->shape().variable_steps);
  EXPECT_EQ(bench.blueprint->experiment().step, 0.1);
}

TEST(FmuComponent, AnotherStepSizeIsRefusedBeforeTheFmuSeesIt) {
  ComponentBench bench("fixed_step", {.outputs = {"y"}});
  bench.initialise();
  bench.step(0, 0.1);
  const std::string said = failure([&] { bench.step(0.1, 0.05); });
  EXPECT_TRUE(
      contains(said, "accepts one step size only: it was 0.1 and would be 0.05 at t = 0.1"));
}

TEST(FmuComponent, ADifferenceInTheLastDigitIsTheSameStep) {
  ComponentBench bench("fixed_step", {.inputs = {"u"}, .outputs = {"y"}});
  bench.u.reals = {1};
  bench.initialise();
  for (int k = 0; k < 10; ++k)
    EXPECT_EQ(failure([&] { bench.step(0.1 * k, 0.1 * (k + 1) - 0.1 * k); }), "accepted");
  EXPECT_NEAR(bench.y.reals[0], 1, 1e-12);
}

// ---- the answers of an FMU ----

TEST(FmuComponent, WarningsBecomeOneBellWithACount) {
  ComponentBench bench("misbehaving", misdeed("warning"));
  bench.u.reals = {1};
  bench.initialise();
  for (int k = 0; k < 10; ++k)
    EXPECT_EQ(bench.step(0.1 * k, 0.1).status, Advance::Status::completed);
  EXPECT_NEAR(bench.y.reals[0], 1, 1e-12);
  ASSERT_EQ(bench.bells.rung().size(), 1U);
  const Bell& bell = bench.bells.rung().front();
  EXPECT_EQ(bell.code, BellCode::fmu_warning);
  EXPECT_EQ(bell.subject, "bench");
  EXPECT_EQ(bell.count, 5);
  EXPECT_EQ(bell.time, 0.5);
  EXPECT_TRUE(
      contains(bell.message, "fmi2DoStep at t = 0.5 returned warning: A warning, as asked"));
}

TEST(FmuComponent, ADiscardedStepSaysHowFarItGot) {
  ComponentBench bench("misbehaving", misdeed("discard"));
  bench.initialise();
  const Advance moved = bench.step(0.0, 0.75);
  EXPECT_EQ(moved.status, Advance::Status::discarded);
  EXPECT_EQ(moved.reached, 0.5);
  EXPECT_TRUE(contains(bench.component->reason(),
                       "component 'bench': fmi2DoStep at t = 0 with step 0.75 returned discard; it "
                       "reached t = 0.5"));
  EXPECT_TRUE(bench.bells.rung().empty());
}

TEST(FmuComponent, AfterADiscardedStepTheNextBeginsWhereItEnded) {
  ComponentBench bench("misbehaving", misdeed("discard"));
  bench.u.reals = {2};
  bench.initialise();
  bench.step(0.0, 0.75);
  EXPECT_EQ(bench.step(0.5, 0.25).status, Advance::Status::completed);
  EXPECT_EQ(bench.y.reals[0], 1.5);
}

TEST(FmuComponent, ARequestToEndTheRunIsDistinguishedFromADiscard) {
  ComponentBench bench("misbehaving", misdeed("terminate-request"));
  bench.initialise();
  bench.step(0, 0.25);
  const Advance moved = bench.step(0.25, 0.5);
  EXPECT_EQ(moved.status, Advance::Status::terminated);
  EXPECT_EQ(moved.reached, 0.5);
  EXPECT_TRUE(
      contains(bench.component->reason(), "requested the end of the simulation at t = 0.5"));
}

TEST(FmuComponent, APendingStepIsWaitedFor) {
  ComponentBench bench("misbehaving", misdeed("pending"));
  bench.u.reals = {1};
  bench.initialise();
  for (int k = 0; k < 4; ++k) {
    const Advance moved = bench.step(0.25 * k, 0.25);
    EXPECT_EQ(moved.status, Advance::Status::completed);
    EXPECT_EQ(moved.reached, 0.25 * (k + 1));
  }
  EXPECT_EQ(bench.y.reals[0], 1);
}

TEST(FmuComponent, AnErrorNamesComponentCallAndTimeAndTheFmusOwnWords) {
  ComponentBench bench("misbehaving", misdeed("error"));
  bench.initialise();
  bench.step(0, 0.5);
  EXPECT_EQ(failure([&] { bench.step(0.5, 0.25); }),
            "component 'bench': fmi2DoStep at t = 0.5 returned error: An error, as asked for. The "
            "run cannot go on.");
}

TEST(FmuComponent, AFatalErrorIsDistinguishedFromAnError) {
  const LeaksAllowed leaks;
  ComponentBench bench("misbehaving", misdeed("fatal"));
  bench.initialise();
  bench.step(0, 0.5);
  EXPECT_TRUE(contains(failure([&] { bench.step(0.5, 0.25); }),
                       "fmi2DoStep at t = 0.5 returned fatal: A fatal error, as asked for."));
}

TEST(FmuComponent, AnExceptionOfTheFmuIsCaughtAtItsBorder) {
  const LeaksAllowed leaks;
  ComponentBench bench("misbehaving", misdeed("exception"));
  bench.initialise();
  bench.step(0, 0.5);
  EXPECT_TRUE(contains(
      failure([&] { bench.step(0.5, 0.25); }),
      "fmi2DoStep at t = 0.5 threw an exception: An exception from inside an FMU. The run"));
}

TEST(FmuComponent, AVariableThatTheFmuDoesNotKnowIsAnErrorOfTheCall) {
  ComponentBench bench("misbehaving", misdeed("wrong-type"));
  const std::string said = failure([&] { bench.initialise(); });
  EXPECT_TRUE(contains(said, "fmi2GetReal at t = 0 returned error"));
  EXPECT_TRUE(contains(said, "There is no Real with value reference 1."));
}

struct ErrorPlace {
  const char* place;
  const char* call;
};
class ErrorAt : public testing::TestWithParam<ErrorPlace> {};

TEST_P(ErrorAt, EndsTheComponentAndNamesTheCall) {
  const std::string place = GetParam().place;
  const bool from_the_start = place == "get" || place == "set";
  ComponentBench bench("misbehaving", misdeed("error", place, from_the_start ? 0 : 0.5));
  const std::string said = failure([&] {
    bench.initialise();
    bench.step(0, 0.75);
    std::unique_ptr<model::Snapshot> snapshot;
    bench.component->save(snapshot);
    bench.component->restore(*snapshot);
    bench.component->finish();
  });
  EXPECT_TRUE(contains(said, std::string(GetParam().call) + " at t = "));
  EXPECT_TRUE(contains(said, "returned error: An error, as asked for."));
}

INSTANTIATE_TEST_SUITE_P(FmuComponent, ErrorAt,
                         testing::Values(ErrorPlace{"initialise", "fmi2ExitInitializationMode"},
                                         ErrorPlace{"get", "fmi2GetReal"},
                                         ErrorPlace{"set", "fmi2SetReal"},
                                         ErrorPlace{"step", "fmi2DoStep"},
                                         ErrorPlace{"save", "fmi2GetFMUstate"},
                                         ErrorPlace{"restore", "fmi2SetFMUstate"}),
                         [](const auto& item) { return std::string(item.param.place); });

TEST(FmuComponent, DiscardAndPendingBelongToStepsOnly) {
  for (const char* deed : {"discard", "pending"}) {
    ComponentBench bench("misbehaving", misdeed(deed, "set", 0));
    EXPECT_TRUE(contains(failure([&] { bench.initialise(); }), "fmi2SetReal at t = 0 returned"));
  }
}

// ---- the end, on every path (the leak checker sees what stays) ----

TEST(FmuComponent, MayEndBeforeInitialisation) { const ComponentBench bench("decay", {}); }

TEST(FmuComponent, MayEndDuringInitialisation) {
  ComponentBench bench("decay", {.outputs = {"y"}});
  bench.component->begin(0, 1);
}

TEST(FmuComponent, MayEndWithoutFinish) {
  ComponentBench bench("decay", {.outputs = {"y"}});
  bench.initialise();
  bench.step(0, 0.5);
}

TEST(FmuComponent, MayEndAfterFinish) {
  ComponentBench bench("decay", {.outputs = {"y"}});
  bench.initialise();
  bench.component->finish();
}

// The result is complete by then.
TEST(FmuComponent, AFailureOfTerminateIsAWarning) {
  for (const char* deed : {"error", "fatal", "exception", "discard"}) {
    const test::LeaksAllowed leaks;  // after fatal and exceptions nothing may be freed
    ComponentBench bench("misbehaving", misdeed(deed, "terminate"));
    bench.initialise();
    EXPECT_NO_THROW(bench.component->finish()) << deed;
    const Bell* bell = find(bench.bells, BellCode::fmu_end_failed);
    ASSERT_NE(bell, nullptr) << deed;
    EXPECT_TRUE(contains(bell->message, "component 'bench': fmi2Terminate at t = 0"));
    EXPECT_TRUE(contains(bell->message, "Rows until then are not affected."));
    EXPECT_FALSE(contains(bell->message, "cannot go on"));
  }
}

TEST(FmuComponent, AFailureOfFreeIsAWarning) {
  const test::LeaksAllowed leaks;
  ComponentBench bench("misbehaving", misdeed("exception", "free"));
  bench.initialise();
  bench.component->finish();
  EXPECT_EQ(find(bench.bells, BellCode::fmu_end_failed), nullptr);
  bench.component.reset();
  const Bell* bell = find(bench.bells, BellCode::fmu_end_failed);
  ASSERT_NE(bell, nullptr);
  EXPECT_TRUE(contains(bell->message, "fmi2FreeInstance at t = 0 threw an exception"));
}

// Some FMUs do not fill in the start values of strings by themselves.
TEST(FmuComponent, StringParametersGetTheirStartValuesAlways) {
  ComponentBench bench("misbehaving", {.starts = {{"misdeed", std::string("unset-strings")}},
                                       .may_roll_back = true});
  bench.initialise();
  std::unique_ptr<model::Snapshot> snapshot;
  EXPECT_NO_THROW(bench.component->save(snapshot));
}

TEST(FmuComponent, AnErrorAtTheEndOfADestroyedComponentIsNoException) {
  ComponentBench bench("misbehaving", misdeed("error", "terminate"));
  bench.initialise();
  EXPECT_NO_THROW(bench.component.reset());
}

TEST(FmuComponent, AStartValueThatTheFmuRefusesEndsTheInstance) {
  EXPECT_TRUE(
      contains(failure([] { ComponentBench("misbehaving", misdeed(std::string(100, 'x'))); }),
               "fmi2SetString"));
}

// ---- the process around it ----

bool flushes_to_zero() {
  volatile const double smallest = 0x1p-1074;
  return smallest + smallest == 0;
}

bool traps_are_off() { return fegetexcept() == 0; }

TEST(FmuComponent, AChangedRoundingModeIsPutBackAfterTheStepAndRung) {
  ComponentBench bench("misbehaving", misdeed("rounding"));
  bench.initialise();
  for (int k = 0; k < 4; ++k) {
    bench.step(0.25 * k, 0.25);
    EXPECT_EQ(fegetround(), FE_TONEAREST) << k;
  }
  const Bell* bell = find(bench.bells, BellCode::fmu_environment);
  ASSERT_NE(bell, nullptr);
  EXPECT_EQ(bell->count, 2);
  EXPECT_EQ(bell->severity, Severity::note);
  EXPECT_TRUE(
      contains(bell->message, "component 'bench' changed the floating-point environment at t"));
}

#if defined(__x86_64__)
TEST(FmuComponent, FlushToZeroIsPutBackAfterTheStepAndRung) {
  ComponentBench bench("misbehaving", misdeed("flush-to-zero"));
  bench.initialise();
  bench.step(0, 0.75);
  EXPECT_FALSE(flushes_to_zero());
  EXPECT_NE(find(bench.bells, BellCode::fmu_environment), nullptr);
}

TEST(FmuComponent, TrapsArePutBackNowAndThenAndAtTheEnd) {
  ComponentBench bench("misbehaving", misdeed("trap", "step", 0.005));
  bench.initialise();
  for (int k = 0; k < 100; ++k) bench.step(0.01 * k, 0.01);
  bench.component.reset();
  EXPECT_TRUE(traps_are_off());
  EXPECT_NE(find(bench.bells, BellCode::fmu_environment), nullptr);
}

TEST(FmuComponent, ATrapOfTheLastStepDoesNotOutliveTheComponent) {
  ComponentBench bench("misbehaving", misdeed("trap"));
  bench.initialise();
  bench.step(0, 0.25);
  bench.step(0.25, 0.75);
  bench.component.reset();
  EXPECT_TRUE(traps_are_off());
  EXPECT_NE(find(bench.bells, BellCode::fmu_environment), nullptr);
  fedisableexcept(FE_ALL_EXCEPT);
}
#endif

TEST(FmuComponent, ARoundingModeChangedByAReadIsPutBack) {
  ComponentBench bench("misbehaving", misdeed("rounding", "get", 0.5));
  bench.initialise();
  bench.step(0, 0.75);
  EXPECT_EQ(fegetround(), FE_TONEAREST);
}

// What a process has, to be compared before and after.
struct Process {
  std::string locale = std::setlocale(LC_ALL, nullptr);
  std::string folder = std::filesystem::current_path().string();
  void (*interrupt)(int) = handler(SIGINT);
  void (*crash)(int) = handler(SIGSEGV);

  bool operator==(const Process&) const = default;

  static void (*handler(int signal))(int) {
    struct sigaction action {};
    sigaction(signal, nullptr, &action);
    return action.sa_handler;
  }
};

struct Change {
  const char* deed;
  const char* words;
};
class ProcessChange : public testing::TestWithParam<Change> {};

TEST_P(ProcessChange, AtInitialisationIsPutBackAndRung) {
  const Process before;
  ComponentBench bench("misbehaving", misdeed(GetParam().deed, "initialise"));
  bench.initialise();
  EXPECT_EQ(Process(), before);
  const Bell* bell = find(bench.bells, BellCode::fmu_environment);
  ASSERT_NE(bell, nullptr);
  EXPECT_TRUE(contains(
      bell->message,
      std::string("component 'bench' changed during initialisation: ") + GetParam().words));
}

TEST_P(ProcessChange, ByAReadDuringInitialisationIsPutBackAndRung) {
  const Process before;
  ComponentBench bench("misbehaving", misdeed(GetParam().deed, "get", 0));
  bench.initialise();
  EXPECT_EQ(Process(), before);
  EXPECT_NE(find(bench.bells, BellCode::fmu_environment), nullptr);
}

TEST_P(ProcessChange, AtTheEndIsPutBackAndRung) {
  const Process before;
  ComponentBench bench("misbehaving", misdeed(GetParam().deed, "terminate"));
  bench.initialise();
  bench.component->finish();
  EXPECT_EQ(Process(), before);
  EXPECT_NE(find(bench.bells, BellCode::fmu_environment), nullptr);
}

TEST_P(ProcessChange, OfAStepIsPutBackAtTheEnd) {
  const Process before;
  ComponentBench bench("misbehaving", misdeed(GetParam().deed));
  bench.initialise();
  bench.step(0, 0.75);
  bench.component->finish();
  EXPECT_EQ(Process(), before);
  EXPECT_NE(find(bench.bells, BellCode::fmu_environment), nullptr);
}

TEST_P(ProcessChange, OfAStepIsPutBackWhenTheComponentIsOnlyDestroyed) {
  const Process before;
  ComponentBench bench("misbehaving", misdeed(GetParam().deed));
  bench.initialise();
  bench.step(0, 0.75);
  bench.component.reset();
  EXPECT_EQ(Process(), before);
}

INSTANTIATE_TEST_SUITE_P(FmuComponent, ProcessChange,
                         testing::Values(Change{"locale", "locale"},
                                         Change{"directory", "working directory"},
                                         Change{"signal", "signal handlers"}),
                         [](const auto& item) { return std::string(item.param.deed); });

// ---- what it says ----

TEST(FmuComponent, AFloodOfMessagesGoesToTheLogWithNullsAndPercents) {
  long lines = 0;
  std::vector<std::string> odd;
  const auto log = [&](std::string_view line) {
    ++lines;
    if (line.find("====") == line.npos) odd.emplace_back(line);
  };
  ComponentBench bench("misbehaving", misdeed("log-flood"), log);
  bench.initialise();
  bench.step(0, 0.75);
  EXPECT_EQ(lines, 100005);
  const std::vector<std::string> expected = {
      "[bench] warning (flood): ", "[bench] warning (): a message without a category",
      "[bench] warning (flood): a message without an instance",
      "[bench] ok (flood): y is 0.5, 50 % of it"};
  ASSERT_EQ(odd.size(), 5U);
  odd.pop_back();  // what becomes of a lone % is the C library's choice
  EXPECT_EQ(odd, expected);
}

}  // namespace
}  // namespace bw::fmi::fmu_component_test
