#pragma once
// The signal handlers of the process, which an FMU may change. To look at them is 31 system calls,
// as much as a short doStep or several: one copy serves all components, and who has behaved is not
// looked at after each call.

#include <array>
#include <atomic>
#include <csignal>
#include <memory>

namespace bw::fmi {

class SignalHandlers {
 public:
  // As they are now, or were when the first of those was made that still use them.
  static std::shared_ptr<SignalHandlers> shared();

  SignalHandlers();
  bool restore() const;  // says whether any had changed

  // Components that may change them.
  void add_user() { ++users_; }
  bool remove_user() { return --users_ == 0; }  // was it the last one?

 private:
  static constexpr int signals = 32;  // the classic ones; real-time signals are rarely used
  std::array<struct sigaction, signals> handlers_{};
  std::atomic<int> users_{0};
};

// What is known about one library. One that went through a whole life of an instance without
// changing a handler or a belonging of the process is looked at when the last component ends; one
// that ever changed any, after every rare call.
struct SignalHabits {
  std::atomic<bool> lived{false}, changes{false};

  bool trusted() const { return lived && !changes; }
};

}  // namespace bw::fmi
