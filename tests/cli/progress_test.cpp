// The progress bar, which only a terminal shows.

#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>

#include "support/contains.h"
#include "support/program_test.h"

namespace bw::cli::progress_test {
namespace {

using test::contains;
using test::lotka_volterra;
using test::Words;

class ProgressBar : public test::ProgramTest {
 protected:
  // All that the program writes to a terminal; it is interrupted, once, when that ends with `last`.
  std::string shown(const Words& words, const std::string& last) const {
    int terminal = -1;
    const pid_t program = forkpty(&terminal, nullptr, nullptr, nullptr);
    if (program == 0) become(words);
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

TEST_F(ProgressBar, ShowsTimeAndShareOfAnOrdinaryRun) {
  const std::string all =
      shown({"run", lotka_volterra, "--stop", "1e9", "--step", "0.01", "-o", "a.csv"}, clear_line);
  EXPECT_TRUE(contains(all, "\r[.............................."));
  EXPECT_TRUE(contains(all, "] "));
  EXPECT_TRUE(contains(all, " %  t = "));
  EXPECT_TRUE(contains(all, " s left " + clear_line));
  EXPECT_TRUE(contains(all, "\r" + clear_line)) << "it goes when the run ends";
}

TEST_F(ProgressBar, ShowsTheStepsOfACertifiedRun) {
  const std::string all = shown(
      {"run", lotka_volterra, "--stop", "3e5", "--work-limit", "1e9", "-o", "a.csv"}, clear_line);
  EXPECT_TRUE(contains(all, " steps so far, at most "));
}

}  // namespace
}  // namespace bw::cli::progress_test
