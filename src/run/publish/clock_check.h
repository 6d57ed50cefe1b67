#pragma once
// Limits how often something happens, without reading the clock at every call: reading costs as
// much as a short step. The number of calls between readings follows the time between them.

#include <algorithm>
#include <chrono>

namespace bw::run {

class ClockCheck {
 public:
  // Call it often; true the first time and then a few times a second.
  bool is_time() {
    if (--left_ > 0) [[likely]]
      return false;
    constexpr auto too_often = std::chrono::milliseconds(20),
                   too_rare = std::chrono::milliseconds(200);
    constexpr int most_patience = 1 << 16;
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < too_often) patience_ = std::min(patience_ * 2, most_patience);
    if (now - last_ > too_rare) patience_ = std::max(patience_ / 8, 1);
    last_ = now;
    left_ = patience_;
    return true;
  }

  // The same for a caller that comes rarely: reads the clock at every call.
  bool is_time_now() {
    if (std::chrono::steady_clock::now() - last_ < std::chrono::milliseconds(50)) return false;
    left_ = 1;
    return is_time();
  }

 private:
  int left_ = 1, patience_ = 1;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace bw::run
