#pragma once
// The calls of a component since its start, so that another process can repeat them, and the points
// on that way to which it may have to return; at some of them a copy of the process waits.
//
//   messages:  m0 m1 m2 m3 m4        a rollback to a point cuts off what came behind it;
//   points:       ^     ^            points on what was cut off keep their own messages

#include <sys/types.h>

#include <cstdint>
#include <deque>
#include <list>
#include <string>
#include <string_view>
#include <vector>

namespace bw::model {

// A call of the component, and what it answered.
struct PastCall {
  std::string message;
  std::uint64_t answer = 0;  // its fingerprint; 0: none yet
};

// A point, and the copy of the component's process that waits there.
struct WaitingCopy {
  pid_t pid = 0;        // 0: none; the calls since an earlier one are repeated
  bool is_own = false;  // no snapshot: kept to repeat calls from
  int holders = 1;      // snapshots at the same point share it
  int restored = 0;     // how often the component returned to it, ...
  int expected = 0;     // ... and how often it will, if all is as before
  std::uint32_t berth = 0, number = 0;
  std::size_t common = 0;        // messages before it that are in the history, ...
  std::vector<PastCall> tail{};  // ... and those that are not, behind them
  double cpu_begin = 0;          // of the process that waits: Link::cpu_begin_

  std::size_t position() const { return common + tail.size(); }
  bool is_on_the_way() const { return tail.empty(); }
  // Whether a copy is worth making: the next return to it is expected. More returns than expected
  // are a search, which goes on.
  bool wants_process() const { return restored < expected || restored >= expected + 2; }
};

class History {
 public:
  static constexpr std::size_t most_bytes = std::size_t{64} << 20;

  void add(std::string_view message);
  std::size_t size() const { return first_ + calls_.size(); }  // since the start
  std::size_t first() const { return first_; }  // the first message that is known; 0: all are
  const PastCall& operator[](std::size_t i) const { return calls_[i - first_]; }
  void set_answer(std::uint64_t fingerprint) {  // of the last call
    if (!calls_.empty()) calls_.back().answer = fingerprint;
  }
  std::size_t bytes() const { return bytes_; }

  // Forgets what is before a message; no point may be before it.
  void forget_before(std::size_t position);

  // From now on the way is that to `point`; the others keep what they need.
  void return_to(WaitingCopy& point, std::list<WaitingCopy>& others);

 private:
  void cut(std::size_t position, std::list<WaitingCopy>& points);
  void add(PastCall call);

  std::deque<PastCall> calls_;
  std::size_t first_ = 0, bytes_ = 0;
};

}  // namespace bw::model
