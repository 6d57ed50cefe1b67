#include "base/process/shared_memory.h"

#include <pthread.h>
#include <sys/mman.h>

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

namespace bw {
namespace {

struct Mapping {
  void* memory;
  std::size_t bytes;
  bool is_pinned = false;
};

struct Mappings {
  std::mutex mutex;
  std::vector<Mapping> all;
};

// Never destroyed: some are unmapped by destructors that run later.
Mappings& mappings() {
  // NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
  static Mappings* const only = new Mappings;
  return *only;
}

// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables): inherited by fork
thread_local bool is_own_fork = false;
bool foreign_copy = false;
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

constexpr int usual_flags = MAP_ANONYMOUS | MAP_NORESERVE;

}  // namespace

void* map_shared(std::size_t bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | usual_flags, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  const std::scoped_lock lock(mappings().mutex);
  mappings().all.push_back({memory, bytes});
  return memory;
}

void unmap_shared(void* memory) {
  const std::scoped_lock lock(mappings().mutex);
  std::erase_if(mappings().all, [&](const Mapping& one) {
    return one.memory == memory && munmap(one.memory, one.bytes) == 0;
  });
}

void pin_shared(const void* memory) {
  const std::scoped_lock lock(mappings().mutex);
  for (Mapping& one : mappings().all) one.is_pinned = one.is_pinned || one.memory == memory;
}

namespace {

// Without a lock: called after fork() as well, where nobody could release it.
void make_private(bool with_pinned) {
  for (const Mapping& one : mappings().all)
    if (with_pinned || !one.is_pinned)
      (void)mmap(one.memory, one.bytes, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_FIXED | usual_flags, -1, 0);  // else it stays as it is
}

void after_fork() {
  if (std::exchange(is_own_fork, false)) return;  // what it forks itself is ours no more
  foreign_copy = true;
  make_private(true);
}

}  // namespace

void drop_shared() {
  const std::scoped_lock lock(mappings().mutex);
  make_private(false);
}

void keep_from_foreign_copies() { pthread_atfork(nullptr, nullptr, after_fork); }

bool is_foreign_copy() { return foreign_copy; }

OwnFork::OwnFork() { is_own_fork = true; }
OwnFork::~OwnFork() { is_own_fork = false; }

}  // namespace bw
