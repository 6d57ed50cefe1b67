#include "cli/progress.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace bw::cli {
namespace {

constexpr auto patience = std::chrono::milliseconds(500), pace = std::chrono::milliseconds(100);
constexpr int bar_width = 30;

}  // namespace

bool on_terminal() { return isatty(STDERR_FILENO) == 1; }

void ProgressBar::show(const run::Progress& progress) {
  const auto now = Clock::now();
  if (now - begin_ < patience || now - last_ < pace) return;
  last_ = now;
  visible_ = true;
  if (progress.most_steps > 0) {
    std::fprintf(stderr, "\r%ld steps so far, at most %ld \x1b[K", progress.steps,
                 progress.most_steps);
    std::fflush(stderr);
    return;
  }
  const double done = (progress.time - progress.start) / (progress.stop - progress.start);
  const int filled = std::clamp(static_cast<int>(done * bar_width), 0, bar_width);
  const double elapsed = std::chrono::duration<double>(now - begin_).count();
  const double left = done > 0 ? elapsed * (1 - done) / done : 0;
  std::fprintf(stderr, "\r[%s%s] %3.0f %%  t = %-10.6g %.0f s left \x1b[K",
               std::string(static_cast<std::size_t>(filled), '#').c_str(),
               std::string(static_cast<std::size_t>(bar_width - filled), '.').c_str(), 100 * done,
               progress.time, left);
  std::fflush(stderr);
}

void ProgressBar::clear() {
  if (!visible_) return;
  std::fprintf(stderr, "\r\x1b[K");
  std::fflush(stderr);
  visible_ = false;
}

}  // namespace bw::cli
