#include "cosim/march/march.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cosim/coupling/jump_watch.h"
#include "cosim/march/locator.h"
#include "cosim/march/march_memory.h"
#include "cosim/march/plain_march.h"

namespace bw::cosim {
namespace {

using Reason = MarchEnd::Reason;

constexpr double resolution = 1e-12;                  // of the simulated time
constexpr double probe = 1e-6, largest_growth = 1e4;  // of the first step
constexpr int most_forced = 5;
constexpr double short_step = 1e-5;  // of the simulated time
constexpr int most_crossings = 100;  // without a step between them
constexpr int most_reactions = 10;   // of discrete signals, and one for each component
constexpr double discarded = 0.99;   // of a step: stopping later than this is no progress

Reason reason_of(const Tried& tried) {
  if (tried.outcome == Tried::Outcome::not_converged) return Reason::not_converged;
  if (tried.outcome != Tried::Outcome::component) return Reason::tolerance_unreachable;
  return reason_of(tried.component);
}

class March {
 public:
  March(Coupling& coupling, const MasterKind& kind, const MarchPlan& plan, MarchObserver& observer,
        Tally& tally)
      : coupling_(coupling),
        plan_(plan),
        observer_(observer),
        tally_(tally),
        master_(kind.make(coupling, plan.master)),
        stepper_(coupling, *master_, plan.master.iterations > 1,
                 {.tolerance = plan.master.tolerance,
                  .error_test = plan.error_test,
                  .rolls_back = plan.chosen || plan.locates_events,
                  .watches_jumps = plan.watches_events && !coupling.now().discretes.empty(),
                  .names_critical = plan.keeps_history},
                 tally.error_test, plan.improves_rows ? &observer : nullptr),
        locator_(stepper_, event_resolution(plan.grid), [this] { return observer_.is_wanted(); }),
        time_(plan.grid.start) {
    if (plan.watches_events && !plan.error_test) jumps_.emplace(coupling, plan.master.tolerance);
  }

  MarchEnd run(const MarchMemory* from) {
    if (from != nullptr) {
      go_on_from(*from);
    } else {
      go_on_ = observer_.accepted(time_, true);
      pace_ = make_pace(nullptr);
    }
    while (time_ < plan_.grid.stop) {
      if (!go_on_) [[unlikely]] {
        if (!observer_.pauses()) return {Reason::stop_requested, time_};
        if (stepper_.is_settled()) observer_.paused(memory());  // else after the next step
        go_on_ = true;
      }
      const double end = pace_->target(time_);
      const Tried tried = stepper_.try_step(time_, end);
      if (tried.ok()) [[likely]]
        take(tried, end);
      else if (const auto ended = react(tried, end))
        return *ended;
    }
    return {Reason::reached_stop, time_};
  }

 private:
  std::unique_ptr<Pace> make_pace(const MarchMemory* from) {
    if (!plan_.chosen) return make_grid_pace(plan_.grid);
    const bool knows_first = from != nullptr || plan_.chosen->first > 0;
    return make_chosen_pace(plan_.grid.start, plan_.grid.stop, *plan_.chosen, plan_.error_test,
                            knows_first ? plan_.chosen->first : first_step());
  }

  MarchMemory memory() {
    MarchMemory memory{.coupling = coupling_.memory(),
                       .time = time_,
                       .before = before_,
                       .pace = pace_->memory(),
                       .stepper = stepper_.memory(),
                       .crossings = crossings_,
                       .early_ends = early_ends_,
                       .forced = forced_,
                       .restless = restless_,
                       .tally = tally_};
    if (jumps_) memory.jumps = jumps_->memory();
    memory.history = history_of(*master_);
    memory.master = master_->memory();
    return memory;
  }

  void go_on_from(const MarchMemory& memory) {
    coupling_.remember(memory.coupling);
    time_ = memory.time;
    before_ = memory.before;
    pace_ = make_pace(&memory);
    pace_->remember(memory.pace);
    stepper_.remember(memory.stepper);
    crossings_ = memory.crossings;
    early_ends_ = memory.early_ends;
    forced_ = memory.forced;
    restless_ = memory.restless;
    tally_ = memory.tally;
    if (jumps_ && memory.jumps) jumps_->remember(*memory.jumps);
    set_history(memory.history, *master_);
    master_->remember(memory.master);
  }

  // With an error test: extrapolated from the error of a very small step.
  double first_step() {
    const double span = plan_.grid.stop - plan_.grid.start;
    if (!plan_.error_test) return span / 1000;
    const double h = std::max(plan_.chosen->least, probe * span);
    const Tried tried = stepper_.try_step(time_, time_ + h);
    if (!tried.ok()) return h;
    return h * std::clamp(0.9 / std::sqrt(tried.norm()), 1.0, largest_growth);
  }

