#pragma once
// Time spent in very short calls. Reading a clock twice per call would cost as much as the call, so
// short calls are sampled: one in `stride`, which represents the others. Long calls are all timed.

#include <algorithm>
#include <chrono>

namespace bw {

inline double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

class Stopwatch {
 public:
  template <class Work>
  decltype(auto) time(Work&& work) {
    if (--until_sample_ > 0) return work();
    const Clock::time_point begin = Clock::now();
    struct Stop {
      Stopwatch& watch;
      Clock::time_point begin;
      ~Stop() { watch.add(seconds_since(begin)); }
    } stop{*this, begin};
    return work();
  }

  double seconds() const { return seconds_; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr long stride = 64;
  static constexpr double worth_timing = 2e-6;
  static constexpr double outlier = 1e-4;

  void add(double seconds) {
    // An outlier (a page fault, a full buffer) is not typical of the calls that were not timed.
    seconds_ += seconds + static_cast<double>(stands_for_ - 1) * std::min(seconds, outlier);
    stands_for_ = seconds < worth_timing ? stride : 1;
    until_sample_ = stands_for_;
  }

  double seconds_ = 0;
  long until_sample_ = 1, stands_for_ = 1;
};

}  // namespace bw
