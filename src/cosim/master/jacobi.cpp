// Gauss-Jacobi: every component reads the signals of time t. Components do not see each other
// within a step. Two iterations would cost as much as two steps of half the size, which are better:
// it does not iterate. With another hold than a constant one (holder.h), a component reads y(t) and
// the extrapolated y(t + h).
//
// So components may run in parallel, with a bit-identical result. Whether that pays is measured
// repeatedly:
//
//   measure: some communication steps, one component after the other, each timed
//   divide the components; where that gains nothing: a long pause without timing, then again
//   in parallel, some communication steps at a time are compared with the measurement:
//     not faster from the start: a pause as above, each time a longer one
//     not faster any more: measure again;  faster: continue, and measure again now and then
//
// Source: A. Nicolai, MasterSim, "MathAlgorithms".

#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>
#include <optional>

#include "base/bell.h"
#include "cosim/coupling/coupling.h"
#include "cosim/coupling/crew.h"
#include "cosim/coupling/division.h"
#include "cosim/master/holder.h"
#include "cosim/master/master.h"
#include "model/signals.h"

namespace bw::cosim {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int measured_sweeps = 20, least_measured_sweeps = 4;
constexpr double measured_seconds = 10e-3;  // after this time the minimum of sweeps suffices
constexpr long pause_sweeps = 1000;         // between two measurements; times the lanes, which wait
constexpr long cheap_pause = 4000;          // where a measurement costs more than the steps
constexpr long longest_pause = 64 * pause_sweeps;
constexpr long forever = std::numeric_limits<long>::max();

double seconds_between(Clock::time_point begin, Clock::time_point end) {
  return std::chrono::duration<double>(end - begin).count();
}

// The mean of some times without the longest: another program may have interrupted that one.
class Mean {
 public:
  void add(double seconds) {
    ++count_;
    sum_ += seconds;
    longest_ = std::max(longest_, seconds);
  }
  double value() const { return (sum_ - longest_) / (count_ - 1); }
  bool has_enough() const { return count_ >= least_measured_sweeps; }
  bool is_good() const {
    return count_ >= measured_sweeps ||
           (count_ >= least_measured_sweeps && sum_ >= measured_seconds);
  }

 private:
  int count_ = 0;
  double sum_ = 0, longest_ = 0;
};

class Jacobi final : public Master {
 public:
  Jacobi(const Coupling& coupling, const MasterOptions& options)
      : most_lanes_(static_cast<std::size_t>(options.threads)),
        costs_(coupling.size()),
        troubles_(coupling.size()) {
    std::fegetenv(&environment_);
    for (std::size_t component = 0; component < coupling.size(); ++component) {
      kin_.push_back(coupling.shape(component).kin);
      if (coupling.shape(component).is_elsewhere && options.hold == Hold::constant &&
          options.threads > 1)
        elsewhere_.push_back(component);
    }
    // With equally expensive components: is there anything to divide?
    const std::vector<double> expensive(coupling.size(), 1.0);
    if (divide(expensive, kin_, most_lanes_).lanes.size() < 2) alone_for_ = forever;
    if (options.hold == Hold::constant) return;
    holder_.emplace(coupling, options.hold);
    end_ = coupling.now();
  }

  CommunicationStep step(Coupling& coupling, const Checkpoint& /*begin*/, double t, double h,
                         Signals& next) override {
    if (holder_) holder_->begin_step(coupling, t, h, end_);
    if (alone_for_ <= 0) [[unlikely]]
      return crew_for_ > 0 ? together(coupling, t, h, next) : measure(coupling, t, h, next);
    --alone_for_;
    if (!elsewhere_.empty()) begin_elsewhere(coupling, t, h);
    for (std::size_t component = 0; component < coupling.size(); ++component)
      if (const ComponentStatus status = advance(coupling, component, t, h, next);
          status != ComponentStatus::ok) [[unlikely]]
        return {.component = status};
    return {};
  }
  void forget() override {
    if (holder_) holder_->forget();
  }
  void save(SignalHistory& into) const override {
    if (holder_) into = holder_->history();
  }
  void restore(const SignalHistory& from) override {
    if (holder_) holder_->restore(from);
  }

 private:
  // Components in processes of their own compute at the same time, without threads here.
  void begin_elsewhere(Coupling& coupling, double t, double h) {
    for (const std::size_t component : elsewhere_)
      coupling.begin_advance(component, coupling.now(), t, h);
  }

  ComponentStatus advance(Coupling& coupling, std::size_t component, double t, double h,
                          Signals& next) {
    if (!holder_) [[likely]]
      return coupling.advance(component, coupling.now(), t, h, next);
    return holder_->advance(coupling, component, t, h, end_, next);
  }
  ComponentStatus advance(Coupling& coupling, std::size_t component, double t, double h,
                          Signals& next, Trouble& trouble) {
    if (!holder_) [[likely]]
      return coupling.advance(component, coupling.now(), t, h, next, trouble);
    return holder_->advance(coupling, component, t, h, end_, next, trouble);
  }

