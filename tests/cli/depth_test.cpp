// How far it is from main to the code of a component: who follows a run with a debugger, or reads a
// profile, has to read each frame of it.

#include <execinfo.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "run/run.h"
#include "support/model/test_models.h"
#include "support/program_test.h"
#include "support/sanitized.h"

namespace bw::cli::depth_test {
namespace {

constexpr double most_frames = 25;

class Depth : public test::ProgramTest {
 protected:
  double frames(const test::Words& options) {
    const std::string fmu = BW_TEST_FMUS "/depth.fmu";
    test::write_file(scratch / "s.toml", "[components]\na = \"" + fmu + "\"\nb = \"" + fmu +
                                             "\"\n[connections]\n\"a.u\" = \"b.y\"\n\"b.u\" = "
                                             "\"a.y\"\n");
    test::Words words = {"run",      "s.toml", "--stop",   "1",        "--threads", "1",
                         "--record", "*.y",    "--record", "a.frames", "-o",        "a.csv"};
    words.insert(words.end(), options.begin(), options.end());
    const test::Outcome outcome = run(words);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const result::Table rows = table("a.csv");
    const auto& column = rows.find("a.frames")->numbers;
    return *std::max_element(column.begin(), column.end());
  }
};

constexpr double frames_of_supervision = 7;  // between main and what runs, in the child

TEST_F(Depth, OfAStepIsAtMostTwentyFiveFramesBelowItsSupervision) {
  if (test::sanitized) GTEST_SKIP() << "nothing is inlined there";
  for (const test::Words& options :
       {test::Words{}, test::Words{"--step", "0.01"}, test::Words{"--error-test", "step-doubling"},
        test::Words{"--master", "newton"}}) {
    const double count = frames(options);
    EXPECT_GE(count, 5);
    EXPECT_LE(count, most_frames + frames_of_supervision)
        << (options.empty() ? "certified" : options.back());
  }
}

int frames_here() {
  std::array<void*, 200> places{};
  return backtrace(places.data(), places.size());
}

// dx/dt = -x, which counts the frames of its right-hand side.
class Counting final : public test::TestModel {
 public:
  Counting()
      : TestModel({1}, [](double, std::span<const double> x, auto, std::span<double> dx) {
          dx[0] = -x[0];
        }) {}
  void derivatives(double t, std::span<const double> x, std::span<double> dx) override {
    most = std::max(most, frames_here());
    TestModel::derivatives(t, x, dx);
  }
  int most = 0;
};

TEST(DepthOfARightHandSide, IsAtMostTwentyFiveFrames) {
  if (test::sanitized) GTEST_SKIP() << "nothing is inlined there";
  for (const char* method : {"auto", "dopri5", "radau5", "gauss8"}) {
    Counting model;
    const int outside = frames_here();
    const auto result = run::run({.stop = 10, .method = method}, model);
    EXPECT_EQ(result.exit_code, ExitCode::ok) << method;
    constexpr int of_the_program = 3;  // main, the command line, the command
    EXPECT_GE(model.most - outside, 5) << method;
    EXPECT_LE(model.most - outside + of_the_program, most_frames) << method;
  }
}

}  // namespace
}  // namespace bw::cli::depth_test
