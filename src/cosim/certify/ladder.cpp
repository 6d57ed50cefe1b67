#include "cosim/certify/ladder.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "cosim/certify/certify.h"
#include "cosim/certify/kinks.h"
#include "cosim/certify/recalling_runner.h"

namespace bw::cosim {
namespace {

using Outcome = Certificate::Outcome;

constexpr double layer = 1e-5;           // of the first interval: length of the shortest one
constexpr double first_chains = 30;      // steps per interval of all of them, with a margin
constexpr double share_of_a_base = 0.1;  // of the work limit, where there are several
constexpr double kept_of_work = 0.3;     // of the work limit: not for refined meshes
constexpr int most_refinements = 10;     // of the mesh, with one base method
constexpr double share_of_refining =
    0.3;  // of the work limit: all of them, before others are tried

constexpr int most_locations_in_vain = 1;  // with one base method
constexpr double near_estimate = 10;       // in tolerances
constexpr double share_of_going_on = 0.3;  // of the work limit: for such an estimate

// Its chains end where others were to go on.
bool is_left(Outcome outcome) {
  return outcome == Outcome::jumps || outcome == Outcome::no_events || outcome == Outcome::kinks;
}

// Why there is no estimate: the work limit.
void say_what_was_left(Certificate& left) {
  const Outcome outcome = std::exchange(left.outcome, Outcome::no_asymptotics);
  left.failed_check =
      outcome == Outcome::jumps
          ? "signals jump, and the work limit leaves no doSteps to locate the discontinuities"
      : outcome == Outcome::kinks
          ? "signals have kinks, and the work limit leaves no doSteps to resolve them"
          : "no discontinuity was located, and the work limit leaves no doSteps to go on without";
  left.failed_at = outcome == Outcome::jumps   ? left.path.first_jump.time
                   : outcome == Outcome::kinks ? left.path.kinks.front().time
                                               : 0;
}

class Climber {
 public:
  Climber(ChainRunner& runner, const LadderPlan& plan) : runner_(runner), plan_(plan) {}

  Climb run() {
    bool done = attempt_all();
    if (!done) done = finish_checks();
    if (!done) done = go_on_if_near();
    if (!done && !refined_early_.empty()) {  // perhaps these were no kinks
      refines_early_ = false;
      done = attempt_all([&](std::size_t i) { return refined_early_.contains(i); });
    }
    if (!done && has_kinks()) {
      refines_ = true;
      done = attempt_all([&](std::size_t i) { return !refined_early_.contains(i); });
    }
    for (std::size_t k = 0; k < left_for_kinks_.size() && !done; ++k) {
      unrefine();
      done = attempt(left_for_kinks_[k], true);
    }
    if (!done) done = attempt_with_layer();
    // None certified within its share: the best one gets the rest of the work.
    if (!done) go_on(work_left());
    for (Attempt& attempt : attempts_) {
      Certificate& certificate = attempt.certifier.certificate();
      climb_.attempts.push_back({attempt.base, certificate.outcome, certificate.saw_kinks,
                                 attempt.located_events, certificate.estimate,
                                 certificate.failed_check, certificate.advances,
                                 certificate.chains_run, certificate.levels});
      climb_.advances += certificate.advances;
      climb_.chains_run += certificate.chains_run;
      add_counts(certificate.components, climb_.components);
      if (attempt.base != attempts_[best_].base &&
          (climb_.left.empty() || climb_.left.back() != attempt.base))
        climb_.left.push_back(attempt.base);
    }
    // Of all reasons for no estimate, differing events say most.
    Certificate& best = attempts_[best_].certifier.certificate();
    for (Attempt& attempt : attempts_)
      if (const Certificate& other = attempt.certifier.certificate();
          best.outcome == Outcome::no_asymptotics && other.outcome == Outcome::events_differ) {
        best.outcome = other.outcome;
        best.failed_check = other.failed_check;
        best.failed_at = other.failed_at;
      }
    climb_.base = attempts_[best_].base;
    climb_.best = std::move(attempts_[best_].certifier.certificate());
    if (is_left(climb_.best.outcome)) {  // the work limit left nothing for what was to follow
      say_what_was_left(climb_.best);
      climb_.best.rows = climb_.best.path.reals;
      climb_.best.is_exhausted = true;
    }
    return std::move(climb_);
  }

