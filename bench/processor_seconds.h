#pragma once
// Processor time of this process: others use the machine, too.

#include <ctime>

namespace bw::bench {

inline double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace bw::bench
