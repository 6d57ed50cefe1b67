#pragma once
// The system's compilers: found as a shell finds programs, run without one, ended when they take
// too long. For compile.cpp.

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace bw::fmi {

enum class Language { c, cpp };

struct Compiler {
  std::vector<std::string> command;  // the program's path, then what else stands in $CC
  std::string identity;              // changes when another version is installed

  std::string shown() const;  // "ccache gcc", for sentences
};

// $CC, else cc, gcc, clang; $CXX, else c++, g++, clang++. Throws InputError about `fmu`: there is
// none.
Compiler find_compiler(Language language, const std::filesystem::path& fmu);

struct Ending {
  int code = 0;  // of the program; minus the signal that ended it
  bool took_too_long = false;
  std::string said;  // the beginning of what it wrote, without control characters

  bool is_good() const { return code == 0 && !took_too_long; }
};

// In `folder`, a private one, where a file "said.txt" arises. A program that took too long is
// killed with all that it started. Throws InputError when it cannot be started.
Ending run_compiler(const std::vector<std::string>& command, const std::filesystem::path& folder,
                    std::chrono::milliseconds limit);

}  // namespace bw::fmi
