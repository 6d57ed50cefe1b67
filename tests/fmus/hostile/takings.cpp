// Memory, descriptors and limits.

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <iterator>
#include <new>

#include "misdeeds.h"

namespace hostile {
namespace {

constexpr std::size_t mega = std::size_t(1) << 20;

void touch(void* memory, std::size_t size) {
  auto* bytes = static_cast<volatile char*>(memory);
  for (std::size_t i = 0; i < size; i += 4096) bytes[i] = 1;
}

// 100 GB at once. Where the kernel grants it nothing is touched: the machine is not ours.
void allocate_much(Scene&) {
  if (void* volatile memory = std::malloc(100'000 * mega)) std::free(memory);
  throw std::bad_alloc();
}

// All that there is, really used, under a limit of its own that spares the machine.
void allocate_all(Scene&) {
  rlimit limit{400 * mega, 400 * mega};
  setrlimit(RLIMIT_AS, &limit);
  for (;;) touch(operator new(8 * mega), 8 * mega);
}

// The same by somebody who does not look at what malloc returned.
void allocate_blindly(Scene&) {
  rlimit limit{400 * mega, 400 * mega};
  setrlimit(RLIMIT_AS, &limit);
  for (;;) touch(std::malloc(8 * mega), 8 * mega);
}

// ---- descriptors ----

void close_high(Scene&) {
  for (int descriptor = 3; descriptor < 1024; ++descriptor) close(descriptor);
}

void close_standard(Scene&) {
  for (int descriptor = 0; descriptor < 3; ++descriptor) close(descriptor);
}

void close_all(Scene& scene) {
  close_standard(scene);
  close_high(scene);
}

void replace_descriptors(Scene&) {
  const int null = open("/dev/null", O_RDWR);
  for (int descriptor = 0; descriptor < 64; ++descriptor)
    if (descriptor != null) dup2(null, descriptor);
}

void open_many(Scene&) {
  if (!FIRST_TIME) return;
  for (int i = 0; i < 2000; ++i) (void)open("/dev/null", O_RDONLY);
}

template <int kind>
void limit_to(rlim_t value) {
  rlimit limit{value, value};
  setrlimit(static_cast<__rlimit_resource>(kind), &limit);
}
void no_files(Scene&) { limit_to<RLIMIT_FSIZE>(0); }
void no_descriptors(Scene&) { limit_to<RLIMIT_NOFILE>(3); }
void one_second(Scene&) { limit_to<RLIMIT_CPU>(1); }
void no_processes(Scene&) { limit_to<RLIMIT_NPROC>(0); }

const Deed table[] = {
    {"allocate-100-gb", allocate_much},
    {"allocate-all", allocate_all},
    {"allocate-blindly", allocate_blindly},
    {"close-high", close_high},
    {"close-standard", close_standard},
    {"close-all", close_all},
    {"dup-over", replace_descriptors},
    {"open-many", open_many},
    {"rlimit-fsize", no_files},
    {"rlimit-nofile", no_descriptors},
    {"rlimit-cpu", one_second},
    {"rlimit-nproc", no_processes},
};

}  // namespace

Deeds takings() { return {std::begin(table), std::end(table)}; }

}  // namespace hostile