  void take(const Tried& tried, double end) {
    stepper_.accept();
    before_ = time_;
    time_ = end;
    crossings_ = early_ends_ = 0;
    if (tried.ok()) forced_ = 0;
    ++tally_.steps;
    tally_.iteration_limit_hits += tried.limit_hits;
    if (tried.fell_back) [[unlikely]]
      tally_.discontinuities.add(tried.t, tried.change, tried.loop);
    if (plan_.keeps_history) [[unlikely]]
      observer_.tried(tried, true);
    if (jumps_ && jumps_->see(tried.t, tried.h, coupling_.now())) [[unlikely]] {
      master_->forget();
      tally_.missed_events.add(jumps_->last().t, jumps_->last().h, jumps_->last().signal);
    }
    const bool at_grid = pace_->at_grid(end);
    pace_->accepted(tried, end);
    go_on_ = observer_.accepted(end, at_grid);
  }

  // Reacts to a failed step; returns the end of the march if nothing else can be tried.
  std::optional<MarchEnd> react(const Tried& tried, double end) {
    if (!observer_.is_wanted()) return MarchEnd{Reason::stop_requested, time_, tried};
    if (tried.outcome == Tried::Outcome::component) return react_to_component(tried);
    exceeding_.clear();
    if (tried.outcome == Tried::Outcome::inaccurate && tried.critical != Tried::none)
      stepper_.find_exceeding(exceeding_);
    const bool searched = plan_.locates_events && may_be_a_jump(tried) && !is_restless(tried) &&
                          end - time_ > 2 * locator_.resolution();
    if (searched) {
      if (const auto jump = locator_.find(time_, end, tried)) return pass(*jump);
      if (!observer_.is_wanted()) return MarchEnd{Reason::stop_requested, time_, tried};
    }
    if (!is_taken_as_it_is(tried)) return reject(tried);
    if (searched) (void)stepper_.try_step(time_, end);  // as before the search
    take(tried, end);
    master_->forget();  // perhaps after a discontinuity
    return {};
  }

  // A discrete signal that changes in every step, however short, such as a step counter: it has no
  // event time.
  bool is_restless(const Tried& tried) {
    if (tried.outcome != Tried::Outcome::jumped) return false;
    restless_ = restless_ || crossings_ > most_reactions + static_cast<int>(coupling_.size());
    return restless_;
  }

  bool may_be_a_jump(const Tried& tried) const {
    return tried.outcome == Tried::Outcome::jumped ||
           tried.outcome == Tried::Outcome::not_converged ||
           (tried.outcome == Tried::Outcome::inaccurate && (tried.jump_like || tried.change > 0));
  }

  // Accepted as it is: a discrete signal that changed within the step; with the smallest step, a
  // jump that is not to be located; with a fixed step, whatever the last iteration gave.
  bool is_taken_as_it_is(const Tried& tried) {
    if (tried.outcome == Tried::Outcome::jumped) {
      tally_.missed_events.add(tried.t, tried.h, Tried::none);
      return true;
    }
    if (!pace_->is_smallest(tried)) return false;
    if (!plan_.chosen) {
      if (tried.outcome != Tried::Outcome::not_converged) return false;
      tally_.not_converged.add(tried.t, tried.change, tried.loop);
      return true;
    }
    if (!(tried.outcome == Tried::Outcome::inaccurate && tried.jump_like)) return false;
    if (++forced_ > most_forced) return false;  // no single discontinuity, it goes on
    // An iterated loop is consistent on both sides; without iteration a component may react to an
    // event of the previous step, which was long.
    const double span = plan_.grid.stop - plan_.grid.start;
    if (plan_.master.iterations > 1 && tried.h <= short_step * span)
      tally_.discontinuities.add(tried.t, tried.norm(), tried.loop);
    else
      tally_.missed_events.add(before_.value_or(tried.t),
                               tried.t + tried.h - before_.value_or(tried.t), tried.critical);
    return true;
  }

  // Counts the signals that cause rejected steps (F. E. Cellier, P. J. Moebius 1979, VI).
  void count_exceeding() {
    if (exceeding_.empty()) return;
    tally_.exceeding.resize(coupling_.now().reals.size());
    for (const std::size_t signal : exceeding_) ++tally_.exceeding[signal];
    ++tally_.judged;
    exceeding_.clear();
  }

  std::optional<MarchEnd> reject(const Tried& tried) {
    ++tally_.rejected;
    tally_.iteration_limit_hits += tried.limit_hits;
    if (tried.outcome == Tried::Outcome::inaccurate) ++tally_.error_test_failures;
    count_exceeding();
    if (tried.outcome == Tried::Outcome::not_converged) ++tally_.convergence_failures;
    if (plan_.keeps_history) observer_.tried(tried, false);
    if (pace_->rejected(tried)) return {};
    return MarchEnd{reason_of(tried), time_, tried};
  }

