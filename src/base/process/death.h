#pragma once
// How a process ended in which foreign code ran, and what is said about it.

#include <string>

#include "base/bell.h"
#include "base/process/heartbeat.h"

namespace bw {

struct Death {
  enum class Kind {
    crashed,       // a signal
    exited,        // exit() or _exit()
    hung,          // a call did not return and was ended
    out_of_memory  // the system ended the process
  };
  Kind kind = Kind::crashed;
  int number = 0;                     // signal or exit code
  heartbeat::Whereabouts position{};  // without a component: in no call
};

// From the status of waitpid(): crashed, exited or out_of_memory.
Death death_of(int status, const heartbeat::Whereabouts& position);

BellCode bell_code(Death::Kind kind);
std::string sentence(const Death& death);
std::string signal_name(int signal);  // "SIGSEGV"

// From now on a SIGKILL is attributed to the system where it has ended some process for want of
// memory since.
void watch_memory();

}  // namespace bw
