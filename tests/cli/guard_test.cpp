// What ends the program from outside of any call: foreign code, and signals.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include "fmi/instance/binary.h"
#include "support/contains.h"
#include "support/make_zip.h"
#include "support/program_test.h"

namespace bw::cli::guard_test {
namespace {

namespace fs = std::filesystem;
using test::contains;
using test::lotka_volterra;
using test::Outcome;

class ForeignCode : public test::ProgramTest {
 protected:
  // A library that does something when it is loaded; false: there is no compiler.
  bool compile(const std::string& deed) const {
    test::write_file(scratch / "deed.c",
                     "#include <pthread.h>\n#include <stdlib.h>\n#include <sys/stat.h>\n"
                     "#include <unistd.h>\n" +
                         deed);
    return shell("cc -shared -fPIC -o deed.so deed.c -pthread") == 0;
  }
  // A thread that acts as soon as there are rows on the disk.
  static std::string in_a_thread(const std::string& act) {
    return "static void* act(void* nothing) {\n"
           "  struct stat rows;\n"
           "  while (stat(\"a.csv.partial\", &rows) != 0 || rows.st_size == 0) usleep(1000);\n  " +
           act +
           "\n  return nothing;\n}\n"
           "__attribute__((constructor)) static void load(void) {\n"
           "  pthread_t thread;\n  unsetenv(\"LD_PRELOAD\");\n"
           "  pthread_create(&thread, 0, act, 0);\n}\n";
  }
  Outcome run_beside_the_deed() const {
    auto circumstances = here();
    circumstances.environment = {"LD_PRELOAD=" + scratch / "deed.so",
                                 "ASAN_OPTIONS=verify_asan_link_order=0"};
    return test::run_program(
        {"run", lotka_volterra, "--stop", "1e9", "--step", "0.01", "-o", "a.csv"}, circumstances);
  }
  void expect_whole_rows() const {
    const std::string rows = contents("a.csv.partial");
    ASSERT_FALSE(rows.empty());
    EXPECT_EQ(rows.back(), '\n');
    const auto times = table("a.csv.partial").times;
    EXPECT_TRUE(std::is_sorted(times.begin(), times.end(), std::less_equal<>()))
        << "no row is written twice";
  }
};

TEST_F(ForeignCode, ThatCallsExitInAThreadOfItsOwnDoesNotChooseTheExitCode) {
  if (!compile(in_a_thread("exit(0);"))) GTEST_SKIP() << "no compiler";
  const Outcome outcome = run_beside_the_deed();
  EXPECT_EQ(outcome.code, 4);
  EXPECT_TRUE(contains(outcome.err,
                       "bellwether: exit() was called by foreign code; the run ends here, rows "
                       "until then are in a.csv.partial."));
  EXPECT_FALSE(exists("a.csv"));
  expect_whole_rows();
}

TEST_F(ForeignCode, ThatCrashesInAThreadOfItsOwnLeavesWordsAndRows) {
  if (!compile(in_a_thread("*(volatile int*)8 = 1;"))) GTEST_SKIP() << "no compiler";
  const Outcome outcome = run_beside_the_deed();
  EXPECT_NE(outcome.code, 0);
  EXPECT_TRUE(contains(outcome.err,
                       "bellwether: the program crashed (signal 11); the run ends here, rows "
                       "until then are in a.csv.partial."));
  expect_whole_rows();
}

TEST_F(ForeignCode, ThatCallsExitWhenItIsLoadedDoesNotChooseTheExitCode) {
  if (!compile("__attribute__((constructor)) static void load(void) { exit(0); }\n"))
    GTEST_SKIP() << "no compiler";
  const std::string description =
      R"(<fmiModelDescription fmiVersion="2.0" modelName="d" guid="d"><CoSimulation
      modelIdentifier="deed"/><ModelVariables/><ModelStructure/></fmiModelDescription>)";
  test::write_file(
      scratch / "deed.fmu",
      test::make_zip({{.name = "modelDescription.xml", .bytes = description},
                      {.name = "binaries/" + fmi::platform_folders().front() + "/deed.so",
                       .bytes = contents("deed.so"),
                       .unix_mode = 0100755}}));
  const Outcome outcome = run({"run", "deed.fmu", "--stop", "1"});
  EXPECT_EQ(outcome.code, 4) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "exit() was called"));
}

bool wait_for_bytes(const fs::path& file) {
  for (int k = 0; k < 5000; ++k) {
    std::error_code missing;
    const auto size = fs::file_size(file, missing);
    if (!missing && size > 0) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return false;
}

class Interrupted : public test::ProgramTest, public testing::WithParamInterface<int> {};

TEST_P(Interrupted, ALongRunEndsCleanlyWithCompleteRows) {
  test::Program program({"run", lotka_volterra, "--stop", "1e9", "--step", "0.01", "-o", "a.csv"},
                        here());
  ASSERT_TRUE(wait_for_bytes(scratch / "a.csv.partial"));
  program.send(GetParam());
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.code, 130);
  EXPECT_TRUE(contains(outcome.said(), "REJECTED interrupted at t = "));
  EXPECT_FALSE(exists("a.csv"));
  const auto rows = table("a.csv.partial");
  EXPECT_GT(rows.times.size(), 100U);
  EXPECT_EQ(contents("a.csv.partial").back(), '\n');
  EXPECT_EQ(rows.columns.size(), 2U);
}

INSTANTIATE_TEST_SUITE_P(Program, Interrupted, testing::Values(SIGINT, SIGTERM),
                         [](const auto& item) {
                           return std::string(item.param == SIGINT ? "SIGINT" : "SIGTERM");
                         });

}  // namespace
}  // namespace bw::cli::guard_test
