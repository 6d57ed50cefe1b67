#include "run/publish/provenance.h"

#include <gtest/gtest.h>

#include "base/archive/sha256.h"
#include "run/run.h"
#include "support/run_result.h"
#include "support/scratch_folder.h"

namespace bw::run::provenance_test {
namespace {

using result::Provenance;
using result::RunResult;

const std::string model =
    "model M Real x(start=1, fixed=true); equation der(x) = -x; "
    "annotation(experiment(StopTime=2, Tolerance=1e-5)); end M;";

const Provenance::Option& option(const RunResult& r, std::string_view key) {
  static const Provenance::Option missing;
  for (const Provenance::Option& one : r.provenance.options)
    if (one.key == key) return one;
  ADD_FAILURE() << "no option " << key;
  return missing;
}

TEST(ProvenanceOfRun, HasEveryOptionWithItsValueAndOrigin) {
  const test::ScratchFolder folder;
  test::write_file(folder / "m.mo", model);
  const RunResult r = run({.target = folder / "m.mo", .interval = 0.5});
  EXPECT_EQ(option(r, "interval").value, "0.5");
  EXPECT_EQ(option(r, "interval").origin, "given");
  EXPECT_EQ(option(r, "tolerance").value, "1e-05");
  EXPECT_EQ(option(r, "tolerance").origin, "model");
  EXPECT_EQ(option(r, "stop").value, "2");
  EXPECT_EQ(option(r, "stop").origin, "model");
  EXPECT_EQ(option(r, "certify").value, "true");
  EXPECT_EQ(option(r, "certify").origin, "default");
  EXPECT_EQ(option(r, "threads").value, "") << "it depends on the computer";
}

TEST(ProvenanceOfRun, KnowsTheTargetItsHashAndTheDate) {
  const test::ScratchFolder folder;
  test::write_file(folder / "m.mo", model);
  const RunResult r =
      run({.target = folder / "m.mo", .command_line = {"bellwether", "run", "m.mo"}});
  EXPECT_EQ(r.provenance.target, folder / "m.mo");
  EXPECT_EQ(r.provenance.target_sha256, sha256_of_file(folder / "m.mo"));
  EXPECT_EQ(r.provenance.command_line.size(), 3U);
  ASSERT_EQ(r.provenance.date.size(), 20U) << r.provenance.date;
  EXPECT_EQ(r.provenance.date[10], 'T');
  EXPECT_EQ(r.provenance.date.back(), 'Z');
  EXPECT_FALSE(r.provenance.version.empty());
  EXPECT_NE(r.provenance.version, "unknown");
}

TEST(ProvenanceOfRun, ASummaryKnowsTheHashesOfAllFilesThatTheTargetNames) {
  const test::ScratchFolder folder;
  test::write_file(folder / "m.mo", model);
  test::write_file(folder / "s.toml",
                   "[components]\na = \"m.mo\"\nb = \"m.mo\"\n[run]\nstop = 1\n");
  const RunResult r = run({.target = folder / "s.toml", .summary = folder / "s.json"});
  ASSERT_EQ(r.provenance.inputs.size(), 1U);
  EXPECT_EQ(r.provenance.inputs.front().file, "m.mo");
  EXPECT_EQ(r.provenance.inputs.front().sha256, sha256_of_file(folder / "m.mo"));
}

TEST(ProvenanceOfRun, SettingsOfTheFileAreKnownAsSuch) {
  const test::ScratchFolder folder;
  test::write_file(folder / "m.mo", model);
  test::write_file(folder / "s.toml",
                   "[components]\na = \"m.mo\"\n[run]\nstop = 1\ncertify = false\nrequire = "
                   "\"doubtful\"\n");
  const RunResult r = run({.target = folder / "s.toml"});
  EXPECT_EQ(option(r, "certify").origin, "file");
  EXPECT_EQ(option(r, "require").value, "doubtful");
  EXPECT_EQ(r.not_estimated, "certify = false is set in the system file");
  EXPECT_EQ(r.verdict, result::Verdict::unverified) << test::said(r);
  EXPECT_EQ(r.exit_code, ExitCode::rejected) << "an unverified result is less than a doubtful one";
}

TEST(ProvenanceOfRun, AMethodNamesTheFileThatSetItsOptions) {
  const test::ScratchFolder folder;
  test::write_file(folder / "m.mo", model);
  test::write_file(folder / "s.toml", "[components]\na = \"m.mo\"\n[run]\nstop = 1\nstep = 0.1\n");
  const RunResult r = run({.target = folder / "s.toml", .method = "rk4"});
  EXPECT_EQ(method_line(r.approach), "rk4 (--method), step 0.1 (step in the system file)");
}

}  // namespace
}  // namespace bw::run::provenance_test
