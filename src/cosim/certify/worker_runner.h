#pragma once
// Chains in separate processes, several in parallel.
//
// Not on threads: all chains use the same FMUs, and instances of one library stay on one thread
// (docs/decisions/0009). A process has its own copy of every library, so that FMUs with one
// instance per process work, too, and a component that crashes takes only its chain with it.
//
//   expect(orders): children for the first of them, as many as may run; others as these end
//   run(order):     what a child made or makes of it; else by a child, or here:
//     here    while chains are so short that a process would take longer than it saves,
//             where one process is allowed, and where the system gives none or other threads live
//             in this one (base/process/child.h)
//     child   else, and always where components allow one instance per process
//   The first one is started here, to measure how long chains take. If that is long and others are
//   expected, it is dropped and restarted in a child: no other could be started beside it.
//
// A path does not depend on where it was computed, nor when: with a store, those that are in it are
// not computed at all, and those that are finished go there. Chains are started by the thread that
// calls, while no crew (jacobi) lives: each chain has its own, and it is gone when the chain ends.

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/process/child.h"
#include "cosim/certify/path_store.h"
#include "cosim/chain/chain.h"

namespace bw::cosim {

class WorkerRunner final : public ChainRunner {
 public:
  // Computes a path in the calling process. A ComponentFailure that escapes ends the path
  // (component_failed), another Error ends the run if its chain is requested, and any other
  // exception loses the path (lost).
  using Make = std::function<Path(const ChainOrder& order, const std::function<bool()>& wanted)>;

  struct Settings {
    int processes = 1;                        // at most, without this one, which waits
    std::function<bool()> wanted{};           // false: the run was interrupted; empty: it never is
    bool always_fork = false;                 // nothing is ever instantiated in this process
    double worth_a_process = 0.02;            // seconds: chains that take less are computed here
    std::chrono::milliseconds patience{600};  // for chains that should end
    PathStore* store = nullptr;               // of paths that need not be computed; null: none
    // Who may have taken the descriptors of a chain's process. Empty: such a chain is lost, no
    // more.
    std::string culprits{};
    // Called here once, before the first chain that rolls components back; may throw.
    std::function<void()> before_rollback{};
    Child::Fork fork{};  // for tests
  };

  WorkerRunner(Make make, Settings settings)
      : make_(std::move(make)), settings_(std::move(settings)) {}

  Path run(const ChainOrder& order) override;
  void expect(const std::vector<ChainOrder>& orders) override;

  long steps_here() const { return steps_here_; }  // of the chain that is computed here; 0: none is

  // In steps of a chain: what was computed so far, and that with what is expected now.
  struct Amount {
    double done = 0, expected = 0;
    int chains = 0, expected_chains = 0;  // done: returned
  };
  Amount amount() const;

 private:
  struct Running {
    ChainOrder order;
    std::unique_ptr<Child> child;
  };
  struct Finished {
    ChainOrder order;
    Path path;
    std::optional<Error> error{};  // instead of the path
  };

  bool is_wanted() const { return !settings_.wanted || settings_.wanted(); }
  bool is_worth_a_child(const ChainOrder& order) const;
  bool is_running(const ChainOrder& order) const;
  bool is_expected(const ChainOrder& order) const;
  bool is_full() const { return running_.size() >= static_cast<std::size_t>(settings_.processes); }
  std::optional<Path> take_finished(const ChainOrder& order);
  std::optional<Path> take_known(const ChainOrder& order);  // finished, or of the store
  void prepare(const ChainOrder& order);
  Finished finished_from(const ChainOrder& order, Child::Outcome& outcome) const;
  Path path_from(Child::Outcome& outcome, Path::End otherwise) const;
  void keep(const ChainOrder& order, const Path& path) const;

  Path run_order(const ChainOrder& order);
  double steps_done(const ChainOrder& order) const;
  Path attempt(const ChainOrder& order, const std::function<bool()>& wanted) const;
  std::string attempt_in_child(const ChainOrder& order, const Child::Wanted& wanted) const;
  bool may_drop() const;
  std::optional<Path> compute_here(const ChainOrder& order);  // nothing: it was dropped
  bool start(const ChainOrder& order);
  bool start_in_any_case(const ChainOrder& order);
  bool start_in_turn(const ChainOrder& order, bool was_expected);
  void start_expected();
  void free_process();
  void wait_for_process();
  void listen();
  Path await(const ChainOrder& order);
  Path stop(const ChainOrder& order);

  Make make_;
  Settings settings_;
  std::vector<ChainOrder> expected_;  // and not yet requested
  std::vector<Running> running_;      // the oldest first
  std::vector<Finished> finished_;    // and not yet requested
  long steps_here_ = 0;
  const ChainOrder* current_ = nullptr;  // requested now; null: none
  double returned_steps_ = 0;
  int returned_ = 0;
  std::optional<double> seconds_per_step_;  // of the last chain that was computed here
};

}  // namespace bw::cosim
