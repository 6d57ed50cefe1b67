#pragma once
// Copies of a host's process, and when they are no copy of the component in it. A copy has the
// memory of the original. It has no other thread, no child process and shares open connections, so
// that a component which uses these has no copy.

#include <sys/types.h>

#include <compare>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace bw::model {

// In a host. What was open and mapped before the component was made is not the component's.
class CopyRules {
 public:
  CopyRules();  // before the component's library is loaded

  // Why this process cannot be copied now, the end of a sentence: "it has 3 threads"; empty: it
  // can. To be called before every copy.
  std::string find_obstacle();
  bool has_files() const { return !files_.empty(); }  // of the component, when it last looked

  // In the original, before the copy is made: where its files stand.
  // In the copy, afterwards: gives it descriptors of its own for them. False: some cannot be had.
  [[nodiscard]] bool make_files_private() const;

 private:
  struct File {
    int descriptor, flags;
    long offset;
  };
  std::string look_at(int descriptor);
  std::string find_connections();
  std::string find_shared_memory() const;

  struct Identity {
    int descriptor;
    std::uint64_t device, file;
    bool operator==(const Identity&) const = default;
  };
  static Identity identity(int descriptor);

  std::vector<Identity> inherited_;
  std::size_t shared_mappings_;
  std::vector<File> files_;  // of the component, where the last call found them
  bool checked_memory_ = false;
};

// A child of this process's parent: whoever copies may end before its copy. 0 in the copy, -1 with
// errno. No handlers of pthread_atfork are called: there is one thread only.
pid_t copy_process();

// A process that is forked for foreign code: ends with its parent, from whatever state. False: the
// parent has gone already.
[[nodiscard]] bool bind_to_parent(pid_t parent);

}  // namespace bw::model
