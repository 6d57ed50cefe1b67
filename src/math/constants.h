#pragma once

#include <limits>

namespace bw::math {

constexpr double epsilon =
    std::numeric_limits<double>::epsilon();  // 1 + epsilon is the number after 1
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

}  // namespace bw::math
