// Ends of the process that look orderly, and calls that never return.

#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <mutex>
#include <thread>

#include "misdeeds.h"

namespace hostile {
namespace {

void wait_long() { std::this_thread::sleep_for(std::chrono::hours(1)); }

void exit_0(Scene&) { std::exit(0); }
void exit_3(Scene&) { std::exit(3); }
void exit_at_once(Scene&) { _exit(0); }
void exit_quickly(Scene&) { std::quick_exit(0); }

void exit_from_thread(Scene&) {
  std::thread([] { std::exit(5); }).detach();
  wait_long();
}

void become_another(Scene&) { execl("/bin/true", "true", static_cast<char*>(nullptr)); }

void end_thread(Scene&) { pthread_exit(nullptr); }

void cancel_thread(Scene&) {
  pthread_cancel(pthread_self());
  pthread_testcancel();
}

void kill_group(Scene&) {
  kill(0, SIGTERM);
  if (FIRST_TIME) std::this_thread::sleep_for(std::chrono::milliseconds(50));  // until it arrives
}

// ---- no return ----

// The name of the thread says that it is reached: tools/misdeed_runs.py ends the run only then. A
// file could not be written everywhere.
void announce() { prctl(PR_SET_NAME, "misdeed"); }

void loop(Scene&) {
  announce();
  for (volatile unsigned turns = 0;;) turns = turns + 1;
}

void loop_stubbornly(Scene& scene) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
  for (int number = 1; number < NSIG; ++number) signal(number, SIG_IGN);
  loop(scene);
}

void sleep_forever(Scene&) {
  announce();
  for (;;) wait_long();
}

void lock_twice(Scene&) {
  static std::mutex mutex;
  mutex.lock();
  announce();
  mutex.lock();
}

void read_from_nobody(Scene&) {
  int ends[2];
  char byte;
  if (pipe(ends) != 0) return;
  announce();
  while (read(ends[0], &byte, 1) != 1) {
  }
}

void stop(Scene&) {
  announce();
  raise(SIGSTOP);
}

const Deed table[] = {
    {"exit-0", exit_0},
    {"exit-3", exit_3},
    {"_exit-0", exit_at_once},
    {"quick-exit", exit_quickly},
    {"exit-from-thread", exit_from_thread},
    {"exec", become_another},
    {"pthread-exit", end_thread},
    {"pthread-cancel", cancel_thread},
    {"kill-group", kill_group},
    {"endless-loop", loop},
    {"stubborn-loop", loop_stubbornly},
    {"sleep", sleep_forever},
    {"deadlock", lock_twice},
    {"read-pipe", read_from_nobody},
    {"raise-stop", stop},
};

}  // namespace

Deeds departures() { return {std::begin(table), std::end(table)}; }

}  // namespace hostile
