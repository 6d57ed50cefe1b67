#include "run/publish/progress_meter.h"

#include <algorithm>

#include "base/run_control.h"
#include "base/stopwatch.h"

namespace bw::run {
namespace {

constexpr double most_shown = 0.999;

}  // namespace

void ProgressMeter::expect(double work) {
  if (work == expected_) return;
  expected_ = work;
  shown_before_ = shown_;
  done_before_ = done_;
}

void ProgressMeter::report(double done, std::optional<double> time) {
  if (!has_begun_) note_phase("simulating");
  has_begun_ = true;
  if (!show_) return;
  done_ = std::max(done, done_);
  const double ahead = expected_ - done_before_;
  const double fraction =
      ahead > 0 ? shown_before_ + (1 - shown_before_) * (done_ - done_before_) / ahead : shown_;
  shown_ = std::clamp(fraction, shown_, most_shown);
  Progress progress{.fraction = shown_, .time = time, .eta_seconds = {}, .phase = phase_};
  if (done_ > 0)
    progress.eta_seconds = seconds_since(begin_) * std::max(0.0, expected_ - done_) / done_;
  show_(progress);
}

}  // namespace bw::run
