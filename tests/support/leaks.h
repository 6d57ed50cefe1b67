#pragma once
// An FMU that answered fatal, or threw, must not even be freed: what it holds is lost on purpose.
// Disables the leak checker during its lifetime.

#include "support/sanitized.h"

#if BW_ADDRESS_SANITIZER
#include <sanitizer/lsan_interface.h>
#endif

namespace bw::test {

#if BW_ADDRESS_SANITIZER
using LeaksAllowed = __lsan::ScopedDisabler;
#else
struct LeaksAllowed {
  LeaksAllowed() {}
  ~LeaksAllowed() {}
};
#endif

}  // namespace bw::test
