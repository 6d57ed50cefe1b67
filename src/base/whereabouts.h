#pragma once
// Which call into foreign code this thread is in, for the last words of a crashing or hanging run.
// Written before every such call, so it must cost nothing: two plain stores.

#include <string>
#include <utility>

namespace bw {

// A part as far as last words are concerned.
struct Visited {
  explicit Visited(std::string name) : part(std::move(name)) {}
  std::string part;
  double time = 0;
};

struct Whereabouts {
  const Visited* host = nullptr;  // null: in no part
  const char* call = "";
};

inline thread_local Whereabouts whereabouts;  // NOLINT: a signal handler has no other way to it

// In a call from construction to destruction, however it ends.
class Visit {
 public:
  Visit(const Visited& host, const char* call) { whereabouts = {&host, call}; }
  ~Visit() { whereabouts.host = nullptr; }
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;
};

}  // namespace bw
