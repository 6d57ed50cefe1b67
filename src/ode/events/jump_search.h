#pragma once
// Where does f jump, although nothing announced it? Bisection of f along the expected solution:
//
//   of two halves keep the one over which f changes more; a jump keeps its height however short the
//   bracket becomes, what is smooth loses half of it each time
//
// Source: C. W. Gear, O. Osterby 1984 (discontinuities show as steps that fail again and again).

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace bw::ode {

class JumpSearch {
 public:
  using Slope = std::function<void(double t, std::span<double> dx)>;
  struct Place {
    double lo, hi;  // neighbours on the clock: the last time before, the first one behind
  };

  explicit JumpSearch(std::size_t states) : lo_(states), middle_(states), hi_(states) {}

  // Between lo and hi; nothing: f only changes fast.
  std::optional<Place> find(double lo, double hi, const Slope& slope);

 private:
  double change(std::span<const double> a, std::span<const double> b) const;

  std::vector<double> lo_, middle_, hi_, size_;
};

}  // namespace bw::ode
