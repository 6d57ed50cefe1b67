// Processes and threads that the host did not ask for. All end by themselves within half a minute,
// so that no mistake of a test lasts.

#include <sys/types.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <iterator>
#include <thread>

#include "misdeeds.h"

namespace hostile {
namespace {

constexpr int bomb_size = 50;
constexpr unsigned life = 30;  // seconds

void sleep_and_end() {
  sleep(life);
  _exit(0);
}

void fork_bomb(Scene&) {
  if (!FIRST_TIME) return;
  for (int i = 0; i < bomb_size; ++i)
    if (fork() == 0) sleep_and_end();
}

void make_daemon(Scene&) {
  if (!FIRST_TIME) return;
  if (fork() != 0) return;
  setsid();
  if (fork() == 0) sleep_and_end();
  _exit(0);
}

void leave_zombie(Scene&) {
  if (FIRST_TIME && fork() == 0) _exit(0);
}

// Both processes return from the call, and both believe that they are the run.
void return_twice(Scene&) {
  if (!FIRST_TIME) return;
  if (fork() == 0) alarm(life);
}

void crash_in_thread(Scene&) {
  std::thread([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    std::abort();
  }).detach();
  std::this_thread::sleep_for(std::chrono::seconds(life));
}

void linger(Scene&) {
  if (!FIRST_TIME) return;
  std::thread([] { std::this_thread::sleep_for(std::chrono::seconds(life)); }).detach();
}

void compute_on(Scene&) {
  if (!FIRST_TIME) return;
  std::thread([] {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(life);
    while (std::chrono::steady_clock::now() < end) {
    }
  }).detach();
}

// ---- what crashes when a thread or the process ends ----

struct CrashesAtEnd {
  bool armed = false;
  ~CrashesAtEnd() {
    if (armed) std::abort();
  }
};

void arm_thread(Scene&) {
  thread_local CrashesAtEnd last_words;
  last_words.armed = true;
}

void arm_process(Scene&) {
  if (FIRST_TIME) (void)std::atexit([] { std::abort(); });
}

const Deed table[] = {
    {"fork-bomb", fork_bomb},           {"daemon", make_daemon},
    {"zombie", leave_zombie},           {"fork-returns-twice", return_twice},
    {"thread-crash", crash_in_thread},  {"thread-lingers", linger},
    {"thread-computes-on", compute_on}, {"thread-local-crash", arm_thread},
    {"atexit-crash", arm_process},
};

}  // namespace

Deeds offspring() { return {std::begin(table), std::end(table)}; }

}  // namespace hostile
