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
           // In the process that runs components; a thread is not inherited.
           "static void begin(void) {\n  pthread_t thread;\n"
           "  pthread_create(&thread, 0, act, 0);\n}\n"
           "__attribute__((constructor)) static void load(void) {\n"
           "  unsetenv(\"LD_PRELOAD\");\n  pthread_atfork(0, 0, begin);\n}\n";
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
  EXPECT_TRUE(contains(outcome.said(), "ended the process (exit code 0)")) << outcome.err;
  EXPECT_TRUE(contains(outcome.said(), "in a.csv.partial"));
  EXPECT_FALSE(exists("a.csv"));
  expect_whole_rows();
}

TEST_F(ForeignCode, ThatCrashesInAThreadOfItsOwnLeavesWordsAndRows) {
  if (!compile(in_a_thread("*(volatile int*)8 = 1;"))) GTEST_SKIP() << "no compiler";
  const Outcome outcome = run_beside_the_deed();
  EXPECT_EQ(outcome.code, 4);
  EXPECT_TRUE(contains(outcome.said(), "crashed (signal 11, SIGSEGV)")) << outcome.err;
  EXPECT_TRUE(contains(outcome.said(), "in a.csv.partial"));
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
  EXPECT_TRUE(contains(outcome.err,
                       "component 'deed.fmu' ended the process (exit code 0) in loading its "
                       "library at t = 0. The run cannot go on. [component-exited]"));
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

class Signals : public test::ProgramTest {
 protected:
  void write_large_model() const {
    std::string text = "model Large\n  Real x[600](each start=1);\nequation\n";
    for (int i = 1; i <= 600; ++i) {
      const std::string x = "x[" + std::to_string(i) + "]", k = std::to_string(i);
      text += "  der(" + x + ") = sin(time*" + k + " + " + x + ")*exp(-" + x + ") - " + x + "*" +
              k + ";\n";
    }
    test::write_file(scratch / "large.mo", text + "end Large;\n");
  }
};

// As nohup starts it.
TEST_F(Signals, ThatAreIgnoredAtTheStartStayIgnored) {
  const auto before = std::signal(SIGHUP, SIG_IGN);
  test::Program program({"run", lotka_volterra, "--stop", "1e9", "--step", "0.01", "-o", "a.csv"},
                        here());
  std::signal(SIGHUP, before);
  ASSERT_TRUE(wait_for_bytes(scratch / "a.csv.partial"));
  program.send(SIGHUP);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_NE(program.state(), 'Z');
  program.send(SIGTERM);
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.code, 130);
  EXPECT_TRUE(contains(outcome.said(), "ended by SIGTERM")) << outcome.said();
}

TEST_F(Signals, EndACommandThatRunsNothingWithItsCompilerAndFiles) {
  if (shell("command -v cc > /dev/null") != 0) GTEST_SKIP() << "no compiler";
  write_large_model();
  fs::create_directory(scratch / "tmp");
  auto circumstances = here();
  circumstances.environment = {"TMPDIR=" + scratch / "tmp", "CC=cc"};
  test::Program program({"export", "large.mo"}, circumstances);
  for (int k = 0; k < 5000 && fs::is_empty(scratch / "tmp"); ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  program.send(SIGTERM);
  const Outcome outcome = program.wait(5);
  EXPECT_EQ(outcome.code, 130);
  EXPECT_EQ(outcome.err, "bellwether: ended by SIGTERM.\n");
  EXPECT_TRUE(fs::is_empty(scratch / "tmp"));
  EXPECT_FALSE(exists("Large.fmu"));
}

TEST_F(Signals, AreNotNeededWhereATimeLimitIsGiven) {
  const Outcome outcome = run({"run", lotka_volterra, "--stop", "1e9", "--step", "0.01", "-o",
                               "a.csv", "--time-limit", "0.25"});
  EXPECT_EQ(outcome.code, 130);
  EXPECT_TRUE(contains(outcome.said(), "ended by --time-limit 0.25 s at t = ")) << outcome.said();
  EXPECT_GT(table("a.csv.partial").times.size(), 10U);
  for (const char* wrong : {"0", "-3", "soon", "1 kW", ""})
    EXPECT_TRUE(contains(run({"run", lotka_volterra, "--time-limit", wrong}).err,
                         "--time-limit must be a positive time"))
        << wrong;
}

TEST_F(Signals, InNamesAndTextsOfModelsReachNoTerminal) {
  test::write_file(scratch / "m.mo",
                   "model M\n  Real x(start=1) \"\x1b[31m\xff\";\nequation\n  der(x) = "
                   "'\x1b]0;y\x07\xc3';\nend M;\n");
  for (const char* command : {"run", "info", "check"}) {
    const Outcome outcome = run({command, "m.mo"});
    for (const std::string& text : {outcome.err, outcome.out})
      EXPECT_EQ(text.find_first_of("\x1b\x07\xff\xc3"), text.npos) << command << text;
  }
  EXPECT_TRUE(contains(run({"run", "m.mo"}).err, "\\xc3"));
}

INSTANTIATE_TEST_SUITE_P(Program, Interrupted, testing::Values(SIGINT, SIGTERM),
                         [](const auto& item) {
                           return std::string(item.param == SIGINT ? "SIGINT" : "SIGTERM");
                         });

}  // namespace
}  // namespace bw::cli::guard_test
