#pragma once
// Memory that a process shares with those that it forks later, in both directions.

#include <sys/mman.h>

#include <cstddef>

namespace bw {

// Zeros, of which only pages that are written to take memory; null: the system gives none.
inline void* map_shared(std::size_t bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

// The one `T` of this program, for which zeros are a valid value. Never unmapped, because threads
// and processes may use it to the last. Without shared memory it is this process's own.
template <class T>
T& shared_table() {
  // NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
  static T& table = []() -> T& {
    void* memory = map_shared(sizeof(T));
    return memory != nullptr ? *static_cast<T*>(memory) : *new T;
  }();
  return table;
}

}  // namespace bw
