#pragma once
// A broken promise is a crash, so that libFuzzer keeps the input.

#include <cstdio>
#include <cstdlib>

namespace bw::fuzz {

inline void require(bool kept, const char* promise) {
  if (kept) return;
  std::fprintf(stderr, "Broken: %s.\n", promise);
  std::abort();
}

}  // namespace bw::fuzz
