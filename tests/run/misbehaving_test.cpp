// FMUs that misbehave, in a loop with one that does not, under every master: the right bell, the
// right exit code, and the rows until then.
#include <gtest/gtest.h>

#include <algorithm>

#include "run/run.h"
#include "support/leaks.h"
#include "support/run_result.h"
#include "support/scratch_folder.h"

namespace bw::run::misbehaving_test {
namespace {

using result::RunResult;

struct Way {
  const char* name;
  RunSpec spec;
};

void PrintTo(const Way& way, std::ostream* out) { *out << way.name; }

std::vector<Way> ways() {
  return {{"certified", {}},
          {"jacobi", {.master = "jacobi", .step = 0.2}},
          {"gauss_seidel", {.master = "gauss-seidel", .step = 0.2}},
          {"gauss_seidel_tested", {.master = "gauss-seidel", .error_test = "step-doubling"}},
          {"jacobi_tested", {.master = "jacobi", .error_test = "step-doubling"}},
          {"iterated_fixed", {.master = "gauss-seidel", .step = 0.2, .iterations = 30}},
          {"iterated", {.master = "gauss-seidel", .iterations = 30}},
          {"iterated_tested",
           {.master = "gauss-seidel", .iterations = 30, .error_test = "step-doubling"}},
          {"newton_fixed", {.master = "newton", .step = 0.2}},
          {"newton", {.master = "newton"}},
          {"newton_tested", {.master = "newton", .error_test = "step-doubling"}}};
}

struct Misdeed {
  const char* name;
  std::optional<BellCode> bell;
  int exit_code;
  // Where steps are chosen, if that is another story.
  std::optional<int> exit_code_chosen{};
};

const Misdeed misdeeds[] = {
    {"none", {}, 0},
    {"nan", BellCode::nan, 3},
    {"infinity", BellCode::nan, 3},
    {"warning", BellCode::fmu_warning, 0},
    {"discard", BellCode::fmu_discard, 4, 0},  // a shorter step is accepted
    {"error", BellCode::fmu_error, 4},
    {"fatal", BellCode::fmu_error, 4},
    {"exception", BellCode::fmu_error, 4},
    {"terminate-request", BellCode::fmu_terminated, 0},
    {"rounding", BellCode::fmu_environment, 0},
    {"flush-to-zero", BellCode::fmu_environment, 0},
    {"trap", BellCode::fmu_environment, 0},
    {"directory", BellCode::fmu_environment, 0},
    {"signal", BellCode::fmu_environment, 0},
};

class Misbehaving : public testing::TestWithParam<Way> {
 protected:
  RunResult run_with(const std::string& misdeed, const std::string& place = "step") {
    const std::string fmus = BW_TEST_FMUS;
    test::write_file(scratch_ / "system.toml",
                     "[components]\nm = \"" + fmus + "/misbehaving.fmu\"\na = \"" + fmus +
                         "/algebraic.fmu\"\n[connections]\n\"a.u\" = \"m.y\"\n\"m.u\" = \"a.y\"\n"
                         "[parameters]\n\"m.misdeed\" = \"" +
                         misdeed + "\"\n\"m.place\" = \"" + place +
                         "\"\n\"a.gain\" = -1\n\"a.offset\" = 1\n[run]\nstop = 1\n");
    RunSpec spec = GetParam().spec;
    spec.target = scratch_ / "system.toml";
    spec.tolerance = 0.01;
    if (!spec.step && spec.master) spec.max_step = 0.125;
    RunResult result = run(spec);
    std::erase_if(result.bells, [](const Bell& bell) {  // of every certified run
      return bell.code == BellCode::internal_error_unknown;
    });
    return result;
  }
  test::ScratchFolder scratch_;
};

TEST_P(Misbehaving, RingsTheRightBell) {
  const bool chosen = !GetParam().spec.step;
  for (const Misdeed& misdeed : misdeeds) {
    SCOPED_TRACE(misdeed.name);
    // After some of these the standard allows no call any more, not even to free what there is.
    const test::LeaksAllowed leaks;
    const RunResult result = run_with(misdeed.name);
    const int wanted =
        chosen ? misdeed.exit_code_chosen.value_or(misdeed.exit_code) : misdeed.exit_code;
    EXPECT_EQ(static_cast<int>(result.exit_code), wanted) << test::said(result);
    const bool rings = misdeed.bell && (wanted == misdeed.exit_code || !chosen);
    EXPECT_EQ(!result.bells.empty(), rings) << test::said(result);
    if (rings && !result.bells.empty()) {
      EXPECT_EQ(result.bells.front().code, *misdeed.bell) << test::said(result);
    }
    const auto times = result.trajectory.times();
    ASSERT_FALSE(times.empty());
    EXPECT_TRUE(std::is_sorted(times.begin(), times.end()));
    const bool ends_early = wanted != 0 || misdeed.bell == BellCode::fmu_terminated;
    if (ends_early) {
      EXPECT_LE(times.back(), 0.5);
      EXPECT_GE(times.back(), 0.3) << "the rows until then are kept";
    } else {
      EXPECT_EQ(times.back(), 1.0);
    }
    for (const double y : result.trajectory.real("m.y")) EXPECT_TRUE(y >= 0 && y < 1) << y;
  }
}

// Only masters that go back in time save and restore.
TEST_P(Misbehaving, AnErrorOfARollbackIsReportedWhereOneIsMade) {
  const RunSpec& spec = GetParam().spec;
  const bool rolls_back = spec.master && (!spec.step || spec.iterations || spec.master == "newton");
  for (const char* place : {"save", "restore"}) {
    const test::LeaksAllowed leaks;
    const RunResult result = run_with("error", place);
    EXPECT_EQ(static_cast<int>(result.exit_code), rolls_back ? 4 : 0) << place;
    EXPECT_EQ(result.bells.empty(), !rolls_back) << place;
    if (rolls_back && !result.bells.empty()) {
      EXPECT_EQ(result.bells.front().code, BellCode::fmu_error) << place;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Masters, Misbehaving, testing::ValuesIn(ways()),
                         [](const auto& way) { return std::string(way.param.name); });

}  // namespace
}  // namespace bw::run::misbehaving_test
