#pragma once
// Protects the floating-point environment from changes by an FMU.
//
// Changes that affect results (rounding, flush-to-zero) are detected by three additions, which are
// cheap compared with a call, after every group of calls. Reading the control registers waits for
// all arithmetic in flight, some ten nanoseconds; they also contain settings that cannot change a
// result (exception traps, the precision of the old x87 unit), so they are read now and then.

#include <cfenv>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace bw::fmi {

class FloatingPoint {
 public:
  FloatingPoint() : registers_(read()) {}

  // True when something had changed; it has been restored.
  [[gnu::always_inline]] bool restore() {
    if (numbers_are_sound() && --until_check_ > 0) [[likely]]
      return false;
    return restore_registers();
  }
  [[gnu::noinline]] bool restore_registers() {
    until_check_ = stride;
    if (read() == registers_) return false;
    write(registers_);
    return true;
  }

 private:
  static constexpr int stride = 16;

  // Rounding to nearest: 1 + little and 1 - little are both 1, so the right side is 0; in any other
  // mode they differ. Where subnormals are flushed or ignored, the left side is 0.
  static bool numbers_are_sound() {
    // Volatile, so that the compiler does not fold the sums.
    static volatile const double numbers[] = {1.0, 0x1p-60, 0x1p-1060};
    const double one = numbers[0], little = numbers[1], subnormal = numbers[2];
    return subnormal + subnormal > (one + little) - (one - little);
  }

#if defined(__x86_64__)
  struct Registers {
    unsigned sse;
    unsigned short x87;
    bool operator==(const Registers&) const = default;
  };
  static Registers read() {
    constexpr unsigned control_bits = 0xFFC0;  // masks, rounding, flush; not the sticky flags
    unsigned short word = 0;
    asm volatile("fnstcw %0" : "=m"(word));
    return {_mm_getcsr() & control_bits, word};
  }
  static void write(const Registers& r) {
    _mm_setcsr(r.sse);
    asm volatile("fnclex\n\tfldcw %0" : : "m"(r.x87));
  }
#else
  using Registers = int;
  static Registers read() { return std::fegetround(); }
  static void write(Registers r) { std::fesetround(r); }
#endif

  Registers registers_;
  int until_check_ = 1;
};

}  // namespace bw::fmi
