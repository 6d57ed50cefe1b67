/* What a library built with -ffast-math does when it is loaded, in the open. */

#if defined(__x86_64__)
#include <xmmintrin.h>

__attribute__((constructor)) static void set_flush_to_zero(void) {
  _mm_setcsr(_mm_getcsr() | 0x8040);
}
#endif