 private:
  // For the kinks that a base method met.
  struct Refined {
    const Mesh* mesh = nullptr;  // null: not refined
    std::vector<Mesh::Fine> places{};
    int count = 0;  // of refinements
    int level = 1;  // to begin with
    int no_events_until = 0, seems_to_jump_at = 0;
    long work_left = 0;
  };

  struct Attempt {
    std::size_t base;
    bool located_events, is_last;
    Refined refined;
    Certifier certifier;
  };

  bool attempt_all() {
    return attempt_all([](std::size_t) { return true; });
  }

  // Inline, so that a step of a component is not deeper in the stack than it must be.
  template <class Wanted>
  [[gnu::always_inline]] bool attempt_all(const Wanted& is_wanted) {
    bool done = false;
    for (std::size_t i = 0; i < plan_.bases.size() && !done; ++i) {
      if (!is_wanted(i)) continue;
      const bool last = i + 1 == plan_.bases.size();
      // An iteration to the end of a step may converge to the mean of both sides of a
      // discontinuity.
      if (!located_in_vain_.empty() && !found_events_) meets_events_ = false;
      if (meets_events_ && !last && is_implicit(plan_.bases[i])) continue;
      unrefine();
      done = attempt(i, last);
    }
    return done;
  }

  static bool is_implicit(const BaseChoice& choice) {
    return find_master(choice.base)->least_iterations > 1;
  }

  long work_left() const {
    long left = plan_.work_limit;
    for (const Attempt& attempt : attempts_) left -= attempt.certifier.certificate().advances;
    return left;
  }

  // A fast transient at the start is resolved by short intervals there, and an implicit base method
  // continues with long ones.
  bool attempt_with_layer() {
    const auto implicit = std::ranges::find_if(plan_.bases, is_implicit);
    if (implicit == plan_.bases.end() || meets_events_ || has_estimate()) return false;
    const Mesh& mesh = *plan_.common.mesh;
    unrefine();
    layered_ = std::make_unique<Mesh>(mesh.with_layer(layer * (mesh.end(0) - mesh.start())));
    return attempt(static_cast<std::size_t>(implicit - plan_.bases.begin()), true);
  }

  // Chains bend alike, and columns stalled for no other reason.
  bool has_kinks() const {
    return std::ranges::any_of(attempts_, [](const Attempt& attempt) {
      const Certificate& certificate = attempt.certifier.certificate();
      return certificate.saw_kinks && !certificate.path.kinks.empty();
    });
  }

  bool has_estimate() const {
    return std::ranges::any_of(attempts_, [](const Attempt& attempt) {
      return attempt.certifier.certificate().chains > 0;
    });
  }

  CertifyPlan plan_for(const BaseChoice& choice, bool last) const {
    CertifyPlan plan = plan_.common;
    if (layered_ != nullptr) plan.mesh = layered_.get();
    if (refined_.mesh != nullptr) {
      plan.mesh = refined_.mesh;
      plan.unrefined = plan_.common.mesh;
    }
    plan.first_level = refined_.level;
    plan.no_events_until = refined_.no_events_until;
    plan.seems_to_jump_at = refined_.seems_to_jump_at;
    plan.base = find_master(choice.base);
    plan.options.iterations = plan.base->usual_iterations;
    plan.options.hold = choice.hold;
    plan.options.threads = 1;  // chains run in parallel, not their components
    plan.expansion = plan.base->expansion(plan_.structure, choice.hold);
    plan.leaves_for_kinks = (refines_ || (refines_early_ && plan.expansion.p > 1)) &&
                            layered_ == nullptr && plan.allowed_steps.empty() &&
                            refined_.count < most_refinements;
    // Some are limited because of kinks, which a refined mesh resolves.
    plan.most_chains =
        refined_.mesh != nullptr
            ? std::max(choice.most_chains, most_chains(choice.base, choice.hold, plan_.structure))
            : choice.most_chains;
    // Without a loop two halves of a step make direct feedthrough exact at its end, so that these
    // columns have the powers of all others.
    if (plan.base->is_two_step && !plan_.structure.loop)
      for (CertifiedColumn& column : plan.columns) column.feeds_through = false;
    plan.feed_through = plan_.structure.feed_through;
    plan.algebraic_loop = plan_.structure.algebraic_loop;
    plan.leaves_at_kinks = !last;
    plan.rolls_back = is_implicit(choice) || meets_events_;
    plan.locates_events = meets_events_;
    plan.leaves_at_jumps = plan_.can_locate_events && !meets_events_;
    return plan;
  }

