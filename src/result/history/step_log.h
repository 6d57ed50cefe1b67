#pragma once
// The steps of a run in bounded memory, for pictures: when there are too many, two neighbours
// become one.

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

namespace bw::result {

// Some accepted steps in a row, and the attempts that were rejected before each.
struct StepSpan {
  double begin = 0, end = 0;         // in seconds
  double shortest = 0, longest = 0;  // of the accepted steps
  // The largest norm of the error of an accepted step; 1 is the tolerance, nan: not estimated.
  double error = std::numeric_limits<double>::quiet_NaN();
  long steps = 0, rejected = 0;
};

class StepLog {
 public:
  static constexpr std::size_t most = 4096;  // spans

  void accepted(double begin, double end, double error);
  void rejected() { ++rejected_; }
  void rolled_back() { waiting_.reset(); }  // drops the last step
  std::vector<StepSpan> spans() const;

 private:
  void add(const StepSpan& step);
  void halve();

  std::vector<StepSpan> spans_{};
  std::optional<StepSpan> waiting_{};  // may be rolled back
  long size_ = 1;                      // steps of a full span
  long rejected_ = 0;                  // since the last accepted step
};

}  // namespace bw::result
