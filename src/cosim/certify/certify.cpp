#include "cosim/certify/certify.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "cosim/certify/chain_pool.h"
#include "cosim/certify/keep.h"
#include "cosim/certify/kink_tracks.h"
#include "cosim/certify/kinks.h"
#include "cosim/certify/next_move.h"
#include "cosim/certify/repeated_failure.h"
#include "cosim/certify/resolve.h"
#include "cosim/certify/rough.h"
#include "cosim/certify/scan.h"
#include "cosim/certify/tableau.h"

namespace bw::cosim {
namespace {

using Outcome = Certificate::Outcome;

constexpr int least_chains = 3;
// Relative difference of the first two chains above which a level is given up.
constexpr double hopeless_difference = 0.3;
constexpr double agreement = 0.1;    // of chains, in tolerances: extrapolation is not needed
constexpr double real_gain = 0.5;    // of a change: what half the step should leave
constexpr int most_idle = 2;         // levels without such a gain
constexpr int most_failures = 2;     // of checks in a level
constexpr int stalls_of_a_kink = 3;  // checks that fail only because a column does not converge
constexpr int most_component_failures = 3;
constexpr int least_level_to_refine = 4;      // longer steps show kinks where there are none
constexpr double more_work_for_checks = 0.1;  // of the limit, so that an estimate can be reported
constexpr int most_level = 1 << 16;           // communication steps per interval
constexpr double infinity = std::numeric_limits<double>::infinity();

// For use within a longer sentence.
std::string without_stop(std::string sentence) {
  if (sentence.ends_with('.')) sentence.pop_back();
  return sentence;
}

}  // namespace

class Certifier::Work {
 public:
  Work(ChainRunner& runner, const CertifyPlan& plan)
      : plan_(plan),
        pool_(runner, plan_),
        resolver_(plan_, pool_),
        expansion_(plan.expansion),
        level_(plan.first_level) {}

  void proceed(long work_limit) {
    work_limit_ = work_limit;
    pool_.limit_work(work_limit);
    while (!decided_ && level_ <= most_level) {
      next_level_ = 2 * level_;
      const double before = std::exchange(third_change_, infinity);
      current_ = {level_};
      try_level(level_);
      if (current_.chains > 0 || !current_.failed_check.empty()) best_.levels.push_back(current_);
      if (decided_ || pool_.is_exhausted() || pool_.interrupted() != nullptr) break;
      if (best_.chains > 0) note_progress(before);
      level_ = next_level_;
      pool_.forget_probes();
    }
    const bool exhausted = pool_.is_exhausted();
    conclude();
    best_.is_exhausted = exhausted;
    count();
  }

  void finish_checks(long work_limit) {
    work_limit_ = work_limit;
    conclude();
    best_.is_exhausted = pool_.is_exhausted();
    count();
  }

  Certificate& certificate() { return best_; }
  bool is_decided() const { return decided_; }

 private:
  void count() {
    best_.advances = pool_.advances();
    best_.chains_run = pool_.count();
    best_.components = pool_.components();
  }

  void expect(int level, int first, int last) {
    pool_.expect(wanted_steps(plan_, level, first, last));
  }

  void try_level(int level) {
    pool_.keep_multiples_of(level);  // later levels cannot use the others
    const std::vector<int> sequence = steps_of(plan_, level);
    if (sequence.size() < least_chains) {
      if (level == 1)
        complain("the components do not allow three different step sizes between rows", 0);
      decided_ = true;
      return;
    }
    expect(level, 1, least_chains);
    expansion_ = plan_.expansion;
    Tableau tableau(plan_, expansion_);
    int failures = 0;
    for (int i = 1; i <= static_cast<int>(sequence.size()); ++i) {
      const int steps = sequence[static_cast<std::size_t>(i) - 1];
      const Path* path = pool_.chain(steps);
      if (path == nullptr) return;
      if (!add(steps, *path, tableau)) return;
      if (tableau.size() < least_chains) continue;
      if (!examine(level, i, tableau, failures) || failures >= most_failures) return;
    }
  }

