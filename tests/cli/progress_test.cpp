// The progress bar, which only a terminal shows, and JSON lines for programs.

#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/contains.h"
#include "support/program_test.h"

namespace bw::cli::progress_test {
namespace {

using test::contains;
using test::lotka_volterra;
using test::Words;

class ProgressBar : public test::ProgramTest {
 protected:
  void SetUp() override {
    int terminal = -1, other_end = -1;
    if (openpty(&terminal, &other_end, nullptr, nullptr, nullptr) != 0)
      GTEST_SKIP() << "no pseudo-terminal";
    close(terminal);
    close(other_end);
  }

  // All that the program writes to a terminal; it is interrupted, once, when that ends with `last`.
  std::string shown(const Words& words, const std::string& last) const {
    int terminal = -1;
    const winsize size{.ws_row = 24, .ws_col = width, .ws_xpixel = 0, .ws_ypixel = 0};
    const pid_t program = forkpty(&terminal, nullptr, nullptr, &size);
    if (program == 0) become(words);
    if (program < 0) {  // never signalled: -1 is every process
      ADD_FAILURE() << "no pseudo-terminal";
      return "";
    }
    std::string all;
    bool interrupted = false;
    std::array<char, 4096> bytes{};
    pollfd ready{terminal, POLLIN, 0};
    while (poll(&ready, 1, 30'000) > 0) {
      const ssize_t count = read(terminal, bytes.data(), bytes.size());
      if (count <= 0) break;
      all.append(bytes.data(), static_cast<std::size_t>(count));
      if (!interrupted && all.ends_with(last)) interrupted = kill(program, SIGINT) == 0;
    }
    kill(program, SIGKILL);  // where it said nothing for too long
    waitpid(program, nullptr, 0);
    close(terminal);
    return all;
  }

  unsigned short width = 80;

 private:
  [[noreturn]] void become(const Words& words) const {
    if (chdir(scratch.path().c_str()) != 0) _exit(99);
    std::vector<char*> arguments = {const_cast<char*>(BW_PROGRAM)};
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    execv(BW_PROGRAM, arguments.data());
    _exit(99);
  }
};

const std::string clear_line = "\x1b[K";
const std::string ball =
    "model Ball\n  Real h(start=1), v(start=0);\nequation\n  der(h) = v;\n  der(v) = -9.81;\n"
    "  when h < 0 then reinit(v, -pre(v)); end when;\nend Ball;\n";

TEST_F(ProgressBar, ShowsTimeAndShareOfAnOrdinaryRun) {
  const std::string all =
      shown({"run", lotka_volterra, "--stop", "1e9", "--step", "0.01", "-o", "a.csv"}, clear_line);
  EXPECT_TRUE(contains(all, "\r[...................."));
  EXPECT_TRUE(contains(all, "]   0 %  simulating, t = "));
  EXPECT_TRUE(contains(all, " left" + clear_line));
  EXPECT_TRUE(contains(all, "\r" + clear_line)) << "it goes when the run ends";
}

TEST_F(ProgressBar, ShowsTheRunsOfACertifiedRun) {
  const std::string all = shown(
      {"run", lotka_volterra, "--stop", "3e5", "--work-limit", "1e9", "-o", "a.csv"}, clear_line);
  EXPECT_TRUE(contains(all, " %  run ")) << all;
  EXPECT_TRUE(contains(all, " of about ")) << all;
}

TEST_F(ProgressBar, FitsIntoANarrowTerminal) {
  width = 40;
  const std::string all =
      shown({"run", lotka_volterra, "--stop", "1e9", "--step", "0.01", "-o", "a.csv"}, clear_line);
  const std::size_t begin = all.find('\r'), end = all.find(clear_line);
  ASSERT_LT(begin, end) << all;
  EXPECT_LT(end - begin - 1, 40U) << all;
}

class ProgressLines : public ProgressBar {
 protected:
  std::vector<nlohmann::json> lines_of(const std::string& text) const {
    std::vector<nlohmann::json> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
      if (line.starts_with("{\"progress\"")) lines.push_back(nlohmann::json::parse(line));
    return lines;
  }
  // Never falls, and is 1 at the end only.
  static void expect_rising(const std::vector<nlohmann::json>& lines) {
    ASSERT_GT(lines.size(), 3U);
    double before = 0;
    for (std::size_t k = 0; k < lines.size(); ++k) {
      const double progress = lines[k].at("progress");
      EXPECT_GE(progress, before);
      EXPECT_EQ(progress == 1, k + 1 == lines.size());
      before = progress;
    }
    EXPECT_EQ(lines.back().at("phase"), "done");
  }
};

TEST_F(ProgressLines, OfAModelNameItsIntegrations) {
  test::write_file(scratch / "ball.mo", ball);
  const auto outcome = run({"run", "ball.mo", "--stop", "20000", "--interval", "1", "--tolerance",
                            "1e-3", "--progress", "json", "-o", "ball.csv"});
  const auto lines = lines_of(outcome.err);
  expect_rising(lines);
  std::string phases;
  for (const auto& line : lines) phases += line.at("phase").get<std::string>() + "\n";
  for (const char* phase : {"reading the model", "sorting the equations", "compiling the equations",
                            "initialising", "integration 1 of about 2", "integration 2 of about 2"})
    EXPECT_TRUE(contains(phases, phase)) << phases;
  EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), [](const auto& line) {
    return line.at("progress") > 0.1 && line.at("progress") < 0.9 && line.at("time") > 0;
  })) << outcome.err;
}

TEST_F(ProgressLines, OfACertifiedRunCountItsRuns) {
  const auto outcome = run({"run", lotka_volterra, "--stop", "3000", "--interval", "1",
                            "--tolerance", "1e-3", "--progress", "json", "-o", "a.csv"});
  const auto lines = lines_of(outcome.err);
  expect_rising(lines);
  int last_run = 0, runs = 0;
  for (const auto& line : lines) {
    int run = 0, of = 0;
    const std::string phase = line.at("phase").get<std::string>();
    if (std::sscanf(phase.c_str(), "run %d of about %d", &run, &of) != 2) continue;
    EXPECT_GE(run, last_run) << outcome.err;
    EXPECT_GE(of, run) << outcome.err;
    last_run = run;
    ++runs;
  }
  EXPECT_GE(runs, 2) << outcome.err;
  EXPECT_GE(last_run, 2) << outcome.err;
}

TEST_F(ProgressLines, AnotherKindIsRefused) {
  const auto outcome = run({"run", lotka_volterra, "--progress", "dots"});
  EXPECT_EQ(outcome.code, 1);
}

}  // namespace
}  // namespace bw::cli::progress_test
