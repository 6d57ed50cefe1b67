#pragma once
// What tests of the program share: a folder of their own that it works in.

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "result/read_csv.h"
#include "support/program.h"
#include "support/scratch_folder.h"

namespace bw::test {

using Words = std::vector<std::string>;

inline const std::string lotka_volterra = BW_EXAMPLES "/lotka_volterra/system.toml";

class ProgramTest : public testing::Test {
 protected:
  Outcome run(const Words& words) const { return run_program(words, here()); }
  // By a shell, for what only a shell does; its exit code.
  int shell(const std::string& line) const {
    const std::string all = "cd '" + scratch.path().string() + "' && " + line;
    const int status = std::system(all.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  // The run comes to a component that does not return; one interrupt is enough.
  Outcome interrupt_hanging(const Words& words) const {
    Program program(words, here());
    EXPECT_TRUE(program.wait_until_asleep());
    program.send(SIGINT);
    return program.wait(10);
  }
  Circumstances here() const { return {.folder = scratch.path().string()}; }
  bool exists(const std::string& name) const { return std::filesystem::exists(scratch / name); }
  std::string contents(const std::string& name) const { return read_file(scratch / name); }
  result::Table table(const std::string& name) const { return result::read_csv(scratch / name); }

  const ScratchFolder scratch;
};

}  // namespace bw::test