  std::optional<MarchEnd> react_to_component(const Tried& tried) {
    const Trouble& trouble = coupling_.trouble();
    if (tried.component == ComponentStatus::event) {
      if (++early_ends_ > most_crossings + static_cast<int>(coupling_.size()))
        return MarchEnd{Reason::too_many_events, time_, tried};
      return pass({trouble.time - locator_.resolution(), trouble.time});
    }
    // A component that reports how far it can step gets that step.
    if (tried.component == ComponentStatus::discarded && plan_.chosen &&
        trouble.time - time_ > plan_.chosen->least && trouble.time < time_ + discarded * tried.h) {
      ++tally_.rejected;
      pace_->limit(trouble.time);
      return {};
    }
    const bool ends = tried.component == ComponentStatus::terminated ||
                      tried.component == ComponentStatus::interrupted;
    if (plan_.chosen && !ends) return reject(tried);
    MarchEnd end{reason_of(tried), time_, tried};
    // With a single component the time of termination is a row like others.
    if (coupling_.size() == 1 && trouble.has_outputs && trouble.time > time_) {
      end.time = trouble.time;
      stepper_.accept();
      (void)observer_.accepted(end.time, true);  // it is the last row anyway
    }
    return end;
  }

  // To just before the jump, over it by one short step, and on from there.
  std::optional<MarchEnd> pass(Jump jump) {
    const bool immediate = jump.before <= time_;
    if (auto stopped = go_before(jump)) return *stopped;
    // Without iteration a component reacts to its neighbours a step late, or half a step: the
    // located jump may be the reaction, and its cause in the previous step.
    const bool may_be_late = immediate ? crossings_ == 0 : plan_.master.iterations == 1;
    if (may_be_late && before_ && stepper_.can_undo())
      if (auto stopped = go_back_to_the_cause(jump)) return *stopped;
    pace_->restart();
    const int crossings = immediate ? crossings_ : 0;
    pace_->limit(jump.after);
    const Tried crossed = stepper_.cross(time_, std::min(jump.after, plan_.grid.stop));
    if (!crossed.ok()) return react_to_component(crossed);
    take(crossed, time_ + crossed.h);
    crossings_ = crossings + 1;
    if (crossings == 0) ++tally_.events;
    if (jumps_) jumps_->forget();
    master_->forget();
    if (crossings_ > most_crossings + static_cast<int>(coupling_.size()))
      return MarchEnd{Reason::too_many_events, time_, crossed};
    return {};
  }

  // Something: the step failed for another reason, which was handled.
  std::optional<std::optional<MarchEnd>> go_before(const Jump& jump) {
    if (jump.before <= time_) return {};
    pace_->limit(jump.before);
    const Tried tried = stepper_.try_step(time_, jump.before);
    if (!tried.ok()) return react(tried, jump.before);
    take(tried, jump.before);
    return {};
  }

  std::optional<std::optional<MarchEnd>> go_back_to_the_cause(Jump& jump) {
    const double late = time_;
    const auto cause = locator_.find_cause(*before_, late);  // undoes the step
    if (!cause) {
      (void)stepper_.try_step(*before_, late);  // which passed before
      stepper_.accept();
      return {};
    }
    observer_.rolled_back();
    --tally_.steps;
    time_ = *before_;
    pace_->undone(time_);
    jump = *cause;
    return go_before(jump);
  }

  Coupling& coupling_;
  const MarchPlan& plan_;
  MarchObserver& observer_;
  Tally& tally_;
  std::unique_ptr<Master> master_;
  Stepper stepper_;
  Locator locator_;
  std::unique_ptr<Pace> pace_;
  std::optional<JumpWatch> jumps_;  // of reals, where no error test detects them
  double time_;
  std::optional<double> before_;        // the begin of the last accepted step
  std::vector<std::size_t> exceeding_;  // signals that failed the current error test
  bool go_on_ = true;
  bool restless_ = false;
  int crossings_ = 0;   // of jumps, since the last ordinary step
  int early_ends_ = 0;  // of tries, by components
  int forced_ = 0;      // consecutive smallest steps that were accepted as jumps
};

}  // namespace

double event_resolution(const Grid& grid) {
  const double latest = std::max(std::abs(grid.start), std::abs(grid.stop));
  return std::max(resolution * (grid.stop - grid.start),
                  16 * std::numeric_limits<double>::epsilon() * latest);
}

void Tally::First::add(double at, double size, std::size_t where) {
  if (count++ > 0) return;
  time = at;
  measured = size;
  place = where;
}

MarchEnd march(Coupling& coupling, const MasterKind& master, const MarchPlan& plan,
               MarchObserver& observer, Tally& tally, const MarchMemory* from) {
  if (is_plain(coupling, plan)) return march_plainly(coupling, master, plan, observer, tally, from);
  return March(coupling, master, plan, observer, tally).run(from);
}

}  // namespace bw::cosim
