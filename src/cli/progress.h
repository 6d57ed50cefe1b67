#pragma once
// A progress bar on standard error: only on a terminal and only for runs longer than half a second.

#include <chrono>

#include "run/spec/run_spec.h"

namespace bw::cli {

class ProgressBar {
 public:
  ~ProgressBar() { clear(); }
  void show(const run::Progress& progress);
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin_ = Clock::now(), last_ = begin_;
  bool visible_ = false;
};

bool on_terminal();  // is standard error one?

}  // namespace bw::cli
