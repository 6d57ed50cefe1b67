#include "model/isolated/window.h"

#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <limits>
#include <new>
#include <system_error>
#include <utility>

#include "base/process/shared_memory.h"

namespace bw::model {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int futex_wait = 0, futex_wake = 1;  // <linux/futex.h>
constexpr std::chrono::microseconds spin_time(20);
// Waits without spinning after one spin in vain; twice as many after each further one, so that the
// time lost is small against the work.
constexpr int least_pause = 8, most_pause = 8192;
constexpr int watch_interval = 5;  // milliseconds

static_assert(sizeof(std::atomic<Window::Turn>) == sizeof(std::uint32_t));

std::atomic<std::uint32_t>& word_of(std::atomic<Window::Turn>& turn) {
  return reinterpret_cast<std::atomic<std::uint32_t>&>(turn);  // NOLINT: a futex is a word
}

bool has_several_processors() {
  cpu_set_t usable;
  CPU_ZERO(&usable);
  return sched_getaffinity(0, sizeof usable, &usable) == 0 && CPU_COUNT(&usable) > 1;
}

void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

}  // namespace

void WindowRelease::operator()(Window* window) const { unmap_shared(window); }

WindowMemory make_window() {
  void* memory = map_shared(sizeof(Window));
  if (memory == nullptr) throw std::system_error(errno, std::generic_category());
  WindowMemory window(new (memory) Window);
  window->may_spin = has_several_processors();
  return window;
}

void sleep_on(const std::atomic<std::uint32_t>& word, std::uint32_t value, int milliseconds) {
  timespec time{milliseconds / 1000, (milliseconds % 1000) * 1'000'000L};
  syscall(SYS_futex, &word, futex_wait, value, milliseconds > 0 ? &time : nullptr, nullptr, 0);
}

// All of them: a process that was killed counts as a sleeper until it has gone.
void wake_sleepers(std::atomic<std::uint32_t>& word) {
  syscall(SYS_futex, &word, futex_wake, std::numeric_limits<int>::max(), nullptr, nullptr, 0);
}

Window::Turn Channel::other() const {
  return own_ == Window::Turn::proxy ? Window::Turn::host : Window::Turn::proxy;
}

void Channel::hand_over() {
  window_.turn.store(other());  // sequentially consistent, as in await(): one sees the other
  if (window_.asleep[static_cast<std::size_t>(other())].load() != 0)
    wake_sleepers(word_of(window_.turn));
}

// True: it is our turn.
bool Channel::spin() {
  if (!window_.may_spin.load(std::memory_order_relaxed)) return false;
  if (pause_ > 0) {
    --pause_;
    return false;
  }
  const Clock::time_point end = Clock::now() + spin_time;
  do {
    for (int i = 0; i < 32; ++i) {
      if (window_.turn.load(std::memory_order_acquire) == own_) {
        next_pause_ = std::max(least_pause, next_pause_ / 2);
        return true;
      }
      relax();
    }
  } while (Clock::now() < end);
  pause_ = std::exchange(next_pause_, std::min(2 * next_pause_, most_pause));
  return false;
}

void Channel::await(const Watch& watch) {
  if (window_.turn.load(std::memory_order_acquire) == own_ || spin()) return;
  auto& asleep = window_.asleep[static_cast<std::size_t>(own_)];
  while (window_.turn.load(std::memory_order_acquire) != own_) {
    asleep.store(1);
    if (window_.turn.load() != own_)
      sleep_on(word_of(window_.turn), static_cast<std::uint32_t>(other()),
               watch ? watch_interval : 0);
    asleep.store(0);
    if (watch && window_.turn.load() != own_) watch();
  }
}

void Channel::send(std::string_view bytes, const Watch& watch) {
  for (;;) {
    const std::size_t length = std::min(bytes.size(), Window::size);
    std::memcpy(window_.bytes.data(), bytes.data(), length);
    bytes.remove_prefix(length);
    window_.length = length;
    window_.rest = bytes.size();
    hand_over();
    if (bytes.empty()) return;
    await(watch);
  }
}

std::string_view Channel::receive(const Watch& watch) {
  whole_.clear();
  for (;;) {
    await(watch);
    const std::string_view piece(window_.bytes.data(),
                                 std::min<std::uint64_t>(window_.length, Window::size));
    if (window_.rest == 0 && whole_.empty()) return piece;
    whole_ += piece;
    if (window_.rest == 0) return whole_;
    hand_over();
  }
}

}  // namespace bw::model
