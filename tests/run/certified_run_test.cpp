// Coupled runs without a named master: their errors against the tolerance, and when they are
// rejected.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.h"
#include "result/read_csv.h"
#include "run/run.h"
#include "support/contains.h"
#include "support/fmi/unpacked_fmu.h"
#include "support/model/lotka_volterra_reference.h"
#include "support/model/test_components.h"
#include "support/refusal.h"
#include "support/run_result.h"
#include "support/scratch_folder.h"

namespace bw::run::certified_run_test {
namespace {

using result::RunResult;
using result::Verdict;
using test::contains;
using test::find_bell;
using test::said;

const std::string lotka_volterra = BW_EXAMPLES "/lotka_volterra/system.toml";
const std::string math_003 = BW_EXAMPLES "/math_003/system.toml";

long do_steps(const RunResult& result) {
  long sum = 0;
  for (const auto& component : result.statistics.components) sum += component.do_step;
  return sum;
}

std::string refusal(const RunSpec& spec) {
  return test::refusal<UsageError>([&] { run(spec); });
}

// ---- Lotka-Volterra ----

// Largest true error over all rows and both species, in units of the tolerance.
double true_error(const RunResult& result) {
  test::UndividedSpecies undivided;
  const auto x = result.trajectory.real("prey.x"), y = result.trajectory.real("predator.y");
  double largest = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const auto [right_x, right_y] = undivided.at(result.trajectory.times()[k]);
    const auto add = [&](double value, double right) {
      largest =
          std::max(largest, std::abs(value - right) / (result.tolerance * (std::abs(right) + 1)));
    };
    add(x[k], right_x);
    add(y[k], right_y);
  }
  return largest;
}

// 1e-11: the error of what they are compared with.
void expect_covered(const RunResult& result) {
  ASSERT_EQ(result.verdict, Verdict::trusted) << said(result);
  ASSERT_TRUE(result.estimated_error);
  const double error = true_error(result);
  EXPECT_LE(error, 1);
  EXPECT_LE(error, *result.estimated_error + 1e-11 / result.tolerance) << said(result);
}

void expect_reference(const RunResult& result) {
  const auto x = result.trajectory.real("prey.x"), y = result.trajectory.real("predator.y");
  const auto times = result.trajectory.times();
  for (const test::SpeciesRow& row : test::lotka_volterra::solution) {
    const auto at = std::find_if(times.begin(), times.end(),
                                 [&](double t) { return std::abs(t - row.t) < 1e-9; });
    ASSERT_NE(at, times.end()) << row.t;
    const auto k = static_cast<std::size_t>(at - times.begin());
    EXPECT_NEAR(x[k], row.x, result.tolerance * (row.x + 1)) << row.t;
    EXPECT_NEAR(y[k], row.y, result.tolerance * (row.y + 1)) << row.t;
  }
}

struct Budget {
  const char* name;
  double tolerance;
  std::optional<double> interval;
  std::size_t rows;
  long most_do_steps;
};
void PrintTo(const Budget& budget, std::ostream* out) { *out << budget.name; }

class CertifiedLotkaVolterra : public testing::TestWithParam<Budget> {};

TEST_P(CertifiedLotkaVolterra, KeepsItsToleranceItsEstimateAndItsBudget) {
  const Budget& budget = GetParam();
  const RunResult result =
      run({.target = lotka_volterra, .tolerance = budget.tolerance, .interval = budget.interval});
  EXPECT_EQ(result.trajectory.rows(), budget.rows);
  EXPECT_LE(do_steps(result), budget.most_do_steps);
  EXPECT_TRUE(result.coupling_only);
  EXPECT_NE(find_bell(result, BellCode::internal_error_unknown), nullptr);
  expect_covered(result);
  expect_reference(result);
}

// None of it needs components that can roll back.
TEST_P(CertifiedLotkaVolterra, KeepsThemWithComponentsThatCannotBeRolledBack) {
  const Budget& budget = GetParam();
  const test::ScratchFolder scratch;
  for (const char* name : {"prey", "predator"}) {
    test::FmuPieces pieces(name, BW_EXAMPLES "/lotka_volterra");
    pieces.replace("canGetAndSetFMUstate=\"true\"", "canGetAndSetFMUstate=\"false\"")
        .replace("canSerializeFMUstate=\"true\"", "canSerializeFMUstate=\"false\"");
    test::write_file(scratch / (name + std::string(".fmu")), test::make_zip(pieces.entries()));
  }
  test::write_file(scratch / "system.toml", test::read_file(lotka_volterra));
  const RunResult result = run({.target = scratch / "system.toml",
                                .tolerance = budget.tolerance,
                                .interval = budget.interval});
  for (const auto& component : result.statistics.components) EXPECT_EQ(component.get_state, 0);
  EXPECT_LE(do_steps(result), budget.most_do_steps);
  expect_covered(result);
}

INSTANTIATE_TEST_SUITE_P(Run, CertifiedLotkaVolterra,
                         testing::Values(Budget{"1e_6", 1e-6, 1.0, 101, 10'000},
                                         Budget{"1e_9", 1e-9, 1.0, 101, 20'000},
                                         Budget{"500_intervals", 1e-6, {}, 501, 36'000}),
                         [](const auto& item) { return std::string(item.param.name); });

TEST(CertifiedRun, WorksWithOneInstancePerProcess) {
  const test::ScratchFolder scratch;
  for (const char* name : {"prey", "predator"}) {
    test::FmuPieces pieces(name, BW_EXAMPLES "/lotka_volterra");
    pieces.replace("canBeInstantiatedOnlyOncePerProcess=\"false\"",
                   "canBeInstantiatedOnlyOncePerProcess=\"true\"");
    test::write_file(scratch / (name + std::string(".fmu")), test::make_zip(pieces.entries()));
  }
  test::write_file(scratch / "system.toml", test::read_file(lotka_volterra));
  const RunResult once = run({.target = scratch / "system.toml", .interval = 1});
  const RunResult usual = run({.target = lotka_volterra, .interval = 1});
  expect_covered(once);
  EXPECT_EQ(once.trajectory.real("prey.x"), usual.trajectory.real("prey.x"));
  EXPECT_EQ(do_steps(once), do_steps(usual));
}

// ---- what is written ----

TEST(CertifiedRun, ErrorColumnsShowAtLeastTheTrueErrors) {
  const test::ScratchFolder scratch;
  const std::string file = scratch / "lv.csv";
  run({.target = lotka_volterra, .interval = 1, .error_columns = true, .output = file});
  const result::Table rows = result::read_csv(file);
  ASSERT_EQ(rows.columns.size(), 4U);
  const auto column = [&](const char* name) { return rows.find(name)->numbers; };
  const auto x = column("prey.x"), y = column("predator.y"), error_x = column("error(prey.x)"),
             error_y = column("error(predator.y)");
  test::UndividedSpecies undivided;
  for (std::size_t k = 0; k < rows.times.size(); ++k) {
    const auto [right_x, right_y] = undivided.at(rows.times[k]);
    EXPECT_LE(std::abs(x[k] - right_x), error_x[k] + 1e-11) << rows.times[k];
    EXPECT_LE(std::abs(y[k] - right_y), error_y[k] + 1e-11) << rows.times[k];
    EXPECT_LE(error_x[k], 1e-6 * (x[k] + 1)) << "within the tolerance, as the run says";
  }
  EXPECT_LT(error_x[0], 1e-8) << "where it began";
}

TEST(CertifiedRun, TimesAreInTheUnitThatWasRequested) {
  const RunResult result = run({.target = lotka_volterra, .interval = 6, .time_unit = "min"});
  ASSERT_EQ(result.trajectory.rows(), 18U);
  EXPECT_DOUBLE_EQ(result.trajectory.times()[1], 0.1);
  EXPECT_DOUBLE_EQ(result.trajectory.times().back(), 100.0 / 60);
}

// Also an input, which shows what drove it in the last step and takes more work than a state.
TEST(CertifiedRun, WhateverIsRecordedIsWithinTheTolerance) {
  const RunResult all = run({.target = lotka_volterra, .record = {"*"}, .interval = 1});
  expect_covered(all);
  EXPECT_EQ(all.trajectory.real("prey.A")[7], 0.1) << "a parameter";
  EXPECT_TRUE(all.estimated_error_per_variable.contains("prey.y"));
  const auto y = all.trajectory.real("prey.y"), right = all.trajectory.real("predator.y");
  for (std::size_t k = 0; k < y.size(); ++k)
    EXPECT_NEAR(y[k], right[k], 1e-6 * (right[k] + 1)) << "an input is what drives it";
}

TEST(CertifiedRun, FinalValuesAreThoseOfTheLastRow) {
  const RunResult result = run({.target = lotka_volterra, .record = {"predator.y"}});
  ASSERT_EQ(result.final_values.size(), 1U);
  EXPECT_EQ(std::get<double>(result.final_values[0].second),
            result.trajectory.real("predator.y").back());
}

TEST(CertifiedRun, TheCertificateSaysWhereTheErrorIsAndWhatLimitsIt) {
  const RunResult result = run({.target = lotka_volterra, .interval = 1});
  ASSERT_TRUE(result.certificate);
  EXPECT_GE(result.certificate->chains, 3);
  EXPECT_GT(result.certificate->chains_run, result.certificate->chains);
  EXPECT_EQ(result.certificate->worst, result.certificate->limiting_connection);
  double largest = 0;
  for (const auto& [name, error] : result.estimated_error_per_variable)
    largest = std::max(largest, error);
  EXPECT_EQ(largest, *result.estimated_error);
}

// ---- Math 003 ----

TEST(CertifiedRun, FindsAllEventsOfMath003) {
  const RunResult result = run({.target = math_003});
  EXPECT_EQ(result.verdict, Verdict::trusted) << said(result);
  const std::vector<double> times = {1, 1 + 2.5 / 6, 2, 3, 3 + 5.0 / 6, 4, 5, 5 + 5.0 / 6, 6};
  ASSERT_EQ(result.events.size(), times.size());
  for (std::size_t k = 0; k < times.size(); ++k) {
    EXPECT_NEAR(result.events[k].time, times[k], 1e-9);
    EXPECT_FALSE(result.events[k].signal.empty());
  }
}

TEST(CertifiedRun, EventsThatAreIgnoredAreRejectedWhereTheEstimateIsAboveTenTolerances) {
  const RunResult result = run({.target = math_003, .events = "ignore"});
  EXPECT_EQ(result.exit_code, ExitCode::rejected);
  EXPECT_EQ(result.verdict, Verdict::rejected) << said(result);
  ASSERT_TRUE(result.estimated_error);
  EXPECT_GT(*result.estimated_error, 10);
  const Bell* not_met = find_bell(result, BellCode::tolerance_not_met);
  ASSERT_NE(not_met, nullptr);
  EXPECT_EQ(not_met->severity, Severity::error);
  const Bell* bell = find_bell(result, BellCode::no_asymptotics);
  ASSERT_NE(bell, nullptr);
  EXPECT_EQ(bell->severity, Severity::warning);
  EXPECT_TRUE(contains(bell->message, "--events ignore was given"));
}

// ---- named masters ----

class CertifiedMaster : public testing::TestWithParam<const char*> {};

TEST_P(CertifiedMaster, IsCertifiedWhereThatIsRequested) {
  const RunResult result = run({.target = lotka_volterra,
                                .tolerance = 1e-5,
                                .interval = 1,
                                .master = GetParam(),
                                .certify = true});
  EXPECT_EQ(result.master, GetParam());
  EXPECT_EQ(result.trajectory.rows(), 101U) << "rows are at the requested times";
  expect_covered(result);
}

TEST_P(CertifiedMaster, IsNotCertifiedByItself) {
  const RunResult result = run({.target = lotka_volterra, .master = GetParam(), .step = 0.1});
  EXPECT_EQ(result.verdict, Verdict::unverified);
  EXPECT_FALSE(result.estimated_error);
  EXPECT_FALSE(result.certificate);
}

INSTANTIATE_TEST_SUITE_P(Run, CertifiedMaster,
                         testing::Values("jacobi", "gauss-seidel", "alternating", "mixed", "ith"),
                         [](const auto& item) {
                           std::string name = item.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(CertifiedRun, AHoldMayBeNamed) {
  for (const char* hold : {"mean", "trapezoid"}) {
    const RunResult result =
        run({.target = lotka_volterra, .interval = 1, .hold = hold, .certify = true});
    EXPECT_EQ(result.master, "gauss-seidel");
    expect_covered(result);
  }
}

TEST(CertifiedRun, WhatIteratesToATolerancesIsRefusedAndIthNamed) {
  for (const RunSpec& spec :
       {RunSpec{.target = lotka_volterra, .master = "newton", .certify = true},
        RunSpec{.target = lotka_volterra, .iterations = 5, .certify = true},
        RunSpec{
            .target = lotka_volterra, .master = "gauss-seidel", .iterations = 5, .certify = true}})
    EXPECT_TRUE(contains(refusal(spec), "use --master ith"));
}

TEST(CertifiedRun, StepsByNameAndACertificateExcludeEachOther) {
  for (const RunSpec& spec :
       {RunSpec{.target = lotka_volterra, .step = 0.1, .certify = true},
        RunSpec{.target = lotka_volterra, .every_step = true, .certify = true},
        RunSpec{.target = lotka_volterra, .error_test = "step-doubling", .certify = true}})
    EXPECT_TRUE(contains(refusal(spec), "chooses the step sizes from the tolerance"));
  // Of a single FMU --certify requests its sensitivity, which varies the step.
  EXPECT_TRUE(contains(refusal({.target = BW_TEST_FMUS "/decay.fmu", .step = 0.1, .certify = true}),
                       "chooses the step sizes from the tolerance"));
}

TEST(CertifiedRun, NamesOfStepsOrRowsSwitchItOff) {
  for (const RunSpec& spec : {RunSpec{.target = lotka_volterra, .step = 0.1},
                              RunSpec{.target = lotka_volterra, .every_step = true},
                              RunSpec{.target = lotka_volterra, .error_test = "step-doubling"},
                              RunSpec{.target = lotka_volterra, .certify = false}}) {
    const RunResult result = run(spec);
    EXPECT_EQ(result.verdict, Verdict::unverified);
    EXPECT_FALSE(result.estimated_error);
  }
}

// ---- what it cannot do ----

TEST(CertifiedRun, TooLittleWorkIsRefusedWithTheRowsThereAre) {
  const test::ScratchFolder scratch;
  for (const double limit : {1.0, 100.0, 500.0, 3000.0}) {
    const RunResult result = run({.target = lotka_volterra,
                                  .tolerance = 1e-10,
                                  .interval = 1,
                                  .work_limit = limit,
                                  .output = scratch / "lv.csv"});
    EXPECT_EQ(result.verdict, Verdict::rejected);
    EXPECT_EQ(result.exit_code, ExitCode::rejected);
    EXPECT_TRUE(find_bell(result, BellCode::tolerance_not_met) != nullptr ||
                find_bell(result, BellCode::no_asymptotics) != nullptr)
        << said(result);
    EXPECT_EQ(result.output, scratch / "lv.rejected.csv");
    EXPECT_EQ(result::read_csv(result.output).times.size(), 101U) << limit;
    EXPECT_LE(do_steps(result), std::max(2.0 * limit, 1000.0)) << "one run there is";
  }
}

// Certified rows are kept in memory; those of a single run go to the file as they are accepted.
TEST(CertifiedRun, MoreRowsThanMemoryHoldsAreNotCertified) {
  const RunSpec spec{.target = lotka_volterra, .stop = 100, .interval = 1e-9, .certify = true};
  EXPECT_TRUE(contains(refusal(spec), "do not fit into memory; use a larger --interval"));
}

// The work limit follows the requested rows.
TEST(CertifiedRun, ManyRowsAreCertified) {
  const RunResult result = run({.target = lotka_volterra, .interval = 1e-3});
  EXPECT_EQ(result.trajectory.rows(), 100'001U);
  expect_covered(result);
}

// Above the tolerance, and the reason is reported.
TEST(CertifiedRun, AnEstimateAboveTheToleranceIsReportedAndTrue) {
  const RunResult result =
      run({.target = lotka_volterra, .tolerance = 1e-8, .interval = 1, .work_limit = 5000});
  ASSERT_EQ(result.verdict, Verdict::rejected);
  const Bell* bell = find_bell(result, BellCode::tolerance_not_met);
  ASSERT_NE(bell, nullptr) << said(result);
  EXPECT_GT(bell->measured, 1);
  EXPECT_EQ(bell->limit, 1);
  EXPECT_EQ(bell->measured, *result.estimated_error);
  EXPECT_LE(true_error(result), *result.estimated_error + 1e-3);
}

// ---- connected inputs ----

TEST(CertifiedRun, ARecordedConnectedInputIsTheOutputAndCostsNothing) {
  const RunResult plain = run({.target = lotka_volterra});
  const RunResult both = run({.target = lotka_volterra, .record = {"*.x", "*.y"}});
  EXPECT_EQ(do_steps(both), do_steps(plain));
  EXPECT_EQ(both.verdict, Verdict::trusted) << said(both);
  EXPECT_EQ(both.estimated_error, plain.estimated_error);
  EXPECT_EQ(both.trajectory.real("predator.x"), both.trajectory.real("prey.x"));
  EXPECT_EQ(both.trajectory.real("prey.y"), plain.trajectory.real("predator.y"));
  EXPECT_EQ(both.estimated_error_per_variable.at("prey.y"),
            plain.estimated_error_per_variable.at("predator.y"));
}

TEST(CertifiedRun, AScaledConnectedInputHasTheScaledError) {
  const test::ScratchFolder scratch;
  test::write_file(scratch / "s.toml",
                   "[components]\na = \"" BW_TEST_FMUS "/decay.fmu\"\nb = \"" BW_TEST_FMUS
                   "/decay.fmu\"\n[connections]\n\"a.u\" = \"-20 * b.y + 3\"\n"
                   "\"b.u\" = \"a.y\"\n[parameters]\n\"a.x\" = 1\n[run]\nstop = 4\n");
  RunSpec spec{.target = scratch / "s.toml", .error_columns = true};
  const RunResult plain = run(spec);
  spec.record = {"*.y", "a.u"};
  const RunResult both = run(spec);
  EXPECT_EQ(do_steps(both), do_steps(plain));
  EXPECT_EQ(both.verdict, Verdict::trusted) << said(both);
  const auto u = both.trajectory.real("a.u"), y = both.trajectory.real("b.y");
  const auto eu = both.trajectory.real("error(a.u)"), ey = both.trajectory.real("error(b.y)");
  for (std::size_t k = 0; k < u.size(); ++k) {
    EXPECT_NEAR(u[k], -20 * y[k] + 3, 1e-12);
    EXPECT_NEAR(eu[k], 20 * ey[k], 0.1 * eu[k] + 1e-12);
  }
}

TEST(CertifiedRun, WithFixedStepsAConnectedInputIsTheOutputToo) {
  for (const char* master : {"jacobi", "gauss-seidel"}) {
    const RunResult result =
        run({.target = lotka_volterra, .record = {"*.x", "*.y"}, .master = master, .step = 0.1});
    EXPECT_EQ(result.trajectory.real("predator.x"), result.trajectory.real("prey.x"));
    EXPECT_EQ(result.trajectory.real("prey.y"), result.trajectory.real("predator.y"));
  }
}

}  // namespace
}  // namespace bw::run::certified_run_test
