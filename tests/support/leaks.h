#pragma once
// An FMU that answered fatal, or threw, must not even be freed: what it holds is lost on purpose.
// While one of these lives the leak checker looks away.

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/lsan_interface.h>
#endif

namespace bw::test {

#if defined(__SANITIZE_ADDRESS__)
using LeaksAllowed = __lsan::ScopedDisabler;
#else
struct LeaksAllowed {
  LeaksAllowed() {}
  ~LeaksAllowed() {}
};
#endif

}  // namespace bw::test
