#pragma once
// Protects the process while foreign code runs in it: a crash or an exit() inside a component is
// reported with its place, and only results reach standard output. This is process-wide state, so
// only the program sets it, never the library.
//
// Ctrl-C, SIGTERM and SIGHUP end the run:
//   at once    interrupt() is true; whoever polls it ends, and the run reports its rows as usual
//   1.2 s later, or at the second signal: something does not poll (a call into an FMU that does not
//              return, libtcc). Rows are saved, compilers killed, private folders removed, and the
//              program ends from within a signal handler, with the place in its last message.
// The end of --time-limit is a request like a signal. A timer, not a thread, watches: chains are
// not forked while there are other threads (base/child.h).

#include <atomic>
#include <optional>
#include <string>

#include "base/run_control.h"

namespace bw::cli {

// For commands that run nothing, and for the time before there is a guard: the same signals end the
// program at once, without compilers and private folders left behind. A signal that is ignored when
// the program starts (nohup) stays ignored, here and under a guard.
void listen_for_signals();

// Active from construction to destruction; one at a time.
class Guard {
 public:
  Guard();
  ~Guard();
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

  const std::atomic<bool>& interrupt() const;
  void limit_time(double seconds) const;  // ends the run as a signal does
  void finished() const;  // rows have their names and the run its verdict; only a report is left
  static std::string ended_by();  // "ended by the user (Ctrl-C)"; valid once interrupt() is true
  int results() const { return results_; }  // file descriptor of the real standard output

 private:
  int results_;
  RunControl control_;
  std::optional<ControlScope> scope_;  // for what is read and compiled on this thread
};

}  // namespace bw::cli
