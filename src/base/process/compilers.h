#pragma once
// The system's compilers: found as a shell finds programs, run without one, ended when they take
// too long.

#include <atomic>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace bw {

enum class Language { c, cpp };

struct Compiler {
  std::vector<std::string> command;  // the program's path, then the other words of $CC
  std::string identity;              // changes when another version is installed

  std::string shown() const;  // "ccache gcc", for sentences
};

// $CC, else cc, gcc, clang; $CXX, else c++, g++, clang++. Throws InputError where there is none:
// `why`, "x.fmu: it brings sources only", begins the sentence, `otherwise` ends it.
Compiler find_compiler(Language language, const std::string& why,
                       const std::string& otherwise = "");

// Another program, on the PATH; nothing: there is none.
std::optional<Compiler> find_translator(const std::string& name);

struct Ending {
  int code = 0;                // of the program; minus the signal that ended it
  bool took_too_long = false;  // or was cancelled
  std::string said;            // the beginning of its output, without control characters

  bool is_good() const { return code == 0 && !took_too_long; }
};

// Runs in `folder`, a private one, which also takes its temporary files, and creates "said.txt"
// there. A program that takes too long or is cancelled is killed with its child processes, and
// one whose parent was killed ends, too. Throws InputError when it cannot be started, and
// Interrupted (base/run_control.h).
Ending run_compiler(const std::vector<std::string>& command, const std::filesystem::path& folder,
                    std::chrono::milliseconds limit, const std::atomic<bool>* unwanted = nullptr);

// Before a process is forked whose compilers this one may have to kill, and before a signal handler
// may.
void share_compilers();

// For a program that ends at once: kills the compilers that run now, in all its processes, and
// waits until they are gone, a few tenths of a second at most. Async-signal-safe.
void kill_compilers() noexcept;

}  // namespace bw
