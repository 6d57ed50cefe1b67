#include "cosim/coupling/crew.h"

#include <pthread.h>
#include <signal.h>

#include <array>
#include <chrono>
#include <system_error>
#include <utility>

#include "base/process/heartbeat.h"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace bw::cosim {
namespace {

using Clock = std::chrono::steady_clock;

// Threads wait awake as long as waking one takes (20 to 90 µs), so that a wait costs at most twice
// what the better choice would have: communication steps are often some microseconds apart, and
// lanes seldom equally long.
constexpr auto awake = std::chrono::microseconds(50);

void pause_briefly() {
#if defined(__x86_64__)
  _mm_pause();
#endif
}

// Until `value` is no longer `old`.
void wait_for_change(const std::atomic<unsigned>& value, unsigned old) {
  constexpr int looks_per_clock = 16;
  const Clock::time_point asleep = Clock::now() + awake;
  do {
    for (int k = 0; k < looks_per_clock; ++k) {
      if (value.load(std::memory_order_acquire) != old) return;
      pause_briefly();
    }
  } while (Clock::now() < asleep);
  value.wait(old, std::memory_order_acquire);
}

// Signals from outside (Ctrl-C) are for the thread that can end the run; a crash is reported by the
// thread that crashes. A thread inherits the mask, so that it is set from the beginning.
class RequestsBlocked {
 public:
  RequestsBlocked() {
    sigset_t requests;
    sigfillset(&requests);
    for (const int crash : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS})
      sigdelset(&requests, crash);
    pthread_sigmask(SIG_BLOCK, &requests, &before_);
  }
  ~RequestsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  RequestsBlocked(const RequestsBlocked&) = delete;
  RequestsBlocked& operator=(const RequestsBlocked&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace

Crew::Crew(std::size_t lanes, const std::fenv_t& environment) {
  const RequestsBlocked blocked;
  while (hands_.size() + 1 < lanes && start_one(environment)) continue;
}

bool Crew::start_one(const std::fenv_t& environment) {
  Hand& hand = *hands_.emplace_back(std::make_unique<Hand>());
  try {
    hand.thread = std::thread([this, &hand, environment] { work(hand, environment); });
    return true;
  } catch (const std::system_error&) {  // no more threads: fewer lanes
    hands_.pop_back();
    return false;
  }
}

Crew::~Crew() {
  for (const auto& hand : hands_) {
    hand->lane = nullptr;
    hand->turn.fetch_add(1, std::memory_order_release);
    hand->turn.notify_one();
  }
  for (const auto& hand : hands_) hand->thread.join();
}

void Crew::work(Hand& hand, const std::fenv_t& environment) {
  heartbeat::claim();
  std::fesetenv(&environment);
  for (unsigned turn = 0;; ++turn) {
    wait_for_change(hand.turn, turn);
    if (hand.lane == nullptr) return;
    do_lane(*hand.lane, *job_, hand.failure);
    if (at_work_.fetch_sub(1, std::memory_order_acq_rel) == 1) at_work_.notify_one();
  }
}

void Crew::do_lane(const Lane& lane, const Job& job, Failure& failure) {
  failure = {};
  for (const std::size_t piece : lane) {
    try {
      if (job(piece)) continue;
      failure.piece = piece;
    } catch (...) {
      failure = {piece, std::current_exception()};
    }
    return;
  }
}

std::size_t Crew::run(const std::vector<Lane>& lanes, const Job& job) {
  const std::size_t others = lanes.size() - 1;
  job_ = &job;
  at_work_.store(static_cast<unsigned>(others), std::memory_order_relaxed);
  for (std::size_t k = 0; k < others; ++k) {
    hands_[k]->lane = &lanes[k + 1];
    hands_[k]->turn.fetch_add(1, std::memory_order_release);
    hands_[k]->turn.notify_one();
  }
  Failure first;
  do_lane(lanes.front(), job, first);
  for (unsigned left = at_work_; left != 0; left = at_work_.load(std::memory_order_acquire))
    wait_for_change(at_work_, left);
  for (std::size_t k = 0; k < others; ++k)
    if (hands_[k]->failure.piece < first.piece) first = std::move(hands_[k]->failure);
  if (first.exception) std::rethrow_exception(first.exception);
  return first.piece;
}

}  // namespace bw::cosim
