#pragma once
// The table of direction numbers, embedded when the program is built (design/joe_kuo.txt).

#include <string_view>
#include <vector>

namespace bw::study {

struct DirectionText {
  std::string_view name, text;
};

const std::vector<DirectionText>& direction_texts();

}  // namespace bw::study
