#pragma once
// What a program owes its user while foreign code runs in it: Ctrl-C ends cleanly, a crash or an
// exit() inside a component says where, and nothing but results reaches standard output. All of it
// belongs to the process, so only the program does it, never the library.

#include <atomic>

namespace bw::cli {

// From construction to destruction.
class Guard {
 public:
  Guard();
  ~Guard();
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

  const std::atomic<bool>& interrupt() const;
  int results() const { return results_; }  // the real standard output

 private:
  int results_;
};

}  // namespace bw::cli
