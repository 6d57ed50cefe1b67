// The report of a run: the layouts of docs as golden texts, from results that are made by hand and
// from real runs.

#include "cli/report/report.h"

#include <gtest/gtest.h>

#include <regex>
#include <sstream>

#include "cli/report/advice.h"
#include "cli/report/figures.h"
#include "inspect/text_table.h"
#include "support/contains.h"
#include "support/program_test.h"

namespace bw::cli::report_test {
namespace {

using result::RunResult;
using result::Verdict;
using test::contains;

const std::string math_003 = BW_EXAMPLES "/math_003/system.toml";

void ring(RunResult& r, BellCode code, const std::string& message, const std::string& subject = "p",
          std::optional<Severity> severity = {}) {
  r.bells.push_back({.code = code,
                     .severity = severity.value_or(kind(code).severity),
                     .subject = subject,
                     .message = message});
}

RunResult trusted() {
  RunResult r;
  r.verdict = Verdict::trusted;
  r.exit_code = ExitCode::ok;
  r.estimated_error = 0.005;
  r.coupling_only = true;
  r.tolerance = 1e-6;
  r.stop = r.reached = r.statistics.last_row_time = 100;
  r.output = r.requested_output = "lotka_volterra.csv";
  r.statistics.rows = 101;
  r.statistics.seconds.total = 0.0163;
  r.statistics.components = {{"prey", 4860, 0, 0, 2e-4, 0, 0},
                             {"predator", 4860, 0, 0, 2e-4, 0, 0}};
  r.certificate = {.chains = 5, .chains_run = 23, .worst = "predator.y", .worst_time = 97};
  r.master = "alternating";
  r.approach = {.name = "alternating",
                .textbook = "Strang splitting",
                .details = {"extrapolated from 5 step sizes"},
                .reason = "no output in the loop has direct feedthrough"};
  r.trace.base_methods = {{"alternating", "", 9720, 23}};
  r.trace.levels = {{"alternating", 1, 5, 0.005, 2.0, ""}};
  ring(r, BellCode::internal_error_unknown, "the solvers inside are not known.");
  return r;
}

RunResult unverified() {
  RunResult r;
  r.verdict = Verdict::unverified;
  r.exit_code = ExitCode::ok;
  r.not_estimated = "--step was given";
  r.stop = r.reached = r.statistics.last_row_time = 10;
  r.output = r.requested_output = "fixed.csv";
  r.statistics.rows = 1001;
  r.statistics.seconds.total = 0.007;
  r.statistics.components = {{"part1", 1000}, {"part2", 1000}, {"part3", 1000}};
  r.master = "gauss-seidel";
  r.approach = {.name = "gauss-seidel", .details = {"step 0.01 (--step)"}};
  r.prevented_by = {"step"};
  r.provenance.options = {{"step", "0.01", "given"}, {"tolerance", "1e-4", "default"}};
  ring(r, BellCode::event_not_located,
       "part2.x3 jumps 9 times, first between 0.99 and 1; connected components react up to one "
       "step late.");
  return r;
}

RunResult rejected() {
  RunResult r = trusted();
  r.verdict = Verdict::rejected;
  r.exit_code = ExitCode::rejected;
  r.estimated_error = 13'400;
  r.output = "jacobi.rejected.csv";
  r.certificate = {.worst = "predator.y", .worst_time = 100, .beyond_from = 1.0};
  r.approach = {
      .name = "jacobi", .option = "--master", .details = {"extrapolated from 3 step sizes"}};
  r.provenance.options = {{"master", "jacobi", "given"}, {"work-limit", "100000", "given"}};
  ring(r, BellCode::tolerance_not_met, "limit of 100 000 doSteps reached.");
  return r;
}

// ---- the three layouts, at 80 columns ----

TEST(RunReport, OfATrustedResult) {
  EXPECT_EQ(report(trusted(), {}),
            "TRUSTED  0.5 % of the tolerance 1e-6  (coupling error only)\n"
            "  result   lotka_volterra.csv   101 points, t = 0 … 100\n"
            "  worst    predator.y at t = 97\n"
            "  method   alternating (Strang splitting), extrapolated from 5 step sizes\n"
            "  cost     9 720 doSteps in 23 runs, 16 ms\n"
            "  1 note; --verbose shows it, the reasons and the time of each FMU\n");
}

TEST(RunReport, OfAnUnverifiedResult) {
  EXPECT_EQ(report(unverified(), {}),
            "UNVERIFIED  error not estimated, because --step was given\n"
            "  result   fixed.csv   1 001 points, t = 0 … 10\n"
            "  warning  part2.x3 jumps 9 times, first between 0.99 and 1; connected\n"
            "           components react up to one step late      [event-not-located]\n"
            "  method   gauss-seidel, step 0.01 (--step)\n"
            "  cost     3 000 doSteps, 7 ms\n"
            "  try      without --step: verified, and events are located\n");
}

TEST(RunReport, OfARejectedResult) {
  EXPECT_EQ(report(rejected(), {}),
            "REJECTED  error ≈ 13 400 × the tolerance 1e-6              (exit code 3)\n"
            "  result   none; rejected rows are in jacobi.rejected.csv\n"
            "  worst    predator.y, above the tolerance from t = 1, most at t = 100\n"
            "  reason   limit of 100 000 doSteps reached          [tolerance-not-met]\n"
            "  method   jacobi (--master), extrapolated from 3 step sizes\n"
            "  try      1. leave out --master   2. --work-limit 1e6   3. --tolerance 2e-2\n");
}

// ---- any width ----

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream stream(text);
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

TEST(RunReport, AtSixtyColumnsNothingIsBrokenWithinAWord) {
  for (const RunResult& r : {trusted(), unverified(), rejected()})
    for (const bool verbose : {false, true}) {
      const std::string wide = report(r, {.verbose = verbose});
      const std::string narrow = report(r, {.width = 60, .verbose = verbose});
      EXPECT_EQ(words_of(narrow), words_of(wide));
      std::istringstream lines(narrow);
      for (std::string line; std::getline(lines, line);)
        EXPECT_LE(inspect::display_width(line), 60U) << line;
    }
}

TEST(RunReport, HasColourOnlyWhereTheStyleSaysSo) {
  EXPECT_EQ(report(trusted(), {}).find('\x1b'), std::string::npos);
  EXPECT_TRUE(report(trusted(), {.colour = true}).starts_with("\x1b[1;32mTRUSTED\x1b[0m  0.5 %"));
  EXPECT_TRUE(report(rejected(), {.colour = true}).starts_with("\x1b[1;31mREJECTED\x1b[0m  "));
}

// ---- pieces ----

TEST(RunReport, VerboseShowsNotesReasonsEstimatesAndTimesThatSumUp) {
  RunResult r = trusted();
  r.statistics.seconds = {
      .total = 0.02, .master = 0.01, .error_test = 0, .output = 0.003, .startup = 0.005};
  r.trace.base_methods.insert(r.trace.base_methods.begin(),
                              {"mixed", "did not converge (signals have kinks)", 400, 4});
  const std::string text = report(r, {.verbose = true});
  for (const char* piece :
       {"  because  no output in the loop has direct feedthrough\n",
        "  note     the solvers inside are not known     [internal-error-unknown]\n",
        "  left     mixed did not converge (signals have kinks)\n",
        "  alternating      1           5  0.005      2\n", "  simulation         10 ms\n",
        "  output              3 ms\n", "  files and verdict   2 ms\n",
        "  total              20 ms\n", "  prey       4 860 (≈ 200 µs)         0         0\n"})
    EXPECT_TRUE(contains(text, piece)) << text;
}

TEST(RunReport, OfASingleModelCountsEvaluationsAndNotDoSteps) {
  RunResult r = trusted();
  r.master.clear();
  r.trace = {};
  r.trace.integrations = {{3e-5, 100, 900, {}, ""}, {3e-6, 150, 1400, 0.25, ""}};
  r.statistics.rhs_evaluations = 12'345;
  r.statistics.jacobian_evaluations = 1;
  r.statistics.events = 2;
  r.statistics.rejected = 3;
  EXPECT_TRUE(contains(report(r, {}),
                       "  cost     12 345 RHS evaluations, 1 Jacobian, 2 events, 3 rejected steps "
                       "in 2\n           integrations, 16 ms\n"))
      << report(r, {});
  EXPECT_TRUE(contains(report(r, {.verbose = true}),
                       "  integration  tolerance  steps  RHS evaluations  difference\n"
                       "  1                 3e-5    100              900\n"
                       "  2                 3e-6    150            1 400        0.25\n"))
      << report(r, {.verbose = true});
}

TEST(RunReport, GivesTimesInTheUnitOfTheRows) {
  RunResult r = trusted();
  r.time_unit = "h";
  r.seconds_in_unit = 3600;
  r.stop = r.reached = r.statistics.last_row_time = 7200;
  r.certificate->worst_time = 1800;
  EXPECT_TRUE(
      contains(report(r, {}), "101 points, t = 0 … 2 h\n  worst    predator.y at t = 0.5 h\n"));
}

TEST(RunReport, SaysWhatWasRequired) {
  RunResult r = unverified();
  r.required = Verdict::trusted;
  r.exit_code = ExitCode::rejected;
  r.output = "fixed.rejected.csv";
  const std::string text = report(r, {});
  EXPECT_TRUE(contains(text, "was given  (exit code 3)\n"));
  EXPECT_TRUE(contains(text, "  result   none; rejected rows are in fixed.rejected.csv\n"));
  EXPECT_TRUE(contains(text, "  require  trusted is required (--require)\n"));
}

TEST(RunReport, OfADoubtfulResultSaysWhy) {
  RunResult r = trusted();
  r.verdict = Verdict::doubtful;
  ring(r, BellCode::fmu_warning, "it coughed.");
  EXPECT_TRUE(report(r, {}).starts_with("DOUBTFUL  0.5 % of the tolerance 1e-6, but 1 warning"));
  r.estimated_error = 3.21;
  EXPECT_TRUE(report(r, {}).starts_with("DOUBTFUL  error ≈ 3.21 × the tolerance 1e-6"));
}

// ---- what to try ----

TEST(Advice, IsGivenForEverythingThatIsNotTrusted) {
  EXPECT_TRUE(proposals(trusted()).empty());
  for (const BellKind& kind : bell_kinds()) {
    if (kind.severity == Severity::note || kind.code == BellCode::interrupted) continue;
    if (!kind.concerns_numbers) continue;
    RunResult r = trusted();
    r.verdict = kind.severity == Severity::error ? Verdict::rejected : Verdict::doubtful;
    ring(r, kind.code, "it is so.");
    EXPECT_FALSE(proposals(r).empty()) << kind.name;
  }
}

TEST(Advice, ACosmeticWarningNeedsNone) {
  RunResult r = unverified();
  r.bells.clear();
  ring(r, BellCode::model_text_ignored, "a unit is not known.");
  EXPECT_EQ(proposals(r), std::vector<std::string>{"without --step: verified"});
}

TEST(Advice, SpeaksTheLanguageOfTheSystem) {
  RunResult r = trusted();
  r.verdict = Verdict::doubtful;
  ring(r, BellCode::unit_assumed, "a unit is not known.");
  r.provenance.target = "system.toml";
  EXPECT_TRUE(contains(proposals(r).at(0), "as-is"));
  for (const char* target : {"x.ssp", "x.ssp#Other.ssd", "x.ssd"}) {
    r.provenance.target = target;
    EXPECT_TRUE(contains(proposals(r).at(0), "suppressUnitConversion")) << target;
  }
}

TEST(Advice, RowsAtAnEventAreMoved) {
  RunResult r = trusted();
  r.verdict = Verdict::doubtful;
  ring(r, BellCode::event_near_end, "the row lies at an event.");
  r.stop = 1;
  EXPECT_TRUE(contains(proposals(r).at(0), "another --interval"));
  r.bells.back().time = 1;
  EXPECT_TRUE(contains(proposals(r).at(0), "--stop a little earlier"));
}

TEST(Advice, MoreWorkIsNotProposedAgainstRounding) {
  RunResult r = rejected();
  ring(r, BellCode::rounding_limit, "shorter steps do not reduce the error.");
  for (const std::string& proposal : proposals(r)) EXPECT_FALSE(contains(proposal, "work-limit"));
}

TEST(Advice, NamesEveryOptionThatPreventsTheEstimate) {
  RunResult r = unverified();
  r.bells.clear();
  r.prevented_by = {"step", "master"};
  r.provenance.options = {{"master", "jacobi", "given"}, {"step", "0.1", "file"}};
  EXPECT_EQ(proposals(r),
            std::vector<std::string>{"without step in the system file and --master: verified"});
}

TEST(Advice, CertifiesASystemWhoseFileHasMasterAndSteps) {
  RunResult r = unverified();
  r.bells.clear();
  r.prevented_by = {"step", "master"};
  r.provenance.options = {{"master", "jacobi", "file"}, {"step", "0.1", "file"}};
  EXPECT_EQ(proposals(r), std::vector<std::string>{"--certify: verified; step and master of the "
                                                   "system file are not used"});
}

TEST(Figures, HaveAtMostSixDigitsAndNoPaddedExponent) {
  EXPECT_EQ(brief(57.800000000000004), "57.8");
  EXPECT_EQ(brief(1e-6), "1e-6");
  EXPECT_EQ(brief(1.5e10), "1.5e10");
  EXPECT_EQ(tolerance_figure(1e-4), "1e-4");
  EXPECT_EQ(tolerance_figure(0.03), "3e-2");
  EXPECT_EQ(result::estimate_words(0, 1e-4), "less than 0.01 % of the tolerance 1e-4");
  EXPECT_EQ(result::estimate_words(13'449, 1e-6), "error ≈ 13 400 × the tolerance 1e-6");
  EXPECT_EQ(duration(0.0005), "500 µs");
  EXPECT_EQ(duration(12.345), "12.3 s");
}

// ---- real runs ----

class ReportOfRun : public test::ProgramTest {
 protected:
  // Without the time it took.
  static std::string masked(const std::string& text) {
    return std::regex_replace(text, std::regex(R"(, [0-9.]+ (µs|ms|s)\n)"), ", TIME\n");
  }
};

TEST_F(ReportOfRun, LotkaVolterraIsTheFirstLayout) {
  const auto outcome =
      run({"run", test::lotka_volterra, "--interval", "1", "-o", "lotka_volterra.csv"});
  EXPECT_EQ(masked(outcome.err),
            "TRUSTED  3.9 % of the tolerance 1e-6  (coupling error only)\n"
            "  result   lotka_volterra.csv   101 points, t = 0 … 100\n"
            "  worst    predator.y at t = 97\n"
            "  method   alternating (Strang splitting), extrapolated from 4 step sizes\n"
            "  cost     5 748 doSteps in 23 runs, TIME\n"
            "  1 note; --verbose shows it, the reasons and the time of each FMU\n");
}

TEST_F(ReportOfRun, Math003WithAStepIsTheSecond) {
  const auto outcome = run({"run", math_003, "--step", "0.01", "-o", "fixed.csv"});
  EXPECT_EQ(masked(outcome.err),
            "UNVERIFIED  error not estimated, because --step was given\n"
            "  result   fixed.csv   1 001 points, t = 0 … 10\n"
            "  warning  part2.x3 jumps 9 times, first between 0.99 and 1; connected\n"
            "           components react up to one step late      [event-not-located]\n"
            "  method   gauss-seidel, step 0.01 (--step)\n"
            "  cost     3 000 doSteps, TIME\n"
            "  try      without --step: verified, and events are located\n");
}

TEST_F(ReportOfRun, JacobiWithLittleWorkIsTheThird) {
  const auto outcome = run({"run", test::lotka_volterra, "--master", "jacobi", "--certify",
                            "--work-limit", "1e5", "-o", "jacobi.csv"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_TRUE(std::regex_match(
      outcome.err,
      std::regex("REJECTED  error ≈ [0-9 ]+ × the tolerance 1e-6 +\\(exit code 3\\)\n"
                 "  result   none; rejected rows are in jacobi.rejected.csv\n"
                 "  worst    predator.y, above the tolerance from t = .*, most at t = .*\n"
                 "  reason   limit of 100 000 doSteps reached          \\[tolerance-not-met\\]\n"
                 "  method   jacobi \\(--master\\), extrapolated from . step sizes\n"
                 "  try      1. leave out --master   2. --work-limit 1e6   3. --tolerance .*\n")))
      << outcome.err;
}

TEST_F(ReportOfRun, FollowsTheWidthOfTheTerminal) {
  auto circumstances = here();
  circumstances.environment = {"COLUMNS=60"};
  const auto outcome = test::run_program({"run", math_003, "--step", "0.01"}, circumstances);
  std::istringstream lines(outcome.err);
  for (std::string line; std::getline(lines, line);)
    EXPECT_LE(inspect::display_width(line), 60U) << line;
}

TEST_F(ReportOfRun, WhatIsRequiredAndNotReachedIsRejected) {
  const auto outcome =
      run({"run", test::lotka_volterra, "--step", "0.1", "--require", "trusted", "-o", "a.csv"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_FALSE(exists("a.csv"));
  EXPECT_TRUE(exists("a.rejected.csv"));
  EXPECT_EQ(run({"run", test::lotka_volterra, "--require", "trusted", "-o", "b.csv"}).code, 0);
  EXPECT_TRUE(exists("b.csv"));
  EXPECT_EQ(run({"run", test::lotka_volterra, "--require", "best"}).code, 1);
}

}  // namespace
}  // namespace bw::cli::report_test