  // At least what the first chains need: many rows make them expensive.
  long share() const {
    const double first = first_chains * static_cast<double>(plan_.common.mesh->intervals()) *
                         static_cast<double>(plan_.components);
    return static_cast<long>(
        std::max(share_of_a_base * static_cast<double>(plan_.work_limit), first));
  }

  // True: no other base method can do better.
  bool attempt(std::size_t i, bool last) {
    const BaseChoice& choice = plan_.bases[i];
    long work = plan_.bases.size() == 1 && !refines_ ? work_left() : std::min(work_left(), share());
    if (refines_)
      work = std::min(work, work_left() - static_cast<long>(kept_of_work *
                                                            static_cast<double>(plan_.work_limit)));
    if (refined_.mesh != nullptr && !refines_) work = std::min(work_left(), refined_.work_left);
    if (work <= 0 && !attempts_.empty()) return false;
    CertifyPlan plan = plan_for(choice, last);
    const auto in_vain = located_in_vain_.find(i);
    plan.leaves_without_events = meets_events_ && (in_vain == located_in_vain_.end() ||
                                                   in_vain->second < most_locations_in_vain);
    attempts_.push_back({i, meets_events_, last, refined_, {runner_, plan}});
    attempts_.back().certifier.proceed(work);
    refined_.work_left -= attempts_.back().certifier.certificate().advances;
    return conclude(attempts_.size() - 1);
  }

  // What comes after the attempt at this index. True: no other base method can do better.
  bool conclude(std::size_t index) {
    const std::size_t i = attempts_[index].base;
    const bool last = attempts_[index].is_last;
    const Certificate& certificate = attempts_[index].certifier.certificate();
    const Outcome outcome = certificate.outcome;
    found_events_ = found_events_ || !certificate.path.events.empty();
    if (outcome == Outcome::jumps) {
      meets_events_ = true;
      if (refined_.no_events_until > 0) refined_.level = certificate.level;
      refined_.seems_to_jump_at = certificate.steps;
      return is_implicit(plan_.bases[i]) && !last ? false : attempt(i, last);
    }
    if (outcome == Outcome::no_events) {
      meets_events_ = false;
      ++located_in_vain_[i];
      refined_.level = certificate.level;
      refined_.no_events_until = certificate.steps;  // which seem to have some
      return attempt(i, last);
    }
    if (outcome == Outcome::kinks) return refine(certificate, i, last);
    const bool certified = outcome == Outcome::met || outcome == Outcome::rough;
    // Where a base method makes a component fail, another one may not; one that does not return
    // would take its time again.
    const bool ended =
        outcome == Outcome::interrupted || certificate.path.bell == BellCode::component_hung;
    if (certified || ended || is_better(index)) best_ = index;
    return certified || ended;
  }

  // The same base method again, with short intervals around the kinks.
  bool refine(const Certificate& left, std::size_t i, bool last) {
    if (!last && plan_for(plan_.bases[i], last).expansion.p == 1) {
      // Chains of first order shift kinks too far: a later base method resolves them with less
      // work.
      left_for_kinks_.push_back(i);
      return false;
    }
    if (!refines_) refined_early_.insert(i);
    ++refined_.count;
    refined_.level = first_level(left.level);
    refined_.no_events_until = refined_.seems_to_jump_at = 0;
    // Those that are known better now are replaced.
    std::erase_if(refined_.places, [&](const Mesh::Fine& known) {
      return std::ranges::any_of(left.places, [&](const Mesh::Fine& place) {
        return std::abs(place.time - known.time) <= std::max(place.width, known.width);
      });
    });
    refined_.places.insert(refined_.places.end(), left.places.begin(), left.places.end());
    refined_.mesh = &meshes_.emplace_back(plan_.common.mesh->refined(refined_.places));
    return attempt(i, last);
  }

