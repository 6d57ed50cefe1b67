#pragma once
// The process in which an isolated component lives: it makes the component, answers the messages of
// its proxy one after the other, and copies itself where the proxy wants a snapshot.
//
//   request:  verb, arguments
//   answer:   how it went, what is new for the user (news.h), results
//
//   copy:     host --clone--> copy; one of both waits in a berth, the other one goes on. Where the
//             component will soon return, that is the copy, so that the host stays what it is:
//             copies of copies cost the kernel more and more
//   restore:  the one that waits is wanted: it answers from now on, and the proxy ends the process
//             that answered before
//
// All of these processes are children of the proxy's process and end with it.

#include <signal.h>
#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "base/bell.h"
#include "model/isolated/letter.h"
#include "model/isolated/news.h"
#include "model/isolated/window.h"

namespace bw::model {

enum class Verb : std::uint8_t {
  ping,
  copy,
  repeat,  // calls that were answered before
  end,
  // of both components and models
  begin,
  evaluate,
  start,
  save,
  restore,
  finish,
  outputs,
  records,
  // of components
  advance,
  partials,
  report,
  // of models
  derivatives,
  indicators,
  nominals,
  handle_event,
  completed_step,
  jacobian
};

const char* words_of(Verb verb);  // "a step"; in sentences about a call

enum class Answer : std::uint8_t {
  done,
  thrown,  // an exception (exception_bytes)
  refused  // to copy itself; the reason
};

// Of an answer: equal for equal bits. That of a report is the same for all, as it has seconds in
// it, and so is that of an exception.
std::uint64_t fingerprint(Verb verb, Answer kind, std::string_view results);
inline std::uint64_t joined(std::uint64_t all, std::uint64_t next) {  // in this order
  return all * 0x9E3779B97F4A7C15U + next;
}

// The component in its host.
class Servant {
 public:
  virtual ~Servant() = default;
  virtual void introduce(Letter& answer) = 0;  // what the proxy has to know of it
  virtual void serve(Verb verb, OpenedLetter& request, Letter& answer) = 0;
};

using MakeServant = std::function<std::unique_ptr<Servant>(Bells& bells)>;

struct HostOrder {
  pid_t parent = 0;
  sigset_t signals{};  // blocked ones, as they were before the fork
  Window* window = nullptr;
  std::uint32_t number = 0;  // of this process, among those of the component
  const MakeServant* make = nullptr;
  const std::function<void()>* before = nullptr;  // called before anything foreign is loaded
};

// What a forked process does for the rest of its life.
[[noreturn]] void be_host(const HostOrder& order);

}  // namespace bw::model
