#include "cli/report/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/text.h"
#include "cli/report/standard_streams.h"

namespace bw::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto patience = std::chrono::milliseconds(500), pace = std::chrono::milliseconds(100);
constexpr auto json_pace = std::chrono::milliseconds(200);
constexpr std::size_t widest_bar = 30, narrowest_bar = 8, usual_width = 80;

void write_out(const std::string& text) {
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

class Bar final : public ProgressDisplay {
 public:
  ~Bar() override { clear(); }
  void show(const run::Progress& progress) override {
    const auto now = Clock::now();
    if (now - begin_ < patience || now - last_ < pace) return;
    last_ = now;
    is_visible_ = true;
    // One column stays free: a full line would wrap.
    write_out("\r" + progress_bar(progress, terminal_width(STDERR_FILENO, usual_width) - 1) +
              "\x1b[K");
  }
  void give_way() override { clear(); }
  void finish(bool /*complete*/, double /*time*/) override { clear(); }

 private:
  void clear() {
    if (is_visible_) write_out("\r\x1b[K");
    is_visible_ = false;
  }
  Clock::time_point begin_ = Clock::now(), last_ = begin_ - pace;
  bool is_visible_ = false;
};

class JsonLines final : public ProgressDisplay {
 public:
  void show(const run::Progress& progress) override {
    const auto now = Clock::now();
    if (now - last_ < json_pace && progress.phase == shown_.phase) return;
    last_ = now;
    shown_ = progress;
    shown_.fraction = std::max(progress.fraction, shown_.fraction);
    write_out(progress_json(shown_) + "\n");
  }
  void finish(bool complete, double time) override {
    shown_.time = time;
    shown_.phase = complete ? "done" : "ended";
    if (complete) shown_.fraction = 1;
    shown_.eta_seconds = 0;
    write_out(progress_json(shown_) + "\n");
  }

 private:
  Clock::time_point last_ = Clock::now() - json_pace;
  run::Progress shown_;
};

std::string number_or_null(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? shortest(*value) : "null";
}

}  // namespace

std::string time_left(double seconds) {
  if (!(seconds < 100 * 3600.0)) return "days";
  const long whole = std::lround(seconds);
  if (whole < 100) return fmt::format("{} s", whole);
  const long minutes = std::lround(seconds / 60);
  if (minutes < 100) return fmt::format("{} min", minutes);
  return fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

std::string progress_bar(const run::Progress& progress, std::size_t width) {
  const double fraction = std::clamp(progress.fraction, 0.0, 1.0);
  std::string text = fmt::format("{:3.0f} %  {}", std::floor(100 * fraction), progress.phase);
  if (!progress.eta_seconds && !progress.time) text = progress.phase + " ...";  // work unknown
  if (progress.time) text += fmt::format(", t = {}", brief(*progress.time, 6));
  if (progress.eta_seconds) text += fmt::format(", {} left", time_left(*progress.eta_seconds));
  const bool has_room = width >= text.size() + narrowest_bar + 3;
  if (!has_room || text.ends_with("...")) return text.substr(0, width);
  const std::size_t size = std::min(widest_bar, width - text.size() - 3);
  const auto filled = static_cast<std::size_t>(fraction * static_cast<double>(size));
  return "[" + std::string(filled, '#') + std::string(size - filled, '.') + "] " + text;
}

std::string progress_json(const run::Progress& progress) {
  std::optional<double> eta = progress.eta_seconds;
  if (eta) eta = std::round(*eta * 10) / 10;
  return fmt::format(R"({{"progress": {}, "time": {}, "eta_seconds": {}, "phase": "{}"}})",
                     shortest(std::round(progress.fraction * 1e4) / 1e4),
                     number_or_null(progress.time), number_or_null(eta), progress.phase);
}

std::vector<std::string> progress_kinds() { return {"bar", "json", "none"}; }

std::unique_ptr<ProgressDisplay> make_progress(const std::string& kind, bool quiet) {
  if (kind == "json") return std::make_unique<JsonLines>();
  if (kind == "none" || quiet || isatty(STDERR_FILENO) != 1) return nullptr;
  return std::make_unique<Bar>();
}

}  // namespace bw::cli
