#pragma once
// Which call into foreign code this thread is in, for the last words of a crashing or hanging run.
// Written before every such call, so it must cost nothing: three plain stores.

namespace bw {

struct Whereabouts {
  const char* part = nullptr;  // null: not inside a part
  const char* call = nullptr;
  double time = 0;
};

inline thread_local Whereabouts whereabouts;  // NOLINT: a signal handler has no other way to it

}  // namespace bw
