// Signals, corrupted memory and exceptions. Much is volatile: else the compiler sees a misdeed
// coming, and leaves it out.

#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#undef NDEBUG
#include <cassert>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>

#include "misdeeds.h"

namespace hostile {

jmp_buf first_call;

namespace {

void* volatile nowhere = nullptr;

void fill(void* memory, int byte, std::size_t size) {
  auto* bytes = static_cast<volatile unsigned char*>(memory);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<unsigned char>(byte);
}

void read_null(Scene&) { (void)*static_cast<volatile int*>(nowhere); }
void write_null(Scene&) { *static_cast<volatile int*>(nowhere) = 1; }
void jump_to_null(Scene&) { reinterpret_cast<void (*)()>(nowhere)(); }

void read_behind_file(Scene&) {
  const int file = memfd_create("short", 0);
  if (file < 0 || ftruncate(file, 4096) != 0) std::abort();
  void* memory = mmap(nullptr, 4096, PROT_READ, MAP_SHARED, file, 0);
  if (ftruncate(file, 0) != 0 || memory == MAP_FAILED) std::abort();
  (void)*static_cast<volatile char*>(memory);
}

void trap(Scene&) { __builtin_trap(); }

void divide(Scene&) {
  volatile int zero = 0;
#if defined(__x86_64__) || defined(__i386__)
  volatile int one = 1;
  one = one / zero;
#else
  raise(SIGFPE + zero);  // other processors do not trap
#endif
}

void abort_run(Scene&) { std::abort(); }

void assert_wrongly(Scene&) { assert(nowhere != nullptr); }

void terminate(Scene&) { std::terminate(); }

int recurse(int depth) {
  if (nowhere != nullptr) return 0;  // never
  volatile char room[4096];
  room[depth % 4096] = static_cast<char>(depth);
  return recurse(depth + 1) + room[0];
}
void overflow_stack(Scene&) { std::printf("%d", recurse(0)); }

void free_twice(Scene&) {
  void* volatile memory = std::malloc(24);
  std::free(memory);
  std::free(memory);
}

// Before the block stands its size: a write there is noticed by free() at the latest.
void smash_heap(Scene&) {
  char* volatile memory = static_cast<char*>(std::malloc(24));
  fill(memory - 8, 'A', 8192);
  for (std::size_t size = 16; size < 300000; size += 1000) {
    void* volatile other = std::malloc(size);
    std::free(other);
  }
  std::free(memory);
}

void use_freed(Scene&) {
  struct Caller {
    void (*function)();
    char more[40];
  };
  Caller* volatile freed = static_cast<Caller*>(std::malloc(sizeof(Caller)));
  std::free(freed);
  void* volatile next = std::malloc(sizeof(Caller));
  fill(next, 'A', sizeof(Caller));
  freed->function();
}

void free_the_hosts(Scene& scene) {
  if (scene.callbacks == nullptr) return;
  void* volatile not_ours = scene.callbacks->componentEnvironment;
  std::free(not_ours);
  std::free(not_ours);  // the C library may not have noticed the first time
}

// ---- code ----

__attribute__((noinline, aligned(4096))) int victim() {
  volatile int one = 1;
  return one;
}
int (*volatile victim_function)() = victim;

void overwrite_library(Scene&) {
  auto* page = reinterpret_cast<unsigned char*>(victim_function);
  if (mprotect(page, 4096, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) std::abort();
  for (volatile int i = 0; i < 16; i = i + 2) {
    page[i] = 0x0f;  // ud2; elsewhere it is no instruction either
    page[i + 1] = 0x0b;
  }
  __builtin___clear_cache(reinterpret_cast<char*>(page), reinterpret_cast<char*>(page) + 16);
  victim_function();
}

void unmap_library(Scene&) {
  munmap(reinterpret_cast<void*>(victim_function), 4096);
  victim_function();
}

// All mappings with these permissions whose line contains `name`.
void overwrite_mappings(const char* permissions, const char* name, int protection) {
  char line[8192], found[5];
  std::FILE* maps = std::fopen("/proc/self/maps", "r");
  while (maps != nullptr && std::fgets(line, sizeof line, maps) != nullptr) {
    unsigned long begin = 0, end = 0;
    if (std::sscanf(line, "%lx-%lx %4s", &begin, &end, found) != 3 ||
        std::strcmp(found, permissions) != 0 || !std::strstr(line, name))
      continue;
    void* memory = reinterpret_cast<void*>(begin);
    if (mprotect(memory, end - begin, protection) == 0) fill(memory, 0xcc, end - begin);
  }
}

void overwrite_host(Scene&) {
  char self[4096] = "";
  if (readlink("/proc/self/exe", self, sizeof self - 1) < 0) std::abort();
  overwrite_mappings("r-xp", self, PROT_READ | PROT_WRITE | PROT_EXEC);
  std::abort();  // if the handler of the host is gone as well, the kernel ends it
}

// Whatever the processes of the host tell each other through.
void overwrite_shared(Scene&) {
  overwrite_mappings("rw-s", "", PROT_READ | PROT_WRITE);
  std::abort();
}

// ---- leaving a call in another way than by return ----

jmp_buf before;
__attribute__((noinline)) int remember() { return setjmp(before); }

void jump_out(Scene&) {
  if (remember() == 0) longjmp(before, 1);  // into a frame that has ended
  std::abort();
}

// Into a frame of the first call into this library, which ended long ago, and from there into the
// host.
void jump_far(Scene&) { longjmp(first_call, 1); }

void throw_standard(Scene&) { throw std::runtime_error("An exception from inside an FMU."); }
void throw_number(Scene&) { throw 42; }
void throw_bad_alloc(Scene&) { throw std::bad_alloc(); }

template <int signal_number>
void raise_signal(Scene&) {
  raise(signal_number);
}
void kill_itself(Scene&) { kill(getpid(), SIGKILL); }

const Deed table[] = {
    {"null-read", read_null},
    {"null-write", write_null},
    {"jump-to-null", jump_to_null},
    {"bus-error", read_behind_file},
    {"illegal-instruction", trap},
    {"division-trap", divide},
    {"abort", abort_run},
    {"assert", assert_wrongly},
    {"terminate", terminate},
    {"stack-overflow", overflow_stack},
    {"double-free", free_twice},
    {"heap-smash", smash_heap},
    {"use-after-free", use_freed},
    {"free-the-hosts", free_the_hosts},
    {"overwrite-library", overwrite_library},
    {"unmap-library", unmap_library},
    {"overwrite-host", overwrite_host},
    {"overwrite-shared", overwrite_shared},
    {"longjmp", jump_out},
    {"longjmp-far", jump_far},
    {"throw-standard", throw_standard},
    {"throw-number", throw_number},
    {"throw-bad-alloc", throw_bad_alloc},
    {"raise-kill", raise_signal<SIGKILL>},
    {"raise-term", raise_signal<SIGTERM>},
    {"raise-int", raise_signal<SIGINT>},
    {"raise-pipe", raise_signal<SIGPIPE>},
    {"raise-alarm", raise_signal<SIGALRM>},
    {"kill-itself", kill_itself},
};

}  // namespace

Deeds crashes() { return {std::begin(table), std::end(table)}; }

}  // namespace hostile
