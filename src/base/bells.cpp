#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "base/bell.h"
#include "base/key.h"

namespace bw {
namespace {

// The second column of the table.
struct Grade {
  Severity severity;
  bool concerns_numbers;
};
namespace grades {
constexpr Grade note{Severity::note, false};
constexpr Grade cosmetic{Severity::warning, false};
constexpr Grade warning{Severity::warning, true};
constexpr Grade error{Severity::error, true};
}  // namespace grades

// Indexed by the code.
constexpr std::array kinds = {
#define BW_BELL(name, grade, when)                                      \
  BellKind{BellCode::name, key_of<#name>, grades::grade.severity, when, \
           grades::grade.concerns_numbers},
#include "base/bell_table.h"
#undef BW_BELL
};

std::string key_of_bell(const Bell& bell) {
  return std::to_string(static_cast<int>(bell.code)) + ' ' + bell.subject;
}

// The worst severity and its message are kept; the time is that of the first report.
void count_again(Bell& earlier, Bell bell) {
  if (bell.severity > earlier.severity) {
    bell.time = earlier.time;
    bell.count = earlier.count;
    earlier = std::move(bell);
  }
  ++earlier.count;
}

}  // namespace

std::span<const BellKind> bell_kinds() { return kinds; }

const BellKind& kind(BellCode code) { return kinds[static_cast<std::size_t>(code)]; }

std::string_view name(Severity severity) {
  switch (severity) {
    case Severity::note: return "note";
    case Severity::warning: return "warning";
    case Severity::error: return "error";
  }
  return "?";
}

thread_local long RingTurn::of_this_thread = 0;  // NOLINT: see there

void Bells::ring(Bell bell) {
  const std::scoped_lock lock(mutex_);
  std::string key = key_of_bell(bell);
  if (const auto found = places_.find(key); found != places_.end())
    return count_again(rung_[found->second], std::move(bell));
  const long turn = RingTurn::of_this_thread;
  std::size_t place = rung_.size();
  while (turn > 0 && place > 0 && turns_[place - 1] > turn) ++places_[key_of_bell(rung_[--place])];
  const auto offset = static_cast<std::ptrdiff_t>(place);
  rung_.insert(rung_.begin() + offset, std::move(bell));
  turns_.insert(turns_.begin() + offset, turn);
  places_.emplace(std::move(key), place);
}

void Bells::ring(BellCode code, double time, std::string subject, std::string message,
                 double measured, double limit) {
  ring({.code = code,
        .severity = kind(code).severity,
        .time = time,
        .subject = std::move(subject),
        .measured = measured,
        .limit = limit,
        .message = std::move(message)});
}

bool Bells::has(Severity severity) const {
  return std::ranges::any_of(rung_, [&](const Bell& b) { return b.severity == severity; });
}

}  // namespace bw
