// What a study says about its results, and what it advises.

#include "study/statistics/summary.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <string>

#include "base/error.h"
#include "base/process/process_name.h"
#include "study/table.h"
#include "study/work/logs.h"
#include "support/contains.h"
#include "support/scratch_folder.h"

namespace bw::study::summary_test {
namespace {

using test::contains;

Study sample(std::uint64_t runs) {
  Study study;
  study.file = "s.toml";
  study.run.target = "a.mo";
  study.parameters = {{"p", "", {Distribution::Kind::uniform, {0, 1}}, {}, {}}};
  study.design = {.kind = Design::Kind::random, .runs = runs};
  study.results = {{"y", "max(x)", {}}};
  return study;
}

// y = run modulo 10, each with this error.
Summary summary_of(double error, const test::ScratchFolder& folder) {
  LogWriter log(folder / "log");
  for (std::uint64_t run = 0; run < 1000; ++run) {
    Record record{run, RowVerdict::trusted, {static_cast<double>(run % 10)}, {error}};
    record.tolerance = 1e-4;
    record.estimate = run == 77 ? 0.9 : 0.1;
    record.cost_exponent = 0.25;
    record.cost = 10;
    log.append(record);
  }
  return summarise(sample(1000), Collection(folder.path(), 1000));
}

TEST(StudySummary, StatisticsAreThoseOfTheValues) {
  const test::ScratchFolder folder;
  const Summary summary = summary_of(1e-3, folder);
  const ResultSummary& y = summary.results.front();
  EXPECT_DOUBLE_EQ(y.mean, 4.5);
  EXPECT_NEAR(y.deviation, std::sqrt(8.25 * 1000 / 999), 1e-12);
  EXPECT_NEAR(y.sampling_error, y.deviation / std::sqrt(1000), 1e-12);
  EXPECT_NEAR(y.numerical_error, 1e-3, 1e-12);
  EXPECT_EQ(y.least, 0);
  EXPECT_EQ(y.most, 9);
  EXPECT_EQ(summary.worst_run, 77U);
  EXPECT_EQ(summary.cost, 10'000);
  EXPECT_EQ(summary.accepted(), 1000U);
}

TEST(StudySummary, SaysWhatTheEstimatesDoNotCover) {
  Summary summary;
  summary.scopes = {3, 0, 0};
  EXPECT_EQ(limits_of(summary), "");
  summary.scopes = {0, 3, 0};
  EXPECT_EQ(limits_of(summary), "coupling error only");
  summary.scopes = {2, 1, 2};
  EXPECT_EQ(limits_of(summary),
            "1 run: coupling error only; "
            "2 runs: sensitivity to step and FMU tolerance; not an error bound");
}

TEST(StudySummary, InfiniteResultsAreMissing) {
  const test::ScratchFolder folder;
  LogWriter log(folder / "log");
  log.append({0, RowVerdict::trusted, {2}, {0.5}});
  log.append({1, RowVerdict::trusted, {INFINITY}, {100}});
  const ResultSummary y = summarise(sample(2), Collection(folder.path(), 2)).results.front();
  EXPECT_EQ(y.count, 1U);
  EXPECT_EQ(y.missing, 1U);
  EXPECT_EQ(y.mean, 2);
  EXPECT_EQ(y.numerical_error, 0.5);
}

TEST(StudySummary, AdvisesALooserToleranceWhereSamplingDominates) {
  const test::ScratchFolder folder;
  const auto advice = advise(summary_of(1e-4, folder));
  ASSERT_TRUE(advice);
  EXPECT_EQ(advice->kind, Advice::Kind::tolerance_looser);
  EXPECT_DOUBLE_EQ(advice->tolerance, 1e-2);  // sampling 0.09, a third of it, at most 1e-2
  EXPECT_NEAR(advice->faster, std::pow(100, 0.25), 1e-9);
}

TEST(StudySummary, SaysWhereMoreRunsAreUseless) {
  const test::ScratchFolder folder;
  const auto advice = advise(summary_of(1, folder));
  ASSERT_TRUE(advice);
  EXPECT_EQ(advice->kind, Advice::Kind::tolerance_tighter);
  EXPECT_LT(advice->tolerance, 1e-5);
  EXPECT_EQ(advise(summary_of(0.05, test::ScratchFolder()))->kind, Advice::Kind::balanced);
}

TEST(StudySummary, SaysWhereTheDistanceOfRowsIsTheError) {
  const test::ScratchFolder folder;
  Summary summary = summary_of(1, folder);
  summary.results.front().spacing_error = 0.9;
  EXPECT_EQ(advise(summary)->kind, Advice::Kind::interval_shorter);
}

TEST(StudySummary, ATableHasADraftOfItsOwnAndLeavesNone) {
  const test::ScratchFolder folder;
  LogWriter log(folder / "log");
  log.append({0, RowVerdict::trusted, {2.5}, {0.25}});
  const Study study = sample(1);
  const Collection all(folder.path(), 1);
  const test::ScratchFolder out;
  const std::string own = own_name(), dead = own.substr(0, own.rfind('-')) + "-1";
  test::write_file(out / "t.csv.partial", "of another run");
  test::write_file(out / "t.csv.partial.other-host-1-1", "of another machine");
  test::write_file(out / ("t.csv.partial." + dead), "of a killed process");
  write_table(study, all, out / "t.csv");
  EXPECT_EQ(test::read_file(out / "t.csv.partial"), "of another run");
  EXPECT_EQ(test::read_file(out / "t.csv.partial.other-host-1-1"), "of another machine");
  EXPECT_FALSE(std::filesystem::exists(out / ("t.csv.partial." + dead)));
  EXPECT_FALSE(std::filesystem::exists(out / ("t.csv.partial." + own)));
  std::filesystem::create_directory(out / "folder");
  EXPECT_THROW(write_table(study, all, out / "folder"), Error);
  EXPECT_FALSE(std::filesystem::exists(out / ("folder.partial." + own)));
}

TEST(StudySummary, ErrorsThatNoFloatHoldsAreNeitherZeroNorInfinite) {
  const test::ScratchFolder folder, out;
  LogWriter log(folder / "log");
  log.append({0, RowVerdict::trusted, {1e-50}, {1e-60}});
  log.append({1, RowVerdict::trusted, {1e50}, {1e45}});
  write_table(sample(2), Collection(folder.path(), 2), out / "t.csv");
  const std::string table = test::read_file(out / "t.csv");
  EXPECT_TRUE(contains(table, ",1e-50,1e-60,")) << table;
  EXPECT_TRUE(contains(table, ",1e+50,1e+45,")) << table;
}

TEST(StudySummary, FailedAndRejectedRunsAreRowsWithoutResults) {
  const test::ScratchFolder folder;
  LogWriter log(folder / "log");
  log.append({0, RowVerdict::trusted, {2.5}, {0.25}, {}, "", "", 7});
  log.append({1, RowVerdict::rejected, {9}, {9}, {}, "tolerance-not-met", "it is far off.", 8});
  log.append(
      {2, RowVerdict::failed, {NAN}, {NAN}, {}, "component-crashed", "component 'a' crashed."});
  log.append({3, RowVerdict::unverified, {NAN}, {NAN}});
  const Study study = sample(4);
  const Collection all(folder.path(), 4);
  const test::ScratchFolder out;
  write_table(study, all, out / "t.csv");
  const std::string table = test::read_file(out / "t.csv");
  EXPECT_TRUE(
      contains(table, "\"run\",\"p\",\"y\",\"error(y)\",\"verdict\",\"codes\",\"cost\"\n0,"));
  EXPECT_TRUE(contains(table, ",2.5,0.25,\"trusted\",\"\",7\n"));
  EXPECT_TRUE(contains(table, ",,,\"rejected\",\"tolerance-not-met\",8\n"));
  EXPECT_TRUE(contains(table, ",,,\"failed\",\"component-crashed\",0\n"));
  const Summary summary = summarise(study, all);
  EXPECT_EQ(summary.codes.at("component-crashed").first_run, 2U);
  EXPECT_EQ(summary.results.front().count, 1U);
  EXPECT_EQ(summary.results.front().missing, 1U);
  const std::string json = summary_json(study, summary);
  EXPECT_TRUE(contains(json, "\"failed\": 1"));
  EXPECT_TRUE(contains(json, "component 'a' crashed."));
}

}  // namespace
}  // namespace bw::study::summary_test
