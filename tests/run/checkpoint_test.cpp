#include "run/checkpoint/checkpoint.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/error.h"
#include "result/checkpoint_file.h"
#include "run/checkpoint/checkpointer.h"
#include "run/checkpoint/kept.h"
#include "run/run.h"
#include "support/contains.h"
#include "support/refusal.h"
#include "support/scratch_folder.h"

namespace bw::run::checkpoint_test {
namespace {

using test::contains;

const std::string lotka_volterra = BW_EXAMPLES "/lotka_volterra/system.toml";

class CheckpointTest : public testing::Test {
 protected:
  void SetUp() override {
    test::write_file(target, "[components]\n");
    test::write_file(input, "time,u\n0,0\n");
  }
  RunSpec spec() const {
    return {.target = target,
            .stop = 0.1 + 0.2,
            .set = {"a.b=3", "c=x"},
            .event_rows = true,
            .master = "jacobi",
            .checkpoint = 1e-9,
            .output = scratch / "lv.csv"};
  }
  Checkpointer made(RunSpec spec) const { return {spec, spec, {target, input}}; }
  std::string refusal() const {
    return test::outcome<InputError>([&] { (void)open_checkpoint(name); });
  }

  const test::ScratchFolder scratch;
  const std::string target = scratch / "a.toml", input = scratch / "in.csv",
                    name = scratch / "lv.csv.checkpoint";
};

TEST_F(CheckpointTest, HoldsTheCommandAndItsProgress) {
  made(spec()).write("so far");
  const RunSpec read = open_checkpoint(name);
  EXPECT_EQ(read.target, target);
  EXPECT_EQ(read.stop, 0.1 + 0.2);
  EXPECT_EQ(read.set, spec().set);
  EXPECT_EQ(read.event_rows, true);
  EXPECT_EQ(read.master, "jacobi");
  EXPECT_EQ(read.checkpoint, 1e-9);
  EXPECT_EQ(read.output, spec().output);
  EXPECT_FALSE(read.start || read.summary || read.certify);
  EXPECT_EQ(read.progress, "so far");
}

TEST_F(CheckpointTest, AChangedFileIsNamed) {
  made(spec()).write("so far");
  test::write_file(input, "time,u\n0,1\n");
  EXPECT_TRUE(contains(refusal(), "'" + input + "' has been changed since the run of '" + name));
  std::filesystem::remove(target);
  EXPECT_TRUE(contains(refusal(), "'" + target + "' cannot be read"));
}

TEST_F(CheckpointTest, OfAnotherVersionItIsRefused) {
  made(spec()).write("so far");
  std::string bytes = result::read_checkpoint_file(name);
  bytes[8] = static_cast<char>(bytes[8] + 1);  // behind the length of the version
  result::write_checkpoint_file(name, bytes);
  EXPECT_TRUE(contains(refusal(), "was written by another version"));
}

TEST_F(CheckpointTest, MutatedBytesAreReadOrRefused) {
  made(spec()).write("so far");
  const std::string bytes = result::read_checkpoint_file(name);
  const auto read = [&](const std::string& changed) {
    return test::outcome<InputError>([&] { (void)checkpoint_from(changed, name); });
  };
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (const int flip : {1, 0x7f, 0xff}) {
      std::string changed = bytes;
      changed[at] = static_cast<char>(changed[at] ^ flip);
      (void)read(changed);  // it must come back
    }
    EXPECT_NE(read(bytes.substr(0, at)), "accepted");
  }
}

TEST_F(CheckpointTest, GoesWithAnAcceptedOrRejectedRunAndStaysOtherwise) {
  Checkpointer checkpointer = made(spec());
  for (const ExitCode code : {ExitCode::interrupted, ExitCode::stopped}) {
    checkpointer.write("so far");
    EXPECT_EQ(checkpointer.settle(code), name);
    EXPECT_TRUE(std::filesystem::exists(name));
  }
  for (const ExitCode code : {ExitCode::ok, ExitCode::rejected}) {
    checkpointer.write("so far");
    EXPECT_EQ(checkpointer.settle(code), "");
    EXPECT_FALSE(std::filesystem::exists(name));
  }
}

TEST_F(CheckpointTest, WhereItCannotBeWrittenTheRunGoesOnAndSaysSoOnce) {
  std::vector<std::string> said;
  RunSpec with_ear = spec();
  with_ear.on_announcement = [&](const std::string& sentence) { said.push_back(sentence); };
  Checkpointer checkpointer = made(with_ear);
  std::filesystem::create_directory(result::begun_checkpoint(name));
  checkpointer.write("so far");
  checkpointer.write("so far");
  ASSERT_EQ(said.size(), 1U);
  EXPECT_TRUE(contains(said.front(), "cannot be written"));
  EXPECT_TRUE(contains(said.front(), "The run goes on"));
}

TEST_F(CheckpointTest, KeptPiecesArriveInTheNextProcess) {
  {
    Checkpointer checkpointer = made(spec());
    Kept kept("pieces", &checkpointer);
    kept.keep("one", "1");
    kept.keep("two", std::string("2\0", 2));
    kept.write();
  }
  Checkpointer checkpointer = made(open_checkpoint(name));
  const Kept kept("pieces", &checkpointer);
  ASSERT_NE(kept.find("two"), nullptr);
  EXPECT_EQ(*kept.find("two"), std::string("2\0", 2));
  EXPECT_EQ(kept.find("three"), nullptr);
  EXPECT_THROW(Kept("others", &checkpointer), InputError);
}

TEST_F(CheckpointTest, IsRefusedWhereARunCannotGoOn) {
  const auto refused = [&](RunSpec spec) {
    spec.target = lotka_volterra;
    spec.checkpoint = 60;
    return test::outcome<UsageError>([&] { (void)run(spec); });
  };
  const std::string rows = scratch / "lv.csv";
  EXPECT_TRUE(contains(refused({.output = "-"}), "give the result a name with -o"));
  EXPECT_TRUE(contains(refused({}), "give the result a name with -o"));
  EXPECT_TRUE(contains(refused({.step = 0.1, .conserved = {"prey.x"}, .output = rows}),
                       "excludes --conserved"));
  test::write_file(name, "notes");
  EXPECT_TRUE(contains(refused({.output = rows}), "exists and is no checkpoint"));
  EXPECT_EQ(test::read_file(name), "notes");
  EXPECT_TRUE(contains(refused({.output = rows, .summary = name}), "which this run writes, too"));
}

TEST_F(CheckpointTest, OneIntegrationWithoutAnEstimateIsRefused) {
  test::write_file(
      scratch / "m.mo",
      "model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\nend M;\n");
  const std::string rows = scratch / "m.csv";
  EXPECT_TRUE(contains(test::outcome<UsageError>([&] {
                         (void)run({.target = scratch / "m.mo",
                                    .stop = 1,
                                    .certify = false,
                                    .checkpoint = 60,
                                    .output = rows});
                       }),
                       "one integration without an estimate"));
}

}  // namespace
}  // namespace bw::run::checkpoint_test
