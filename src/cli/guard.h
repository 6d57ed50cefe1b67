#pragma once
// Protects the process while foreign code runs in it: Ctrl-C ends the run cleanly, a crash or an
// exit() inside a component is reported with its place, and only results reach standard output.
// This is process-wide state, so only the program sets it, never the library.

#include <atomic>

namespace bw::cli {

// Active from construction to destruction; one at a time.
class Guard {
 public:
  Guard();
  ~Guard();
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

  const std::atomic<bool>& interrupt() const;
  int results() const { return results_; }  // file descriptor of the real standard output

 private:
  int results_;
};

}  // namespace bw::cli
