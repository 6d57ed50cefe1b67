// Whole runs with results of other formats than CSV.

#include <gtest/gtest.h>

#include "base/bell.h"
#include "base/error.h"
#include "result/compare/compare.h"
#include "result/format.h"
#include "run/run.h"
#include "support/contains.h"
#include "support/refusal.h"
#include "support/run_result.h"
#include "support/scratch_folder.h"

namespace bw::run::result_formats_test {
namespace {

const std::string model =
    "model M parameter Real a(unit=\"1/s\") = 2 \"decay\"; parameter Real b = 2*a;"
    "Real x(start=1, fixed=true, unit=\"kg\") \"mass\"; output Integer n; input Real u;"
    "equation der(x) = -a*x + u; n = if x > 0.5 then 1 else 0; end M;\n";

class ResultFormats : public testing::Test {
 protected:
  ResultFormats() { test::write_file(scratch_ / "m.mo", model); }
  RunSpec spec(const std::string& output) {
    RunSpec spec{.target = scratch_ / "m.mo", .stop = 1, .interval = 0.25};
    spec.output = scratch_ / output;
    spec.error_columns = true;
    return spec;
  }
  const test::ScratchFolder scratch_;
};

TEST_F(ResultFormats, HaveTheSameRows) {
  const result::RunResult csv = run(spec("m.csv"));
  ASSERT_EQ(csv.exit_code, ExitCode::ok);
  for (const result::Format& format : result::formats()) {
    const result::RunResult other = run(spec("m" + std::string(format.extension)));
    EXPECT_TRUE(result::compare(result::read_table(csv.output), result::read_table(other.output),
                                {.relative = 0, .absolute = 0})
                    .same)
        << format.name;
  }
}

TEST_F(ResultFormats, OfTextHaveUnitsOnRequest) {
  RunSpec with_units = spec("m.csv");
  with_units.csv_units = true;
  run(with_units);
  const std::string text = test::read_file(scratch_ / "m.csv");
  EXPECT_TRUE(text.starts_with("\"time [s]\",\"x [kg]\",\"n\",\"error(x) [kg]\"\n")) << text;
  const result::Table table = result::read_table(scratch_ / "m.csv");
  ASSERT_NE(table.find("x"), nullptr);
  EXPECT_EQ(table.find("x")->unit, "kg");
}

TEST_F(ResultFormats, HaveParametersWhoseValueIsCertain) {
  run(spec("m.cells"));
  EXPECT_TRUE(test::contains(test::read_file(scratch_ / "m.cells"), "\"decay\",\"value\":2.0"));
  RunSpec set = spec("set.cells");
  set.set = {"a=3"};
  run(set);
  const std::string bytes = test::read_file(scratch_ / "set.cells");
  EXPECT_TRUE(test::contains(bytes, "\"decay\",\"value\":3.0"));
  EXPECT_FALSE(test::contains(bytes, "\"name\":\"b\"")) << "it follows a, and is 6 now";
}

TEST_F(ResultFormats, AreInputsOfOtherRuns) {
  test::write_file(scratch_ / "u.csv", "time,u\n0,1\n1,2\n");
  RunSpec by_csv = spec("csv.csv");
  by_csv.input = scratch_ / "u.csv";
  const result::RunResult wanted = run(by_csv);
  test::write_file(scratch_ / "u.tsv", "time\tu\n0\t1\n1\t2\n");
  RunSpec by_tsv = spec("tsv.csv");
  by_tsv.input = scratch_ / "u.tsv";
  const result::RunResult other = run(by_tsv);
  EXPECT_EQ(test::read_file(wanted.output), test::read_file(other.output));
}

TEST_F(ResultFormats, WhatAMatFileCannotTakeIsAWarning) {
  test::write_file(scratch_ / "n.mo",
                   "model N output Integer n; Real x(start=1, fixed=true); equation der(x) = -x;"
                   "n = 1; end N;\n");
  RunSpec fine = spec("n.mat");
  fine.target = scratch_ / "n.mo";
  EXPECT_EQ(test::find_bell(run(fine), BellCode::result_incomplete), nullptr);
  RunSpec text{.target = BW_TEST_FMUS "/all_types.fmu", .stop = 1};
  text.output = scratch_ / "t.mat";
  text.step = 0.5;
  const result::RunResult result = run(text);
  const Bell* const found = test::find_bell(result, BellCode::result_incomplete);
  ASSERT_NE(found, nullptr);
  EXPECT_TRUE(test::contains(found->message, "left out"));
  EXPECT_EQ(result.exit_code, ExitCode::ok);
}

TEST_F(ResultFormats, AMatFileThatWouldBeTooLargeIsRefusedBeforeTheRun) {
  RunSpec huge = spec("m.mat");
  huge.interval = 1e-8;
  huge.certify = false;  // an estimate would need too much memory before
  huge.error_columns.reset();
  EXPECT_TRUE(test::contains(test::refusal<UsageError>([&] { run(huge); }),
                             "would have 2.4 GB, and .mat files end at 2.15 GB"));
  EXPECT_FALSE(std::filesystem::exists(scratch_ / "m.mat.partial"));
}

}  // namespace
}  // namespace bw::run::result_formats_test