  // False: give up this level. Where there is only one level, its coarsest chains are given up
  // instead.
  bool add(int steps, const Path& path, Tableau& tableau) {
    const bool only_level = !plan_.allowed_steps.empty();
    if (!path.complete() && path.end != Path::End::component_terminated) {
      complain("a run did not reach the stop time: " + without_stop(path.reason), path.time);
      // Coarse steps may produce absurd inputs that a component does not survive; limit the
      // repetitions.
      if (!path.is_numerical() && ++component_failures_ >= most_component_failures) decided_ = true;
      if (failure_.repeats(steps, path, *plan_.mesh)) decided_ = true;
      return only_level && !decided_;
    }
    if (tableau.size() > 0 && path.reals.size() != tableau.finest().reals.size()) {
      complain("not all runs reach the stop time", path.time);
      if (!only_level) return false;
      tableau = Tableau(plan_, expansion_);
    }
    if (tableau.size() > 0 && !same_events(tableau.finest(), path, plan_.event_resolution)) {
      // The earlier chains are too coarse to meet the same events: continue without them.
      complain("the events depend on the step size", path.time);
      events_differ_ = true;
      tableau = Tableau(plan_, expansion_);
    }
    tableau.add(steps, path);
    if (tableau.size() < 2) return true;
    if (tableau.size() == 2) best_.closeness = tableau.between(0, 1);
    if (tableau.size() == 2 && !(tableau.between(0, 1) <= hopeless_difference)) {
      if (plan_.leaves_at_jumps && has_jumps(tableau, 0) && jump_alike(plan_, tableau))
        return !see_jumps(tableau);
      complain("the results of the first step sizes differ too much", 0);
      if (!only_level) return false;
      tableau = Tableau(plan_, expansion_);
      tableau.add(steps, path);
      return true;
    }
    const std::size_t k = tableau.size();
    return !has_jumps(tableau, k - 2) || !has_jumps(tableau, k - 1) || !see_jumps(tableau);
  }

  // What a chain that locates events did not find is none.
  bool has_jumps(const Tableau& tableau, std::size_t n) const {
    return tableau.path(n).jumps > 0 && tableau.steps(n) > plan_.no_events_until;
  }

  // Diverging chains seem to jump, too: jumps count only in two chains that agree, or in the one
  // that is to be delivered. True: give up the level.
  bool see_jumps(const Tableau& tableau) {
    best_.saw_jumps = true;
    if (!plan_.leaves_at_jumps) return false;
    decided_ = true;
    best_.outcome = Outcome::jumps;
    best_.level = current_.level;
    best_.steps = tableau.finest_steps();
    best_.path = tableau.finest();
    return true;
  }

  // False: this level has been given up.
  bool examine(int level, int i, Tableau& tableau, int& failures) {
    if (tableau.size() == least_chains) third_change_ = tableau.changes().back().tolerance;
    if (best_.saw_jumps && !plan_.locates_events) return take_roughly(level, tableau);
    if (plan_.leaves_for_kinks || plan_.unrefined != nullptr) kinks_ = shared_kinks(plan_, tableau);
    current_.chains = static_cast<int>(tableau.size());
    Tableau::Regime regime = tableau.check();
    if (!regime.complaint.empty() && regime.first_order && expansion_.p > 1) {
      // Undeclared direct feedthrough: the same chains with the weights for first order.
      expansion_ = {1, 1};
      rebuild(0, tableau);
      regime = tableau.check();
    }
    if (!regime.complaint.empty() && regime.is_about_order &&
        tableau.spread().tolerance <= agreement)
      return !leaves_for_kinks(level, tableau) && take_finest(level, tableau);
    if (!regime.complaint.empty()) {
      complain(regime.complaint, regime.time);
      if (leaves_for_kinks(level, tableau)) return false;
      note_failure(regime);
      if (plan_.allowed_steps.empty())
        ++failures;
      else
        rebuild(1, tableau);
      return !decided_;
    }
    if (locates_in_vain(level, tableau)) return false;
    const double estimate =
        std::max(with_earlier(tableau, tableau.estimate().tolerance), error_of_kinks(tableau));
    if (estimate <= 1 && has_jumps(tableau, tableau.size() - 1))
      return !see_jumps(tableau) && take_roughly(level, tableau);
    current_.estimate = estimate;
    current_.order = regime.order;
    current_.failed_check.clear();
    if (estimate <= 1 && leaves_for_kinks(level, tableau)) return false;
    if (estimate < best_.estimate) {
      note_kept(level, tableau, estimate);
      keep_extrapolated(tableau, best_);
      best_.order = regime.order;
    }
    if (estimate <= 1) return conclude_met();
    if (tableau.is_at_the_floor() && resolve() == Resolved::yes) {
      noisy_ = decided_ = true;
      return false;
    }
    if (adding_pays(level, i, tableau)) return true;
    (void)leaves_for_kinks(level, tableau);  // the level is given up in any case
    return false;
  }

  bool conclude_met() {
    if (resolve() == Resolved::yes) {
      best_.outcome = Outcome::met;
      decided_ = true;
    }
    return false;
  }

