#pragma once
// Random numbers that do not depend on the standard library: it fixes what its engine gives, but
// not what its distributions make of that.

#include <cmath>
#include <cstdint>
#include <random>

namespace bw::test {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  double between(double low, double high) {
    return low + (high - low) * std::ldexp(static_cast<double>(engine_() >> 11), -53);
  }
  std::size_t below(std::size_t count) {
    return static_cast<std::size_t>(between(0, static_cast<double>(count)));
  }
  bool in(std::size_t count) {
    return below(count) == 0;
  }  // on average once in the given number of calls
  double sign() { return in(2) ? 1 : -1; }

 private:
  std::mt19937_64 engine_;
};

}  // namespace bw::test
