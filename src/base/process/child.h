#pragma once
// A job in a process of its own, which is a copy of this one (fork): it sees everything that was
// there before, and whatever it does there does not come back, but for the bytes that it returns.
//
//   child:  job(wanted) -> bytes -> pipe -> gone, without destructors and exit handlers
//   parent: poll(fd()), listen(), ...; outcome()
//
// Foreign code in the job may crash, call exit() or hang: the outcome names the component, because
// the child writes its position into shared memory (base/process/heartbeat.h).
//
// Of the threads of this process only the calling one is copied. A lock held by another thread is
// never released in the child, and a pool of threads that foreign code made is dead there: do not
// start a child while has_other_threads(). The calling thread must outlive the child, which dies
// with it.

#include <sys/types.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/process/death.h"

namespace bw {

struct SharedPage;

class Child {
 public:
  using Wanted = std::function<bool()>;  // false: the job should end soon
  using Job = std::function<std::string(const Wanted& wanted)>;
  using Fork = std::function<pid_t()>;

  struct Outcome {
    bool delivered = false;
    std::string bytes;             // if so; else ...
    std::string reason;            // ... a sentence,
    std::string component;         // the component that failed, where known,
    double time = 0;               // and the simulated time it had reached
    std::optional<Death> death{};  // nothing: the job threw an exception, or ...
    bool is_cut_off = false;       // ... its result could not be sent: descriptors were taken away
  };

  // Null: the system gives no process now, and errno says why.
  static std::unique_ptr<Child> start(const Job& job, const Fork& fork = {});
  ~Child();  // ends it
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // In a child: the descriptor that its bytes go to, for whoever closes all others. Elsewhere -1.
  static int own_pipe();

  int fd() const { return pipe_; }  // to poll for reading; -1 once it has ended
  [[nodiscard]] bool listen();      // reads what has arrived; true: it has ended
  void dismiss();                   // its `wanted` returns false from now on
  long polls() const;               // how often its job called `wanted` so far
  void end();                       // kills it

  Outcome& outcome() { return outcome_; }  // once it has ended

 private:
  struct Unmap {
    void operator()(SharedPage* page) const;
  };
  using Page = std::unique_ptr<SharedPage, Unmap>;
  static constexpr std::size_t head_size = 9;  // length and kind

  Child(pid_t pid, int pipe, Page page) : pid_(pid), pipe_(pipe), page_(std::move(page)) {}
  static Page make_page();
  bool take_in();
  bool is_whole() const;
  bool has_died();
  void finish();
  void explain(bool was_ended = false);

  pid_t pid_;
  int pipe_;
  Page page_;
  std::string head_, bytes_;
  bool reaped_ = false;
  std::optional<int> status_;  // of waitpid; nothing: already reaped elsewhere
  Outcome outcome_;
};

// For a new process that will run foreign code: it ends with its parent, its crashes end it without
// a core dump, and its positions are its own.
void begin_process(pid_t parent);

// In a process that was forked to run foreign code: SIGINT, SIGTERM and SIGHUP mean nothing, unless
// it raises them itself.
void leave_requests_to_parent();

// Checks again for some milliseconds: a joined thread stays on the system's list a little longer.
bool has_other_threads();

}  // namespace bw
