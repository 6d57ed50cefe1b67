#pragma once
// The proxy's end of an isolated component: starts its host, sends a message, waits for the answer,
// and keeps the component alive:
//
//   the host dies    another process takes over where the component was: a waiting copy or a new
//                    host, which is told again what the component was told since (history.h). Once
//                    for each call; a call that ends the process again is a ComponentFailure.
//   it hangs         ended when the deadline has passed: ComponentFailure
//   Ctrl-C           ended half a second later, unless it answers before: Interrupted
//
// Every process that it starts ends with it and is waited for.

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <list>
#include <string>
#include <vector>

#include "base/bell.h"
#include "base/error.h"
#include "base/log.h"
#include "base/process/death.h"
#include "base/process/whereabouts.h"
#include "model/isolated/history.h"
#include "model/isolated/host.h"
#include "model/isolated/letter.h"
#include "model/isolated/window.h"

namespace bw::model {

// How components are isolated.
struct Isolation {
  double call_timeout = 600;               // seconds, of one call into a component
  std::function<void()> before_loading{};  // in each host, before anything foreign is loaded
  Log log{};
};

// The process of a component cannot be copied now.
struct NoCopy : ComponentFailure {
  NoCopy(const std::string& name, const std::string& why)
      : ComponentFailure(name, "component '" + name +
                                   "' cannot roll back by a copy of its process, because " + why +
                                   "."),
        reason(why) {}
  std::string reason;  // "it has 3 threads"
};

class Link {
 public:
  // Starts the host, which makes the component, and returns when it is made. Throws what making it
  // throws.
  Link(std::string component, MakeServant make, const Isolation& how, Bells& bells);
  ~Link();
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;

  // What the component said of itself when it was made.
  OpenedLetter introduction() const { return OpenedLetter(introduction_); }

  Letter& request(Verb verb);  // an empty message, to be filled
  // Sends it and waits; the answer is valid until the next request. Throws what the component
  // throws.
  OpenedLetter ask();
  // The same in two parts, so that several components can compute at the same time.
  void send();
  OpenedLetter wait();

  // Snapshots by copies of the process (link_copies.cpp). `returns`: how often it will probably be
  // returned to. Throws NoCopy, and so may a call after a return.
  WaitingCopy& copy(int returns = 0);
  void return_to(WaitingCopy& copy);
  void drop(WaitingCopy& copy);

  void end();                                        // of the component and all its processes
  void set_time(double t) { visited_.set_time(t); }  // for messages
  const std::string& component() const { return visited_.component; }
  long resumed() const { return resumed_; }
  pid_t pid() const { return pid_; }                   // of the process that answers
  bool is_broken() const { return !broken_.empty(); }  // no call can succeed any more

 private:
  struct Died {
    int status;          // of waitpid
    std::string call{};  // of the component, in which it was; empty: unknown
  };

  // 0.1 ms for some milliseconds of computing.
  static constexpr std::size_t messages_between_copies = 4096;
  // Where the component may return to a point, calls of so many seconds at most are repeated; of
  // CPU time, so that other programs on the computer change nothing.
  static constexpr double most_repeated = 0.02;
  static constexpr std::size_t most_in_a_letter = 256;

  enum class Goes { original, copy };  // which of both goes on; the other one waits

  static int most_retries(int status);  // of one call
  void start_host();
  OpenedLetter exchange(std::string_view bytes);
  OpenedLetter open(std::string_view answer, bool is_new);
  void note_answer(std::string_view answer);
  void begin_call();
  void watch();
  std::string did_not_return() const;  // the beginning of a sentence
  bool has_died(pid_t pid, int& status) const;
  void recover(const Died& died);
  void take_over();
  void replay(std::size_t from);
  void compare(std::uint64_t repeated, std::size_t from, std::size_t end);
  double cpu_time() const;
  void activate(WaitingCopy& copy);
  bool is_waiting(WaitingCopy& copy);
  WaitingCopy* newest_copy();
  const WaitingCopy* newest_own() const;
  WaitingCopy* point_here();
  void place(WaitingCopy& copy, Goes who);
  void place_again(WaitingCopy& copy);
  void keep_here();
  void try_to_keep_here();
  bool is_far_from_own() const;
  bool is_needed(const WaitingCopy& own) const;
  void drop_unneeded();
  Died died(pid_t pid, int status);
  void forget_marks(pid_t pid);
  void lay_up();
  void keep_in_bounds();
  void warn_of_end(const std::string& what) noexcept;
  void kill_process(pid_t& pid);
  void reap(bool wait);
  Death death(const Died& died) const;
  [[noreturn]] void fail() const;  // broken_ says why
  [[noreturn]] void give_up(const Died& died, const std::string& further);
  std::uint32_t free_berth() const;

  Visited visited_;  // names the component in the program's last message
  MakeServant make_;
  Isolation how_;
  Bells& bells_;
  WindowMemory window_;
  Channel channel_;
  Channel::Watch watch_;
  std::string introduction_;
  bool is_introduced_ = false;
  pid_t pid_ = 0;              // of the process that answers; 0: none
  std::uint32_t numbers_ = 0;  // of processes so far
  Letter letter_, own_;        // a request; one that is not recorded
  Verb verb_ = Verb::ping;
  bool in_flight_ = false;
  History history_;
  std::list<WaitingCopy> copies_;
  WaitingCopy* here_ = nullptr;  // where the process that answers is now, and may return to
  std::size_t next_copy_at_;     // the size of the history at which an own copy is made
  std::string no_own_copy_;      // why there is none
  // What the CPU clock of the process that answers showed at the newest own copy; negative where
  // it is younger, as each process's clock begins at 0.
  double cpu_begin_ = 0;
  std::vector<pid_t> dying_;
  std::vector<pid_t> hosts_;   // that are no copies: their marks name the component for all copies
  std::size_t failed_at_ = 0;  // size of the history when a process died last, ...
  int failures_ = 0;           // ... and how often there
  long resumed_ = 0;
  std::string broken_;  // why it cannot go on; empty: it can
  BellCode broken_code_ = BellCode::fmu_error;
  std::chrono::steady_clock::time_point began_, looked_, interrupted_;
  double waited_ = 0;  // seconds, for the answer
};

}  // namespace bw::model
