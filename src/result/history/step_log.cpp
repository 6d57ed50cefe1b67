#include "result/history/step_log.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bw::result {
namespace {

void extend(StepSpan& span, const StepSpan& by) {
  span.end = by.end;
  span.shortest = std::min(span.shortest, by.shortest);
  span.longest = std::max(span.longest, by.longest);
  span.error = std::fmax(span.error, by.error);  // the other one, where one is nan
  span.steps += by.steps;
  span.rejected += by.rejected;
}

}  // namespace

void StepLog::accepted(double begin, double end, double error) {
  if (waiting_) add(*waiting_);
  waiting_ = StepSpan{begin, end, end - begin, end - begin, error, 1, rejected_};
  rejected_ = 0;
}

void StepLog::add(const StepSpan& step) {
  if (!spans_.empty() && spans_.back().steps < size_) return extend(spans_.back(), step);
  if (spans_.size() == most) halve();
  spans_.push_back(step);
}

void StepLog::halve() {
  for (std::size_t i = 0; i < most / 2; ++i) {
    StepSpan both = spans_[2 * i];
    extend(both, spans_[2 * i + 1]);
    spans_[i] = both;
  }
  spans_.resize(most / 2);
  size_ *= 2;
}

std::vector<StepSpan> StepLog::spans() const {
  StepLog whole = *this;
  if (whole.waiting_) whole.add(*whole.waiting_);
  return std::move(whole.spans_);
}

}  // namespace bw::result