  CommunicationStep measure(Coupling& coupling, double t, double h, Signals& next) {
    const Clock::time_point begin = Clock::now();
    Clock::time_point before = begin;
    for (std::size_t component = 0; component < coupling.size(); ++component) {
      const ComponentStatus status = advance(coupling, component, t, h, next);
      if (status != ComponentStatus::ok) return {.component = status};
      const Clock::time_point after = Clock::now();
      costs_[component].add(seconds_between(before, after));
      before = after;
    }
    alone_.add(seconds_between(begin, before));
    if (alone_.is_good()) decide();
    return {};
  }

  void decide() {
    std::vector<double> costs;
    for (const Mean& cost : costs_) costs.push_back(cost.value());
    division_ = divide(costs, kin_, most_lanes_);
    if (division_.lanes.size() > 1) muster();
    if (division_.lanes.size() > 1)
      crew_for_ = pause_sweeps * static_cast<long>(division_.lanes.size());
    else
      go_alone(cheap_pause);
  }

  // As many threads as the lanes need, or as the system gives.
  void muster() {
    const std::size_t wanted = division_.lanes.size();
    if (crew_ && crew_->lanes() >= wanted) return;
    crew_.reset();
    crew_.emplace(wanted, environment_);
    if (crew_->lanes() >= wanted) return;
    most_lanes_ = 1;
    division_.lanes.resize(1);
  }

  CommunicationStep together(Coupling& coupling, double t, double h, Signals& next) {
    const Clock::time_point begin = Clock::now();
    const long turns = turns_;
    turns_ += static_cast<long>(coupling.size());
    const auto advance_one = [&](std::size_t component) {
      const RingTurn turn(turns + static_cast<long>(component));
      return advance(coupling, component, t, h, next, troubles_[component]) == ComponentStatus::ok;
    };
    const std::size_t failed = crew_->run(division_.lanes, std::ref(advance_one));
    if (failed != Crew::none) return {.component = coupling.blame(troubles_[failed])};
    together_.add(seconds_between(begin, Clock::now()));
    judge();
    return {};
  }

  void judge() {
    --crew_for_;
    // Where other programs use the processors, each step waits for them: give up.
    const bool hopeless = together_.has_enough() && together_.value() > 2 * alone_.value();
    if (!hopeless && !together_.is_good()) return;
    const bool pays = !hopeless && together_.value() < alone_.value();
    if (!pays && !has_paid_) {
      go_alone(pause_);
      pause_ = std::min(2 * pause_, longest_pause);
      return;
    }
    has_paid_ = true;
    pause_ = pause_sweeps;
    together_ = {};
    if (!pays || crew_for_ <= 0) measure_again();
  }

  void go_alone(long pause) {
    alone_for_ = most_lanes_ > 1 ? pause : forever;
    measure_again();
  }

  void measure_again() {
    crew_for_ = 0;
    has_paid_ = false;
    alone_ = together_ = {};
    std::fill(costs_.begin(), costs_.end(), Mean());
  }

  long alone_for_ = 0;  // communication steps until the next measurement
  long crew_for_ = 0;   // likewise, in parallel
  long pause_ = pause_sweeps;
  bool has_paid_ = false;  // since the last measurement
  std::size_t most_lanes_;
  std::vector<const void*> kin_;
  std::vector<std::size_t> elsewhere_;  // components whose steps are begun before any is awaited
  std::vector<Mean> costs_;             // of each component
  Mean alone_, together_;               // of a communication step
  Division division_;
  std::vector<Trouble> troubles_;
  long turns_ = 1;
  std::fenv_t environment_{};
  std::optional<Crew> crew_;
  std::optional<Holder> holder_;  // none: zero-order hold
  Signals end_;                   // extrapolated to t + h
};

}  // namespace

extern const MasterKind jacobi = {
    .name = "jacobi",
    .summary =
        "each component reads the signals at the beginning of the step; components run in "
        "parallel where that is faster",
    .source = "A. Nicolai, MasterSim, MathAlgorithms: Gauss-Jacobi",
    .order = 1,
    .make = [](const Coupling& coupling, const MasterOptions& options) -> std::unique_ptr<Master> {
      return std::make_unique<Jacobi>(coupling, options);
    },
    .expansion = [](const Structure& structure, Hold hold) -> Expansion {
      const bool second = hold == Hold::trapezoid || hold == Hold::fitting ||
                          (hold == Hold::mean && !structure.feed_through);
      return {second ? 2 : 1, 1};
    },
    .takes_hold = true,
    .substeps = 2};

}  // namespace bw::cosim
