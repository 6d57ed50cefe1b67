#pragma once
// Memory that a process shares with those that it forks later, in both directions.

#include <cstddef>

namespace bw {

// Zeros, of which only pages that are written to take memory; null: the system gives none.
void* map_shared(std::size_t bytes);
void unmap_shared(void* memory);  // null: nothing

// For a process that does not trust the code that it will run: everything that map_shared() gave it
// or those that it was forked from becomes its own, filled with zeros, except what is pinned.
void pin_shared(const void* memory);
void drop_shared();

// From now on a process that foreign code forks from this one has none of the memory: it is a copy
// that believes to be the run. Forks of ours say so, from construction to destruction.
void keep_from_foreign_copies();
bool is_foreign_copy();
class OwnFork {
 public:
  OwnFork();
  ~OwnFork();
  OwnFork(const OwnFork&) = delete;
  OwnFork& operator=(const OwnFork&) = delete;
};

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
