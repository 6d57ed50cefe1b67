#pragma once
// Blocks all signals of this thread, from construction to destruction: between a fork and the
// handlers of the new process none reaches those of its parent there, and none finds a work half
// done.

#include <signal.h>

namespace bw {

class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;
  const sigset_t& before() const { return before_; }

 private:
  sigset_t before_{};
};

}  // namespace bw
