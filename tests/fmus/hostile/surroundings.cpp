// Changes of what belongs to the whole process: the host has to be none the wiser.

#include <dlfcn.h>
#include <fenv.h>
#include <locale.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#ifdef __x86_64__
#include <immintrin.h>
#endif

#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <string>
#include <system_error>

#include "misdeeds.h"

namespace hostile {
namespace {

void change_directory(Scene&) {
  if (chdir("/") != 0) std::abort();
}

void change_locale(Scene&) {
  setlocale(LC_ALL, "C.UTF-8");
  setlocale(LC_NUMERIC, "de_DE.UTF-8");
}

void change_environment(Scene&) {
  for (const char* name : {"PATH", "HOME", "TMPDIR", "XDG_CACHE_HOME"}) unsetenv(name);
  setenv("LC_ALL", "tlh", 1);
  setenv("TZ", "Nowhere", 1);
}

void change_umask(Scene&) { umask(0777); }

void block_signals(Scene&) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, nullptr);
}

void take_signals(Scene&) {
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
    signal(number, [](int) { _exit(77); });
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGCHLD, SIGPIPE}) signal(number, SIG_IGN);
}

void drop_signal_stack(Scene&) {
  stack_t none{};
  none.ss_flags = SS_DISABLE;
  sigaltstack(&none, nullptr);
}

void set_alarm(Scene&) {
  itimerval soon{};
  soon.it_value.tv_usec = 1000;
  setitimer(ITIMER_REAL, &soon, nullptr);
  usleep(20000);
}

// ---- numbers ----

void enable_traps(Scene&) {
  feclearexcept(FE_ALL_EXCEPT);  // else what was raised long ago would trap now
  feenableexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW);
}

void change_rounding(Scene&) { fesetround(FE_UPWARD); }

void flush_to_zero(Scene&) {
#ifdef __x86_64__
  _mm_setcsr(_mm_getcsr() | 0x8040);  // FTZ and DAZ
#endif
}

void change_precision(Scene&) {
#ifdef __x86_64__
  unsigned short word = 0;
  __asm__ volatile("fnstcw %0" : "=m"(word));
  word = static_cast<unsigned short>(word & ~0x0300u);  // 24 bits
  __asm__ volatile("fldcw %0" : : "m"(word));
#endif
}

// ---- the process as the kernel sees it ----

void hide(Scene&) { prctl(PR_SET_DUMPABLE, 0); }
void survive_the_parent(Scene&) { prctl(PR_SET_PDEATHSIG, 0); }
void change_user(Scene&) {
  if (seteuid(65534) != 0) return;  // only root can
}
void ask_to_be_traced(Scene&) { ptrace(PTRACE_TRACEME, 0, nullptr, nullptr); }
void step_back(Scene&) { setpriority(PRIO_PROCESS, 0, 19); }
void rename_itself(Scene&) { prctl(PR_SET_NAME, "a) R 1 1 1 (b"); }

void stay_on_one_core(Scene&) {
  cpu_set_t set;
  sched_getaffinity(0, sizeof set, &set);
  int first = 0;
  while (first < CPU_SETSIZE - 1 && !CPU_ISSET(first, &set)) ++first;
  CPU_ZERO(&set);
  CPU_SET(first, &set);
  sched_setaffinity(0, sizeof set, &set);
}

// ---- its own files ----

// ROOT/binaries/PLATFORM/hostile.so
std::filesystem::path root() {
  Dl_info info{};
  static const int here = 0;
  if (dladdr(&here, &info) == 0) return {};
  return std::filesystem::path(info.dli_fname).parent_path().parent_path().parent_path();
}

void remove_below(const char* folder) {
  // Only what is surely an unpacked FMU: this code may be loaded from anywhere.
  if (!std::filesystem::exists(root() / "modelDescription.xml")) return;
  std::error_code ignored;
  std::filesystem::remove_all(root() / folder, ignored);
}

void remove_resources(Scene&) { remove_below("resources"); }
void remove_library(Scene&) { remove_below("binaries"); }

const Deed table[] = {
    {"chdir", change_directory},
    {"locale", change_locale},
    {"environment", change_environment},
    {"umask", change_umask},
    {"block-signals", block_signals},
    {"signal-handlers", take_signals},
    {"no-signal-stack", drop_signal_stack},
    {"alarm", set_alarm},
    {"fp-traps", enable_traps},
    {"fp-rounding", change_rounding},
    {"fp-flush-to-zero", flush_to_zero},
    {"fp-x87-precision", change_precision},
    {"not-dumpable", hide},
    {"no-parent-death-signal", survive_the_parent},
    {"seteuid", change_user},
    {"ptrace", ask_to_be_traced},
    {"priority", step_back},
    {"process-name", rename_itself},
    {"affinity", stay_on_one_core},
    {"remove-resources", remove_resources},
    {"remove-library", remove_library},
};

}  // namespace

Deeds surroundings() { return {std::begin(table), std::end(table)}; }

}  // namespace hostile