  // Chains that agree far within the tolerance need no extrapolation, and what is left of their
  // differences may be noise of the components.
  bool take_finest(int level, const Tableau& tableau) {
    if (has_jumps(tableau, tableau.size() - 1))
      return !see_jumps(tableau) && take_roughly(level, tableau);
    const Differences spread = tableau.spread();
    const double estimate = std::max(estimate_safety * spread.tolerance, error_of_kinks(tableau));
    current_.estimate = estimate;
    current_.failed_check.clear();
    if (!(estimate < best_.estimate)) return false;
    note_kept(level, tableau, estimate);
    kept_.limit = estimate_safety * spread.scale;
    kept_.steps = {tableau.finest_steps()};
    kept_.expansion = {1, 1};  // no order was seen that would exclude a mode
    keep_finest(plan_, tableau, best_);
    return estimate <= 1 ? conclude_met() : false;
  }

  double error_of_kinks(const Tableau& tableau) const {
    return estimate_safety * error_at_rows(plan_, tableau).error;
  }

  // True: the mesh does not resolve kinks that the chains have in common, and another one would.
  bool leaves_for_kinks(int level, const Tableau& tableau) {
    if (!plan_.leaves_for_kinks || kinks_.empty()) return false;
    if (plan_.unrefined == nullptr && level < least_level_to_refine) return false;
    best_.places = places_to_refine(kinks_, plan_, level);
    if (best_.places.empty()) return false;
    decided_ = best_.saw_kinks = true;
    best_.outcome = Outcome::kinks;
    best_.estimate = infinity;
    best_.chains = 0;
    best_.level = level;
    best_.path = tableau.finest();
    return true;
  }

  // True: chains that locate events are in order and found none. What long steps took for a
  // discontinuity was none, and without locating chains are cheaper.
  bool locates_in_vain(int level, const Tableau& tableau) {
    if (!plan_.leaves_without_events || tableau.finest_steps() < plan_.seems_to_jump_at)
      return false;
    for (std::size_t n = 0; n < tableau.size(); ++n)
      if (!tableau.path(n).events.empty() || tableau.path(n).jumps > 0) return false;
    decided_ = true;
    best_.outcome = Outcome::no_events;
    best_.estimate = infinity;
    best_.chains = 0;
    best_.level = level;
    best_.steps = tableau.finest_steps();
    best_.path = tableau.finest();
    return true;
  }

  // Without the chains before `first`, and with the current expansion.
  void rebuild(std::size_t first, Tableau& tableau) {
    Tableau again(plan_, expansion_);
    for (std::size_t n = first; n < tableau.size(); ++n)
      again.add(tableau.steps(n), tableau.path(n));
    tableau = std::move(again);
  }

  void note_failure(const Tableau::Regime& regime) {
    stalls_ += regime.stalls ? 1 : 0;
    best_.saw_kinks = best_.saw_kinks || stalls_ >= stalls_of_a_kink;
    // On a refined mesh shorter steps have the kinks nearer to each other, and it is refined again.
    if (best_.saw_kinks && plan_.leaves_at_kinks && plan_.unrefined == nullptr) decided_ = true;
    events_differ_ = events_differ_ || regime.discretes_differ;
  }

  // Levels that passed their checks agree within their estimates; otherwise there is noise, and the
  // difference is the better estimate.
  double with_earlier(const Tableau& tableau, double estimate) {
    if (earlier_.empty()) return estimate;
    const double off = tableau.distance(earlier_);
    if (off <= estimate + earlier_estimate_) return estimate;
    noisy_ = true;
    return 2 * off;
  }

  bool take_roughly(int level, const Tableau& tableau) {
    estimate_roughly(plan_, tableau, best_);
    current_.chains = static_cast<int>(tableau.size());
    current_.estimate = best_.estimate;
    best_.level = level;
    decided_ = best_.estimate <= 1;
    return false;
  }

  void note_kept(int level, const Tableau& tableau, double estimate) {
    is_checked_ = false;
    best_.failed_check.clear();
    best_.estimate = estimate;
    best_.level = level;
    kept_ = {{}, expansion_, tableau.estimate().scale};
    for (std::size_t n = 0; n < tableau.size(); ++n) kept_.steps.push_back(tableau.steps(n));
  }

  // Whether the best result is free of what its chains did not resolve.
  using Resolved = Resolver::Kind;
  Resolved resolve() {
    if (kept_.steps.empty()) return Resolved::not_known;
    is_checked_ = true;
    if (!plan_.allowed_steps.empty()) return Resolved::yes;
    Resolver::Answer answer = resolver_.resolve(kept_, best_);
    if (answer.kind == Resolved::yes) return Resolved::yes;
    complain(answer.complaint, answer.time);
    if (answer.kind == Resolved::not_known) is_checked_ = false;
    if (answer.kind != Resolved::no) return answer.kind;
    // Perhaps no number of steps within the work limit resolves it.
    const double span = plan_.mesh->stop() - plan_.mesh->start();
    decided_ = decided_ ||
               (answer.constant > 0 && span > static_cast<double>(work_limit_) * answer.constant);
    hidden_ = std::move(answer.complaint);
    best_.estimate = infinity;
    best_.chains = 0;
    earlier_.clear();
    return Resolved::no;
  }

