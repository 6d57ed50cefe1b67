#include "model/isolated/window.h"

#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <limits>
#include <new>
#include <system_error>
#include <utility>

#include "base/process/shared_memory.h"
#include "base/read_file.h"

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

// Whether the other end would find one, too: /proc/loadavg says how many threads of the machine
// want to run now, this one among them.
bool has_free_processor() {
  cpu_set_t usable;
  CPU_ZERO(&usable);
  if (sched_getaffinity(0, sizeof usable, &usable) != 0) return false;
  long running = 1;
  if (const auto load = read_file("/proc/loadavg"))
    if (std::sscanf(load->c_str(), "%*f %*f %*f %ld", &running) != 1) running = 1;
  return running < CPU_COUNT(&usable);
}

// Whoever is woken is mostly put on the processor of the one that wakes, where it waits while that
// one spins. Both stay where they are once neither sleeps.
void leave_processor() {
  cpu_set_t usable, others;
  const int here = sched_getcpu();
  if (here < 0 || sched_getaffinity(0, sizeof usable, &usable) != 0) return;
  others = usable;
  CPU_CLR(here, &others);
  if (CPU_COUNT(&others) == 0 || sched_setaffinity(0, sizeof others, &others) != 0) return;
  sched_setaffinity(0, sizeof usable, &usable);
}

void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

bool comes_within(std::chrono::nanoseconds time, const std::atomic<Window::Turn>& turn,
                  Window::Turn own) {
  const Clock::time_point end = Clock::now() + time;
  do {
    for (int i = 0; i < 32; ++i) {
      if (turn.load(std::memory_order_acquire) == own) return true;
      relax();
    }
  } while (Clock::now() < end);
  return false;
}

bool comes_soon(const std::atomic<Window::Turn>& turn) {
  if (comes_within(spin_time, turn, Window::Turn::proxy)) return true;
  leave_processor();
  return comes_within(spin_time, turn, Window::Turn::proxy);
}

// Whether spinning pays, measured all the time and for all components of a thread together: the
// mean time from one message to the next, with and without. A spinning process that others want to
// replace is stopped for milliseconds now and then, which a median does not show. The loser is
// tried again after longer and longer times.
class Choice {
 public:
  bool spins() const { return spins_; }
  void waited(bool in_vain) {
    ++waits_;
    in_vain_ += in_vain ? 1 : 0;
    if (waits_ >= epoch || in_vain_ >= most_in_vain) conclude();
  }

 private:
  static constexpr int epoch = 256, most_in_vain = 32;
  static constexpr int least_rest = 16, most_rest = 1024;  // epochs without spinning
  static constexpr double weight = 0.25;                   // of the last epoch

  void conclude() {
    const Clock::time_point now = Clock::now();
    const double each = std::chrono::duration<double>(now - begin_).count() / waits_;
    double& mean = mean_.at(spins_ ? 1 : 0);
    mean = mean == 0 ? each : mean + weight * (each - mean);
    if (!spins_) {
      spins_ = --rest_ <= 0 && has_free_processor();
      if (rest_ <= 0 && !spins_) rest_ = least_rest;
    } else if (mean > mean_[0]) {
      spins_ = false;
      mean = 0;
      rest_ = std::exchange(next_rest_, std::min(2 * next_rest_, most_rest));
    } else {
      next_rest_ = least_rest;
    }
    begin_ = now;
    waits_ = in_vain_ = 0;
  }

  bool spins_ = false;
  int waits_ = 0, in_vain_ = 0, rest_ = 1, next_rest_ = least_rest;
  Clock::time_point begin_ = Clock::now();
  std::array<double, 2> mean_{};  // seconds, without and with; 0: unknown
};

thread_local Choice choice;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

}  // namespace

void WindowRelease::operator()(Window* window) const { unmap_shared(window); }

WindowMemory make_window() {
  void* memory = map_shared(sizeof(Window));
  if (memory == nullptr) throw std::system_error(errno, std::generic_category());
  return WindowMemory(new (memory) Window);
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

// True: it is our turn. The proxy decides for both ends; a host that spins in vain waits for a
// component that is not called often.
bool Channel::spin() {
  if (own_ == Window::Turn::proxy) {
    const bool spins = choice.spins();
    window_.may_spin.store(spins, std::memory_order_relaxed);
    const bool answered = spins && comes_soon(window_.turn);
    choice.waited(spins && !answered);
    return answered;
  }
  if (!window_.may_spin.load(std::memory_order_relaxed)) return false;
  if (pause_ > 0) {
    --pause_;
    return false;
  }
  const bool answered = comes_within(spin_time, window_.turn, own_);
  if (answered)
    next_pause_ = std::max(least_pause, next_pause_ / 2);
  else
    pause_ = std::exchange(next_pause_, std::min(2 * next_pause_, most_pause));
  return answered;
}

void Channel::await(const Watch& watch) {
  if (window_.turn.load(std::memory_order_acquire) == own_ || spin()) return;
  auto& asleep = window_.asleep[static_cast<std::size_t>(own_)];
  while (window_.turn.load(std::memory_order_acquire) != own_) {
    asleep.store(number_);
    if (window_.turn.load() != own_)
      sleep_on(word_of(window_.turn), static_cast<std::uint32_t>(other()),
               watch ? watch_interval : 0);
    std::uint32_t own = number_;
    asleep.compare_exchange_strong(own, 0);
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
    // One that was replaced takes no piece from the other: its host sees that, too, and ends.
    if (own_ == Window::Turn::host && window_.active.load() != number_) return {};
    const std::string_view piece(window_.bytes.data(),
                                 std::min<std::uint64_t>(window_.length, Window::size));
    if (window_.rest == 0 && whole_.empty()) return piece;
    whole_ += piece;
    if (window_.rest == 0) return whole_;
    hand_over();
  }
}

}  // namespace bw::model
