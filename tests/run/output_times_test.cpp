// The times of rows are the decimals that were meant: 0.3, not 0.30000000000000004.

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "base/text.h"
#include "run/run.h"
#include "support/run_result.h"
#include "support/scratch_folder.h"

namespace bw::run::output_times_test {
namespace {

using result::RunResult;
using test::said;

class OutputTimes : public testing::Test {
 protected:
  OutputTimes() {
    test::write_file(scratch_ / "a.mo",
                     "model a input Real u; output Real x(start=1, fixed=true);\n"
                     "equation der(x) = u - x; end a;\n");
    test::write_file(scratch_ / "b.mo",
                     "model b input Real u; output Real y(start=0, fixed=true);\n"
                     "equation der(y) = -u - 0.5*y; end b;\n");
    test::write_file(scratch_ / "alone.mo",
                     "model alone Real x(start=1, fixed=true); discrete Real n(start=0);\n"
                     "equation der(x) = -x; when sample(0.1, 0.1) then n = pre(n) + 1; end when;\n"
                     "end alone;\n");
    test::write_file(scratch_ / "pair.toml",
                     "[components]\na = \"a.mo\"\nb = \"b.mo\"\n[connections]\n"
                     "\"a.u\" = \"b.y\"\n\"b.u\" = \"a.x\"\n");
  }
  RunSpec spec(const char* target) { return {.target = scratch_ / target}; }

  const test::ScratchFolder scratch_;
};

// Every time has few digits: written with 15 significant ones it is the same number.
void expect_decimals(std::span<const double> times, std::size_t count, const std::string& what) {
  ASSERT_EQ(times.size(), count) << what;
  for (const double t : times) {
    EXPECT_LE(shortest(t).size(), 8U) << what << ": " << shortest(t);
    if (shortest(t).size() > 8U) return;
  }
}

TEST_F(OutputTimes, OfAnIntegratedModel) {
  for (const double stop : {1.0, 0.3, 2.3, 0.7, 10.0, 3600.0}) {
    RunSpec s = spec("alone.mo");
    s.stop = stop;
    const RunResult r = run(s);
    expect_decimals(r.trajectory.times(), 501, shortest(stop) + said(r));
  }
  for (const double interval : {0.1, 0.01, 0.003, 0.07}) {
    RunSpec s = spec("alone.mo");
    s.stop = 2.1;
    s.interval = interval;
    const RunResult r = run(s);
    expect_decimals(r.trajectory.times(), static_cast<std::size_t>(std::lround(2.1 / interval)) + 1,
                    shortest(interval));
  }
}

// A row at the time of an event shows what is behind it.
TEST_F(OutputTimes, RowsAtSamplesAreBehindThem) {
  for (const char* method : {"auto", "euler", "rk4"}) {
    RunSpec s = spec("alone.mo");
    s.stop = 2;
    s.interval = 0.1;
    s.method = method;
    s.record = {"*"};
    const RunResult r = run(s);
    expect_decimals(r.trajectory.times(), 21, method);
    const std::vector<double> n = r.trajectory.real("n");
    for (std::size_t k = 0; k < n.size(); ++k) EXPECT_EQ(n[k], static_cast<double>(k)) << method;
  }
}

TEST_F(OutputTimes, OfFixedStepsAndOneIntegration) {
  for (const char* method : {"euler", "rk4"}) {
    RunSpec s = spec("alone.mo");
    s.stop = 2;
    s.step = 0.01;
    s.method = method;
    expect_decimals(run(s).trajectory.times(), 201, method);
  }
  RunSpec once = spec("alone.mo");
  once.stop = 2;
  once.certify = false;
  expect_decimals(run(once).trajectory.times(), 501, "once");
}

TEST_F(OutputTimes, OfCoupledRuns) {
  RunSpec certified = spec("pair.toml");
  certified.stop = 2.3;
  certified.master = "gauss-seidel";
  certified.step = 0.01;
  expect_decimals(run(certified).trajectory.times(), 231, "coupled");
  certified.interval = 0.1;
  expect_decimals(run(certified).trajectory.times(), 24, "rows at or after");
  certified.step.reset();
  certified.master = "ith";
  certified.certify = true;
  const RunResult r = run(certified);
  expect_decimals(r.trajectory.times(), 24, "certified " + said(r));
}

TEST_F(OutputTimes, AreWrittenWithFewDigits) {
  RunSpec s = spec("alone.mo");
  s.stop = 0.6;
  s.interval = 0.1;
  s.output = scratch_ / "rows.csv";
  (void)run(s);
  const std::string text = test::read_file(scratch_ / "rows.csv");
  EXPECT_NE(text.find("\n0.3,"), std::string::npos) << text;
  EXPECT_EQ(text.find("0.30000"), std::string::npos) << text;
}

}  // namespace
}  // namespace bw::run::output_times_test
