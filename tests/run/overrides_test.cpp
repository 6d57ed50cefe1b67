// --certify on the command line against the master and the steps of a project file.

#include "run/plan/overrides.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/error.h"
#include "run/run.h"
#include "support/contains.h"
#include "support/fmi/unpacked_fmu.h"
#include "support/make_zip.h"
#include "support/refusal.h"
#include "support/run_result.h"
#include "support/scratch_folder.h"

namespace bw::run::overrides_test {
namespace {

using result::RunResult;
using test::contains;

const std::string msim = BW_CASES "/msim_lotka_volterra_gauss_seidel/project.msim";

class Overrides : public testing::Test {
 protected:
  std::string project(const std::string& settings) const {
    const std::string file = scratch / "system.toml";
    const std::string folder = BW_EXAMPLES "/lotka_volterra";
    test::write_file(file, "[components]\nprey = \"" + folder + "/prey.fmu\"\npredator = \"" +
                               folder + "/predator.fmu\"\n[connections]\n" +
                               "\"prey.y\" = \"predator.y\"\n\"predator.x\" = \"prey.x\"\n[run]\n" +
                               settings + "stop = 2\n");
    return file;
  }
  static std::string note(const RunResult& result, const std::string& subject) {
    for (const Bell& bell : result.bells)
      if (bell.code == BellCode::setting_ignored && bell.subject == subject) return bell.message;
    return "";
  }
  test::ScratchFolder scratch;
};

TEST_F(Overrides, TheMasterAndTheStepsOfAFileGiveWay) {
  const std::string file = project(
      "master = \"gauss-seidel\"\nerror_test = \"step-doubling\"\nmax_step = 0.1\niterations = "
      "5\n");
  const RunResult result = run({.target = file, .certify = true});
  EXPECT_EQ(result.verdict, result::Verdict::trusted);
  EXPECT_EQ(result.master, "alternating");
  const std::string said = note(result, "certify");
  for (const char* name :
       {"master gauss-seidel", "error-test step-doubling", "max-step 0.1", "iterations 5"})
    EXPECT_TRUE(contains(said, name)) << said;
  // Without --certify the file is obeyed.
  const RunResult plain = run({.target = file});
  EXPECT_EQ(plain.master, "gauss-seidel");
  EXPECT_EQ(note(plain, "certify"), "");
}

TEST_F(Overrides, AMasterOfTheCommandLineStays) {
  const std::string file = project("master = \"gauss-seidel\"\nstep = 0.1\n");
  const RunResult result = run({.target = file, .master = "jacobi", .certify = true});
  EXPECT_EQ(result.master, "jacobi");
  EXPECT_TRUE(result.estimated_error.has_value());
  EXPECT_TRUE(note(result, "certify").ends_with("not used from the project file: step 0.1."));
  EXPECT_TRUE(contains(test::outcome<UsageError>(
                           [&] { run({.target = file, .master = "newton", .certify = true}); }),
                       "--master ith"));
  EXPECT_TRUE(contains(
      test::outcome<UsageError>([&] { run({.target = file, .step = 0.1, .certify = true}); }),
      "--step"));
}

TEST_F(Overrides, AFileThatSaysNothingAboutItGetsNoNote) {
  EXPECT_EQ(note(run({.target = project(""), .certify = true}), "certify"), "");
  EXPECT_EQ(
      note(run({.target = project("master = \"auto\"\nerror_test = \"none\"\n"), .certify = true}),
           "certify"),
      "");
}

TEST_F(Overrides, TheOnlyStepOfAComponentIsKept) {
  test::write_file(scratch / "rigid.toml",
                   "[components]\na = \"" BW_TEST_FMUS "/fixed_step.fmu\"\nb = \"" BW_TEST_FMUS
                   "/decay.fmu\"\n[connections]\n\"b.u\" = \"a.y\"\n[run]\n"
                   "master = \"gauss-seidel\"\nstep = 0.005\ninterval = 0.12\nstop = 1.2\n");
  const RunResult result = run({.target = scratch / "rigid.toml", .certify = true});
  EXPECT_TRUE(note(result, "certify")
                  .ends_with("not used from the project file: master "
                             "gauss-seidel."));
}

TEST_F(Overrides, AGivenStepWinsOverProposalsThatDisagree) {
  test::FmuPieces other("fixed_step");
  other.replace("stepSize=\"0.1\"", "stepSize=\"0.2\"");
  test::write_file(scratch / "other.fmu", test::make_zip(other.entries()));
  test::write_file(scratch / "rigid.toml",
                   "[components]\na = \"" BW_TEST_FMUS
                   "/fixed_step.fmu\"\nb = \"other.fmu\"\n[connections]\n\"b.u\" = \"a.y\"\n"
                   "[run]\nstep = 0.005\ninterval = 0.12\nstop = 1.2\n");
  EXPECT_EQ(test::outcome<Error>([&] { run({.target = scratch / "rigid.toml", .certify = true}); }),
            "accepted");
}

TEST_F(Overrides, AMasterSimProjectIsCertified) {
  std::filesystem::copy(msim, scratch / "project.msim");
  for (const char* name : {"prey.fmu", "predator.fmu"})
    std::filesystem::copy(std::string(BW_EXAMPLES "/lotka_volterra/") + name, scratch / name);
  const RunResult result =
      run({.target = scratch / "project.msim", .tolerance = 1e-4, .certify = true});
  EXPECT_TRUE(result.estimated_error.has_value());
  EXPECT_TRUE(contains(note(result, "certify"), "master "));
}

}  // namespace
}  // namespace bw::run::overrides_test
