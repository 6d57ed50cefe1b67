#pragma once
// Threads that work on the pieces of one job in parallel, again and again.
//
// A piece is a number. Lanes are lists of pieces, each in ascending order; the caller does the
// first lane, threads the others. They wait for the next job a few microseconds awake, because it
// mostly comes immediately, then asleep. The result is as if the pieces had been done one after the
// other up to the first that fails; some behind it may have been done, too.

#include <atomic>
#include <cfenv>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace bw::cosim {

using Lane = std::vector<std::size_t>;

class Crew {
 public:
  // Does a piece. False, or an exception: it failed, and the rest of its lane is skipped.
  using Job = std::function<bool(std::size_t piece)>;
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  // Starts threads for `lanes` lanes, fewer where the system gives no more. Floating point works
  // there as in `environment`, which no component has changed yet.
  Crew(std::size_t lanes, const std::fenv_t& environment);
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  std::size_t lanes() const { return hands_.size() + 1; }

  // At most lanes() of them. Returns the lowest piece that failed, or none; its exception is
  // rethrown here.
  std::size_t run(const std::vector<Lane>& lanes, const Job& job);

 private:
  struct Failure {
    std::size_t piece = none;
    std::exception_ptr exception;
  };
  // One thread. On its own cache line, against false sharing.
  struct alignas(64) Hand {
    std::atomic<unsigned> turn{0};  // changes when there is something to do
    const Lane* lane = nullptr;     // null: end
    Failure failure;
    std::thread thread;
  };

  bool start_one(const std::fenv_t& environment);
  void work(Hand& hand, const std::fenv_t& environment);
  static void do_lane(const Lane& lane, const Job& job, Failure& failure);

  std::vector<std::unique_ptr<Hand>> hands_;
  const Job* job_ = nullptr;
  alignas(64) std::atomic<unsigned> at_work_{0};
};

}  // namespace bw::cosim
