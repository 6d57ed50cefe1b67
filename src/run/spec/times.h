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

}  // namespace bw::run
