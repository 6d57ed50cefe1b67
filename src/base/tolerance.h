#pragma once
// The one accuracy wish of the user. Every room weighs errors in the same way:
//   w_i = relative * |y_i| + absolute.

namespace bw {

struct Tolerance {
  double relative = 1e-4;
  double absolute = 1e-4;
};

}  // namespace bw
