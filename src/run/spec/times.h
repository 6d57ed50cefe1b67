#pragma once
// Times as people write them: "10", "10ms", "1.5 h".

#include <string>
#include <string_view>

namespace bw::run {

struct WrittenTime {
  double seconds = 0;
  std::string wrong{};  // why it is no time, as the end of a sentence: "'kW' is no unit of time"
};

// Without a unit it is in seconds.
WrittenTime read_time(std::string_view text);

// In another unit, as the decimal that is meant: 1.8 s are 0.03 min, not 0.030000000000000002.
double in_unit(double seconds, double seconds_per_unit);

}  // namespace bw::run
