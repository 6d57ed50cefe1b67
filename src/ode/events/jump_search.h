#pragma once
// Locates a discontinuity of f without an event, by bisection of f along the expected solution:
//
//   of two halves keep the one over which f changes more; a jump keeps its height however short
//   the bracket becomes, a smooth change halves each time
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
    double lo, hi;  // adjacent doubles: the last time before, the first one behind
  };

  explicit JumpSearch(std::size_t states) : lo_(states), middle_(states), hi_(states) {}

  // Between lo and hi; nothing: f is continuous there.
  std::optional<Place> find(double lo, double hi, const Slope& slope);

 private:
  double change(std::span<const double> a, std::span<const double> b) const;

  std::vector<double> lo_, middle_, hi_, size_;
};

}  // namespace bw::ode
