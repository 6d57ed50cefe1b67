// Every bell of the table has a test in which it rings and one in which it does not. Whole runs as
// data (tests/cases/) name all bells that ring, so that such a run is silent about all others.

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "base/bell.h"

namespace bw::diagnostics_covered_test {
namespace {

struct Tests {
  std::string rings, is_silent;
};

std::string of_case(const std::string& name) { return "Cases/WholeRun.IsAsItsCaseSays/" + name; }

const std::string calm = of_case("lotka_volterra_by_itself");  // one note, on co-simulation FMUs

const std::map<BellCode, Tests> covered = {
    {BellCode::nan, {of_case("not_a_number"), calm}},
    {BellCode::not_converged, {of_case("algebraic_loop_without_solution"), calm}},
    {BellCode::coupling_diverges,
     {"DivergenceTest.AFixedStepThatIsTooLongSaysSoInsteadOfNotANumber",
      "DivergenceTest.ShortStepsOrARealGrowthAreNoDivergence"}},
    {BellCode::tolerance_unreachable,
     {of_case("lotka_volterra_tolerance_needs_smaller_steps"),
      of_case("lotka_volterra_step_doubling")}},
    {BellCode::tolerance_not_met,
     {"IntegratedRun.WhatTheArithmeticCannotGiveIsRefusedWithTheAmplification", calm}},
    {BellCode::no_asymptotics, {of_case("lotka_volterra_work_limit"), calm}},
    {BellCode::hidden_fast_mode, {of_case("hidden_fast_mode"), of_case("stiff_pair")}},
    {BellCode::event_sequence_differs, {of_case("events_follow_the_steps"), calm}},
    {BellCode::event_near_end, {"IntegratedRun.AnEventAtTheEndIsReportedInsteadOfGuessed", calm}},
    {BellCode::rounding_limit, {of_case("rounding_limit"), calm}},
    {BellCode::internal_error_unknown, {calm, of_case("lotka_volterra_gauss_seidel")}},
    {BellCode::discontinuity,
     {of_case("math_003_events_ignored"), of_case("math_003_events_located")}},
    {BellCode::unresolved_feature,
     {"HiddenFeatures.AFixedStepThatPassesOverAPulseSaysSo",
      "HiddenFeatures.APulseThatStepsResolveIsNoWarning"}},
    {BellCode::stiff_switch,
     {"WatchedMethods.AModelThatTurnsStiffIsReportedAndOneThatDoesNotIsNot",
      "WatchedMethods.AModelThatTurnsStiffIsReportedAndOneThatDoesNotIsNot"}},
    {BellCode::oscillation_switch,
     {"OscillationRun.TheVanDerPolOscillatorOfManyPeriodsIsForMultirev",
      "OscillationRun.WhatIsNotPeriodicIsFollowed"}},
    {BellCode::event_not_located,
     {of_case("math_003_gauss_seidel"), of_case("math_003_events_located")}},
    {BellCode::step_too_small,
     {"WatchedEvents.ASolutionThatEndsNeedsStepsThatAreTooSmall",
      "WatchedEvents.ASolutionThatEndsNeedsStepsThatAreTooSmall"}},
    {BellCode::method_unsuitable,
     {"ModalRun.AModelThatIsNotLinearEndsWithTheReason",
      "ModalRun.AModelThatIsNotLinearEndsWithTheReason"}},
    {BellCode::too_many_events,
     {"IntegratedComponent.ChatteringEndsWithASentenceInsteadOfNever", calm}},
    {BellCode::zeno,
     {"WatchedEvents.ABallThatBouncesForEverIsZeno",
      "WatchedEvents.ABallThatBouncesForEverIsZeno"}},
    {BellCode::event_not_reproduced,
     {"NoisyEvents.AnEventThatIsNotReproducedIsAWarning",
      "NoisyEvents.AnEventThatIsNotReproducedIsAWarning"}},
    {BellCode::chatter,
     {"WatchedEvents.ARelayWithANarrowBandChatters", "WatchedEvents.ARelayWithAWideBandDoesNot"}},
    {BellCode::drift,
     {"ConservedRun.ADriftRingsWithFixedStepsThatAreTooLong",
      "ConservedRun.AGoodMethodDoesNotDrift"}},
    {BellCode::unstable_period,
     {"DiagnosedRun.ReportsTheFeaturesAndTheUnstablePeriodsOfVanDerPol",
      "DiagnosedRun.ALinearInvariantIsNotUnstable"}},
    {BellCode::border_modes,
     {"DiagnosedRun.BorderModesAreNamed", "DiagnosedRun.ModesOfOneSpeedAreNotAtTheBorder"}},
    {BellCode::critical_state,
     {"DiagnosedRun.NamesTheHiddenFastStateThatMakesStepsFail",
      "DiagnosedRun.WhereHardlyAnyStepFailsNoStateIsCritical"}},
    {BellCode::fmu_warning, {of_case("component_warns"), calm}},
    {BellCode::fmu_error, {of_case("component_fails"), calm}},
    {BellCode::fmu_discard, {of_case("component_discards_a_step"), calm}},
    {BellCode::fmu_terminated, {of_case("component_ends_the_run"), calm}},
    {BellCode::fmu_environment, {of_case("component_changes_rounding"), calm}},
    {BellCode::fmu_description, {"Archive.BackslashesAreReadAsSlashesWithOneBell", calm}},
    {BellCode::component_resumed,
     {"IsolatedRun.AKilledProcessIsReplacedAndTheRowsAreTheSame", calm}},
    {BellCode::fmu_needs_tool,
     {"Fmu.OneThatNeedsTheToolThatMadeItSaysSoAndOthersDoNot",
      "Fmu.OneThatNeedsTheToolThatMadeItSaysSoAndOthersDoNot"}},
    {BellCode::fmu_compiled, {"CompileTest.SourcesBecomeALibraryThatRunsAndANoteSaysSo", calm}},
    {BellCode::fmu_end_failed, {"FmuComponent.AFailureOfTerminateIsAWarning", calm}},
    {BellCode::result_incomplete,
     {"ResultFormats.WhatAMatFileCannotTakeIsAWarning",
      "ResultFormats.WhatAMatFileCannotTakeIsAWarning"}},
    {BellCode::sandbox_incomplete,
     {"Sandboxing.ALayerThatIsMissingIsAWarning", "Sandboxing.AWholeSandboxIsSilent"}},
    {BellCode::component_crashed, {"Misdeed.ACrashSaysWhere", calm}},
    {BellCode::component_exited, {"Misdeed.AnExitIsNotTheEndOfTheRun", calm}},
    {BellCode::component_hung, {"Misdeed.ACallThatDoesNotReturnInItsTimeIsAnError", calm}},
    {BellCode::component_out_of_memory, {"GateTest.AComponentWithoutMemorySaysSo", calm}},
    {BellCode::parameter_driven,
     {"InputTable.MayDriveTunableParametersWithAWarning",
      "InputTable.MayDriveTunableParametersWithAWarning"}},
    {BellCode::unit_assumed, {of_case("unit_is_assumed"), of_case("unit_is_named")}},
    {BellCode::input_out_of_range, {of_case("parameter_out_of_range"), calm}},
    {BellCode::input_not_driven, {of_case("decay_alone"), calm}},
    {BellCode::input_out_of_table,
     {of_case("table_shorter_than_the_run"), of_case("table_drives_in_lines")}},
    {BellCode::input_jump_inside_step,
     {"DrivenComponent.AComponentOfOneStepSizeIsNotSplitAndThatIsReported",
      of_case("table_holds_whole_numbers")}},
    {BellCode::setting_ignored, {of_case("msim_lotka_volterra_gauss_seidel"), calm}},
    {BellCode::assertion_failed,
     {"EquationsRun.AnAssertionThatFailsRefusesTheResult",
      "EquationsRun.AnAssertionThatFailsRefusesTheResult"}},
    {BellCode::model_terminated, {"EquationsRun.AModelMayEndTheRun", calm}},
    {BellCode::start_assumed,
     {"EquationsRun.AStartThatNobodyFixedIsReported",
      "EquationsRun.AStartThatNobodyFixedIsReported"}},
    {BellCode::several_start_solutions,
     {"EquationsRun.SeveralSolutionsAtTheStartAreDoubtful",
      "EquationsRun.SeveralSolutionsAtTheStartAreDoubtful"}},
    {BellCode::model_doubtful,
     {"EquationsRun.UnitsThatDoNotFitAreDoubtful", "EquationsRun.UnitsThatFitAreNot"}},
    {BellCode::model_text_ignored,
     {"EquationsRun.AUnitThatIsNotKnownDoesNotChangeTheVerdict",
      "EquationsRun.UnitsThatFitAreNot"}},
    {BellCode::solution_jumps,
     {"EquationsRun.ASolutionThatEndsIsReported", "EquationsRun.LoopsAreSolvedWithinARun"}},
    {BellCode::interrupted, {"Run.AnInterruptKeepsTheRowsUntilThen", calm}},
};

std::set<std::string> all_tests() {
  std::set<std::string> names;
  const testing::UnitTest& tests = *testing::UnitTest::GetInstance();
  for (int s = 0; s < tests.total_test_suite_count(); ++s) {
    const testing::TestSuite& suite = *tests.GetTestSuite(s);
    for (int t = 0; t < suite.total_test_count(); ++t)
      names.insert(std::string(suite.name()) + "." + suite.GetTestInfo(t)->name());
  }
  return names;
}

// Of these diagnostics: what has no test, in words.
std::vector<std::string> uncovered(std::span<const BellKind> table) {
  const std::set<std::string> tests = all_tests();
  std::vector<std::string> found;
  for (const BellKind& kind : table) {
    const std::string name(kind.name);
    const auto row = covered.find(kind.code);
    if (row == covered.end()) {
      found.push_back(name + " has no row here");
      continue;
    }
    for (const std::string& test : {row->second.rings, row->second.is_silent})
      if (!tests.contains(test)) found.push_back(name + ": there is no test " + test);
  }
  return found;
}

TEST(BellsCovered, EveryBellHasATestThatRingsItAndOneThatDoesNot) {
  EXPECT_EQ(uncovered(bell_kinds()), std::vector<std::string>{});
  EXPECT_EQ(covered.size(), bell_kinds().size());
}

TEST(BellsCovered, ANewBellNeedsItsRowHere) {
  const BellKind added{static_cast<BellCode>(199), "slow-clock", Severity::warning, ""};
  EXPECT_EQ(uncovered({&added, 1}), std::vector<std::string>{"slow-clock has no row here"});
}

}  // namespace
}  // namespace bw::diagnostics_covered_test