  void unrefine() {
    refined_ = {.work_left =
                    static_cast<long>(share_of_refining * static_cast<double>(plan_.work_limit))};
  }

  // Without any estimate: the attempt whose chains came nearest to each other, or got furthest.
  bool is_better(std::size_t i) {
    const Certificate &one = attempts_[i].certifier.certificate(),
                      &best = attempts_[best_].certifier.certificate();
    if (is_left(best.outcome) || one.estimate < best.estimate) return true;
    if (one.outcome == Outcome::failed)
      return best.outcome == Outcome::failed && one.path.rows > best.path.rows;
    return best.chains == 0 && one.closeness <= best.closeness;
  }

  // Where the best estimate is not far from the tolerance, more of the same is the surest way.
  bool go_on_if_near() {
    const Certificate& best = attempts_[best_].certifier.certificate();
    if (best.chains == 0 || best.estimate > near_estimate) return false;
    return go_on(static_cast<long>(share_of_going_on * static_cast<double>(plan_.work_limit)));
  }

  // Where an estimate is within the tolerance, and the share of the work left nothing for its
  // checks: to finish them costs less than anything else.
  bool finish_checks() {
    for (std::size_t i = 0; i < attempts_.size(); ++i) {
      Certifier& certifier = attempts_[i].certifier;
      const Certificate& found = certifier.certificate();
      if (found.outcome != Outcome::hidden_mode || !found.is_exhausted || found.estimate > 1)
        continue;
      certifier.finish_checks(found.advances + work_left());
      if (conclude(i)) return true;
    }
    return false;
  }

  // The best one, with more work, and on finer meshes where it leaves its own for them.
  bool go_on(long more) {
    const std::size_t index = best_;
    Certifier& certifier = attempts_[index].certifier;
    more = std::min(more, work_left());
    if (more <= 0 || certifier.is_decided()) return false;
    const Certificate before = certifier.certificate();
    refined_ = attempts_[index].refined;
    certifier.proceed(before.advances + more);
    refined_.work_left = more - (certifier.certificate().advances - before.advances);
    const bool done = conclude(index);
    if (!done) keep_estimate(before, index);
    return done;
  }

  // An estimate that was given up for a finer mesh, which did not give a better one.
  void keep_estimate(const Certificate& before, std::size_t index) {
    Certificate& now = attempts_[index].certifier.certificate();
    if (!is_left(now.outcome) || before.chains == 0) return;
    Certificate kept = before;
    kept.advances = now.advances;
    kept.chains_run = now.chains_run;
    kept.components = now.components;
    now = std::move(kept);
    if (now.estimate < attempts_[best_].certifier.certificate().estimate) best_ = index;
  }

  RecallingRunner runner_;
  const LadderPlan& plan_;
  std::unique_ptr<Mesh> layered_;
  std::deque<Mesh> meshes_;                  // chains in progress refer to them
  Refined refined_;                          // of the base method that is tried
  std::vector<std::size_t> left_for_kinks_;  // base methods
  // As soon as chains of second order have kinks in common; and of any order, where none of the
  // base methods did without.
  bool refines_early_ = true, refines_ = false;
  std::set<std::size_t> refined_early_;  // base methods
  std::vector<Attempt> attempts_;
  std::size_t best_ = 0;  // of the attempts
  Climb climb_;
  bool meets_events_ = false, found_events_ = false;
  std::map<std::size_t, int> located_in_vain_;  // how often, by base method
};

}  // namespace

Climb climb(ChainRunner& runner, const LadderPlan& plan) { return Climber(runner, plan).run(); }

}  // namespace bw::cosim
