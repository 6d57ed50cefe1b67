#pragma once
// The user's one tolerance. Every module weighs errors in the same way:
//   w_i = relative * |y_i| + A_i,   A_i = absolute where given, else relative * nominal_i.

#include <optional>

namespace bw {

struct Tolerance {
  double relative = 1e-4;
  std::optional<double> absolute{};

  bool operator==(const Tolerance&) const = default;
  double absolute_for(double nominal) const { return absolute.value_or(relative * nominal); }
};

}  // namespace bw