  bool adding_pays(int level, int i, const Tableau& tableau) {
    if (!plan_.allowed_steps.empty()) {
      expect(level, i + 1, i + 1);
      return true;
    }
    const NextMove next = next_move({.level = level,
                                     .chains = i,
                                     .least_chains = least_chains,
                                     .most_chains = plan_.most_chains,
                                     .expansion = expansion_},
                                    tableau, [&](int steps) { return pool_.contains(steps); });
    if (next.level == level) expect(level, i + 1, next.chains);
    next_level_ = next.level == level ? 2 * level : next.level;
    return next.level == level;
  }

  // Shorter steps without progress: noise is the limit, or a mode that they do not resolve.
  void note_progress(double third_change_before) {
    earlier_ = best_.rows;
    earlier_estimate_ = best_.estimate;
    const bool gained =
        third_change_ <= real_gain * third_change_before || third_change_before == 0;
    idle_ = gained ? 0 : idle_ + 1;
    if (idle_ < most_idle || resolve() != Resolved::yes) return;
    noisy_ = decided_ = true;
  }

  void complain(std::string sentence, double time) {
    current_.failed_check = sentence;
    best_.failed_check = std::move(sentence);
    best_.failed_at = time;
  }

  void conclude() {
    if (pool_.interrupted() != nullptr) {
      keep_interrupted(pool_, best_);
      return;
    }
    if (best_.outcome == Outcome::met || best_.outcome == Outcome::jumps ||
        best_.outcome == Outcome::no_events || best_.outcome == Outcome::kinks ||
        best_.outcome == Outcome::rough)
      return;
    // A reported estimate must be true, also where it is above the tolerance.
    pool_.limit_work(work_limit_ +
                     static_cast<long>(more_work_for_checks * static_cast<double>(work_limit_)));
    if (best_.chains > 0) {
      const Resolved resolved = is_checked_ ? Resolved::yes : resolve();
      decided_ = decided_ || (resolved == Resolved::yes && best_.estimate <= 1);
      const bool is_open = resolved == Resolved::no || resolved == Resolved::not_known;
      best_.outcome = is_open               ? Outcome::hidden_mode
                      : best_.estimate <= 1 ? Outcome::met
                      : noisy_              ? Outcome::rounding
                                            : Outcome::not_met;
      if (resolved != Resolved::no) return;  // the next level may resolve it
    }
    best_.outcome = !hidden_.empty() ? Outcome::hidden_mode
                    : events_differ_ ? Outcome::events_differ
                                     : Outcome::no_asymptotics;
    if (!hidden_.empty()) complain(hidden_, plan_.mesh->start());
    keep_best_chain(pool_, best_);
  }

  const CertifyPlan plan_;
  ChainPool pool_;
  Resolver resolver_;
  Expansion expansion_;
  Certificate best_;
  LevelRecord current_;
  std::vector<double> earlier_;  // the best of earlier levels, and its estimate
  double earlier_estimate_ = 0;
  RepeatedFailure failure_;
  double third_change_ = 0;        // E_3 of the level
  Compared kept_;                  // the best result
  std::vector<SharedKink> kinks_;  // of the latest chains
  bool decided_ = false, noisy_ = false, events_differ_ = false;
  std::string hidden_;       // the complaint about a mode that was hidden
  bool is_checked_ = false;  // the best result has passed resolve()
  int level_, next_level_ = 1, idle_ = 0, stalls_ = 0, component_failures_ = 0;
  long work_limit_ = 0;
};

Certifier::Certifier(ChainRunner& runner, const CertifyPlan& plan)
    : work_(std::make_unique<Work>(runner, plan)) {}
Certifier::~Certifier() = default;
Certifier::Certifier(Certifier&&) noexcept = default;
Certifier& Certifier::operator=(Certifier&&) noexcept = default;

void Certifier::proceed(long work_limit) { work_->proceed(work_limit); }
void Certifier::finish_checks(long work_limit) { work_->finish_checks(work_limit); }
Certificate& Certifier::certificate() { return work_->certificate(); }
const Certificate& Certifier::certificate() const { return work_->certificate(); }
bool Certifier::is_decided() const { return work_->is_decided(); }

}  // namespace bw::cosim
