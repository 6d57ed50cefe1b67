#pragma once
// The floating-point environment (rounding, flush-to-zero, traps) that an FMU must not change under
// us. Looking takes a nanosecond, so it is done after every call. Sticky exception flags are not
// looked at: computing sets them.

#if defined(__x86_64__)
#include <xmmintrin.h>
#else
#include <cfenv>
#endif

namespace bw::fmi {

#if defined(__x86_64__)

class FloatingPoint {
 public:
  FloatingPoint() : sse_(_mm_getcsr() & control_bits), x87_(x87()) {}

  // True when something had changed; it is as before now.
  bool restore() const {
    if ((_mm_getcsr() & control_bits) == sse_ && x87() == x87_) [[likely]] return false;
    _mm_setcsr(sse_);
    const unsigned short word = x87_;
    asm volatile("fnclex\n\tfldcw %0" : : "m"(word));
    return true;
  }

 private:
  static constexpr unsigned control_bits = 0xFFC0;  // masks, rounding, FTZ, DAZ
  static unsigned short x87() {
    unsigned short word = 0;
    asm volatile("fnstcw %0" : "=m"(word));
    return word;
  }

  unsigned sse_;
  unsigned short x87_;
};

#else

class FloatingPoint {
 public:
  FloatingPoint() : rounding_(std::fegetround()) {}
  bool restore() const {
    if (std::fegetround() == rounding_) [[likely]] return false;
    std::fesetround(rounding_);
    return true;
  }

 private:
  int rounding_;
};

#endif

}  // namespace bw::fmi
