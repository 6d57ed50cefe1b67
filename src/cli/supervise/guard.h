#pragma once
// The state of the process that runs components: only results reach standard output, and Ctrl-C,
// SIGTERM and SIGHUP end the run in order. This is process-wide, so only the program sets it, never
// the library. What happens when a component crashes or does not return is the business of the
// process that supervises this one (cli/supervise/supervise.h).

#include <signal.h>

#include <array>
#include <atomic>
#include <optional>
#include <string>

#include "base/run_control.h"

namespace bw::cli {

// For commands that run nothing, and for the time before a run: the same signals end the program at
// once, without compilers and private folders left behind. A signal that is ignored when the
// program starts (nohup) stays ignored, here and under a guard.
void listen_for_signals();

// That the run shall end, and who wants it. In memory that a supervisor may share.
struct EndRequest {
  static constexpr int time_is_up = -1;  // in the place of a signal's number
  std::atomic<bool> is_made;
  std::atomic<int> signal;     // the first one
  std::array<char, 64> limit;  // "ended by --time-limit 90 s"

  void make(int by) {
    int nobody = 0;
    signal.compare_exchange_strong(nobody, by);
    is_made = true;
  }
  void set_limit(double seconds);
  std::string words() const;  // "ended by the user (Ctrl-C)"; valid once it is made
};

// What is in force; `handler` is set unless the signal is ignored.
struct sigaction handled(int signal, void (*handler)(int));
struct sigaction handled(int signal, const struct sigaction& action);

// Active from construction to destruction; one at a time.
class Guard {
 public:
  // `request` outlives it. Alone: nobody supervises this process, and the second signal ends it.
  Guard(EndRequest& request, bool is_alone);
  ~Guard();
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

  const std::atomic<bool>& interrupt() const { return request_.is_made; }
  std::string ended_by() const { return request_.words(); }  // valid once interrupt() is true
  int results() const { return results_; }  // file descriptor of the real standard output

 private:
  EndRequest& request_;
  int results_;
  RunControl control_;
  std::optional<ControlScope> scope_;  // for what is read and compiled on this thread
};

}  // namespace bw::cli
