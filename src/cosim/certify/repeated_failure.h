#pragma once
// Chains that end early with every step size: shorter steps do not help.

#include <algorithm>
#include <cmath>
#include <string>

#include "cosim/chain/chain.h"
#include "cosim/chain/mesh.h"

namespace bw::cosim {

class RepeatedFailure {
 public:
  // A chain with so many steps per interval ended early. True: the failure is the same as before,
  // so it does not depend on the step size. At the start the size has no influence, and an
  // instability needs some steps, however short they are.
  bool repeats(int steps, const Path& path, const Mesh& mesh) {
    constexpr int same_failures = 3;
    double longest = 0;
    for (std::size_t interval = 0; interval < mesh.intervals(); ++interval)
      longest = std::max(longest, mesh.end(interval) - mesh.begin(interval));
    const bool again = count_ > 0 && end_ == path.end && subject_ == path.subject &&
                       std::abs(time_ - path.time) <= longest / steps_;
    end_ = path.end;
    subject_ = path.subject;
    time_ = path.time;
    steps_ = steps;
    count_ = again ? count_ + 1 : 1;
    return path.rows == 0 || count_ >= same_failures;
  }

 private:
  Path::End end_{};
  std::string subject_{};
  double time_ = 0;
  int steps_ = 1, count_ = 0;  // of the last one, and of equal ones in a row
};

}  // namespace bw::cosim
