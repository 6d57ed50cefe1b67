// Runs that are killed and go on: the rows are those of an undisturbed run.

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "support/contains.h"
#include "support/program_test.h"

namespace bw::cli::resume_test {
namespace {

using test::contains;
using test::Outcome;
using test::Program;
using test::Words;

const std::string examples = BW_EXAMPLES;

struct Kind {
  const char* name;
  Words words;  // of the run, behind "run"
};

const Kind kinds[] = {
    {"Certified", {test::lotka_volterra, "--tolerance", "1e-11", "--stop", "300"}},
    {"FixedStep",
     {test::lotka_volterra, "--master", "gauss-seidel", "--step", "1e-4", "--interval", "1"}},
    {"ChosenSteps",
     {test::lotka_volterra, "--master", "gauss-seidel", "--iterations", "10", "--error-test",
      "step-doubling", "--tolerance", "1e-8", "--interval", "1"}},
    {"LocatedEvents",
     {examples + "/math_003/system.toml", "--master", "gauss-seidel", "--error-test",
      "step-doubling", "--tolerance", "1e-6", "--max-step", "1e-4", "--interval", "0.01"}},
    {"Probed", {examples + "/lotka_volterra/prey.fmu", "--stop", "50", "--interval", "0.001"}},
    {"Integrated", {"swing.mo", "--stop", "5000", "--tolerance", "1e-9"}},
};

class KilledRun : public test::ProgramTest {
 protected:
  // Which file it is; 0: none. Each checkpoint is a new file.
  long checkpoint() const {
    struct stat file {};
    return ::stat((scratch / "a.csv.checkpoint").c_str(), &file) == 0
               ? static_cast<long>(file.st_ino) ^ static_cast<long>(file.st_mtim.tv_nsec)
               : 0;
  }
};

class ResumeTest : public KilledRun, public testing::WithParamInterface<Kind> {
 protected:
  void SetUp() override {
    test::write_file(scratch / "swing.mo",
                     "model Swing\n  Real x(start = 1, fixed = true), v(start = 0, fixed = true);\n"
                     "equation\n  der(x) = v;\n  der(v) = (1 - x^2)*v - x + 0.1*sin(0.3*time);\n"
                     "end Swing;\n");
  }
  Words begin(const std::string& output) const {
    Words words = {"run"};
    const Words& rest = GetParam().words;
    words.insert(words.end(), rest.begin(), rest.end());
    words.insert(words.end(), {"-o", output, "--summary", output + ".json", "--quiet"});
    return words;
  }
  // Ends it with the next checkpoint; true: it was killed before its end.
  bool kill_at_checkpoint(const Words& words) const {
    const long before = checkpoint();
    Program program(words, here());
    while (checkpoint() == before && program.state() != 'Z')
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    program.send(SIGKILL);
    return program.wait().code == -SIGKILL && checkpoint() != 0;
  }
};

TEST_P(ResumeTest, AKilledRunEndsAsIfUndisturbed) {
  const Outcome whole = run(begin("b.csv"));
  ASSERT_EQ(whole.code, 0) << whole.err;
  Words words = begin("a.csv");
  words.insert(words.end(), {"--checkpoint", "1ms"});
  // On a busy machine a run may end before this process sees its checkpoint.
  bool is_killed = false;
  for (int attempts = 0; attempts < 50 && !is_killed; ++attempts)
    is_killed = kill_at_checkpoint(words);
  ASSERT_TRUE(is_killed);
  ASSERT_TRUE(exists("a.csv.checkpoint"));
  words = {"resume", "a.csv.checkpoint", "--quiet"};
  if (kill_at_checkpoint(words)) {
    const Outcome end = run(words);
    ASSERT_EQ(end.code, 0) << end.err;
  }
  EXPECT_FALSE(exists("a.csv.checkpoint"));
  EXPECT_FALSE(exists("a.csv.checkpoint.new"));
  EXPECT_TRUE(contents("a.csv") == contents("b.csv"));
  const auto one = nlohmann::json::parse(contents("a.csv.json")),
             other = nlohmann::json::parse(contents("b.csv.json"));
  for (const char* key : {"verdict", "estimated_error", "estimated_error_per_variable",
                          "certificate", "events", "diagnostics", "trace", "final", "reached"})
    EXPECT_EQ(one.at(key), other.at(key)) << key;
  for (const char* key : {"steps", "rejected", "events", "rhs_evaluations", "rows"})
    EXPECT_EQ(one["statistics"].at(key), other["statistics"].at(key)) << key;
  for (const auto& [component, counts] : other["statistics"]["components"].items())
    for (const char* key : {"do_step", "get_state", "set_state"})
      EXPECT_EQ(one["statistics"]["components"][component].at(key), counts.at(key)) << key;
}

INSTANTIATE_TEST_SUITE_P(All, ResumeTest, testing::ValuesIn(kinds),
                         [](const auto& of) { return std::string(of.param.name); });

class ResumeCommand : public KilledRun {
 protected:
  // A run that was ended by Ctrl-C, with its checkpoint.
  void interrupt() const {
    std::filesystem::create_directory(scratch / "lv");
    for (const char* name : {"system.toml", "prey.fmu", "predator.fmu"})
      std::filesystem::copy(examples + "/lotka_volterra/" + name, scratch / "lv");
    Program program({"run", "lv/system.toml", "--master", "gauss-seidel", "--step", "1e-4",
                     "--stop", "1e5", "--interval", "1e-3", "--checkpoint", "1ms", "-o", "a.csv"},
                    here());
    const auto has_rows = [&] {
      std::error_code missing;
      const auto size = std::filesystem::file_size(scratch / "a.csv.partial", missing);
      return !missing && size > 20'000 && exists("a.csv.checkpoint");
    };
    while (!has_rows() && program.state() != 'Z')
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    program.send(SIGINT);
    const Outcome ended = program.wait();
    EXPECT_EQ(ended.code, 130) << ended.err;
    EXPECT_TRUE(contains(ended.said(), "try bellwether resume a.csv.checkpoint")) << ended.err;
  }
};

TEST_F(ResumeCommand, AChangedFmuIsAnInputErrorThatNamesIt) {
  interrupt();
  std::filesystem::resize_file(scratch / "lv/prey.fmu", 100);
  const Outcome outcome = run({"resume", "a.csv.checkpoint"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_TRUE(contains(outcome.said(), "'lv/prey.fmu' has been changed")) << outcome.err;
  EXPECT_TRUE(exists("a.csv.checkpoint"));
}

TEST_F(ResumeCommand, GoesOnInTheFolderOfTheRun) {
  interrupt();
  std::filesystem::rename(scratch / "a.csv.partial", scratch / "kept");
  Outcome outcome = run({"resume", "a.csv.checkpoint"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_TRUE(contains(outcome.said(), "no longer in 'a.csv.partial'")) << outcome.err;
  test::write_file(scratch / "a.csv.partial", "time\n0\n");  // of another run
  EXPECT_EQ(run({"resume", "a.csv.checkpoint"}).code, 2);
  EXPECT_EQ(contents("a.csv.partial"), "time\n0\n");
  std::filesystem::remove(scratch / "a.csv.partial");
  // As if it had been killed right after the verdict.
  std::filesystem::rename(scratch / "kept", scratch / "a.csv");
  // Ctrl-C once more: it is a run of hours.
  std::filesystem::create_directory(scratch / "elsewhere");
  const long before = checkpoint();
  Program program({"resume", "../a.csv.checkpoint"}, {.folder = scratch / "elsewhere"});
  while (checkpoint() == before && program.state() != 'Z')
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  program.send(SIGINT);
  outcome = program.wait();
  EXPECT_EQ(outcome.code, 130) << outcome.err;
  EXPECT_TRUE(contains(outcome.said(), "continues there")) << outcome.err;
  EXPECT_TRUE(exists("a.csv.partial"));
}

TEST_F(ResumeCommand, WhatIsNoCheckpointIsAnInputError) {
  test::write_file(scratch / "a.csv", "time,x\n0,0\n");
  for (const char* name : {"a.csv", "missing.checkpoint", "/dev/null", "/"}) {
    const Outcome outcome = run({"resume", name});
    EXPECT_EQ(outcome.code, 2) << name << outcome.err;
    EXPECT_TRUE(contains(outcome.err, name));
  }
  EXPECT_EQ(run({"resume"}).code, 1);
}

}  // namespace
}  // namespace bw::cli::resume_test
