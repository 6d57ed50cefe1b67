#pragma once
// The signal handlers of the process, which an FMU may change. To look at them is 31 system calls,
// as much as a short doStep or several: one copy serves all components, and who has behaved is not
// looked at after each call.

#include <array>
#include <atomic>
#include <csignal>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

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
  // A component was trusted: they are looked at when the last one ends.
  void trust() { has_trusted_ = true; }
  bool has_trusted() const { return has_trusted_; }

 private:
  static constexpr int signals = 32;  // the classic ones; real-time signals are rarely used
  std::array<struct sigaction, signals> handlers_{};
  std::atomic<int> users_{0};
  std::atomic<bool> has_trusted_{false};
};

// What is known about one library. Where an instance of it went through a phase (instantiation,
// initialisation, the end) without changing a handler or a belonging of the process, the others are
// trusted in that phase, and after a whole life in all of them; what is trusted is looked at when
// the last component ends. A library that ever changed any is looked at after every rare call.
class SignalHabits {
 public:
  std::atomic<bool> lived{false}, changes{false};

  bool trusted(std::string_view phase) const;
  void behaved(std::string_view phase);

 private:
  mutable std::mutex mutex_;
  std::set<std::string, std::less<>> calm_phases_;
};

}  // namespace bw::fmi
