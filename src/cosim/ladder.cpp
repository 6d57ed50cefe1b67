#include "cosim/ladder.h"

#include <algorithm>

namespace bw::cosim {
namespace {

using Outcome = Certificate::Outcome;

constexpr double share_of_a_base = 0.1;  // of the work limit, where there are several

class Climber {
 public:
  Climber(ChainRunner& runner, const LadderPlan& plan) : runner_(runner), plan_(plan) {}

  Climb run() {
    bool done = false;
    for (std::size_t i = 0; i < plan_.bases.size() && !done; ++i) {
      const bool last = i + 1 == plan_.bases.size();
      // An iteration to the end of a step may find the mean of both sides of a jump.
      if (meets_events_ && !last && is_implicit(plan_.bases[i])) continue;
      done = attempt(i, last);
    }
    if (!done) go_on();
    for (Attempt& attempt : attempts_) {
      Certificate& certificate = attempt.certifier.certificate();
      climb_.advances += certificate.advances;
      climb_.chains_run += certificate.chains_run;
      add_counts(certificate.parts, climb_.parts);
      if (&attempt != &attempts_[best_]) climb_.left.push_back(attempt.base);
    }
    climb_.base = attempts_[best_].base;
    climb_.best = std::move(attempts_[best_].certifier.certificate());
    return std::move(climb_);
  }

 private:
  struct Attempt {
    std::size_t base;
    bool locates_events;
    Certifier certifier;
  };

  static bool is_implicit(const BaseChoice& choice) {
    return find_master(choice.base)->least_iterations > 1;
  }

  // Nothing but its share of the work stands against it.
  static bool is_starved(const Attempt& attempt) {
    const Certificate& certificate = attempt.certifier.certificate();
    return certificate.outcome == Outcome::no_asymptotics && certificate.chains == 0 &&
           certificate.failed_check.empty();
  }

  long work_left() const {
    long left = plan_.work_limit;
    for (const Attempt& attempt : attempts_) left -= attempt.certifier.certificate().advances;
    return left;
  }

  CertifyPlan plan_for(const BaseChoice& choice, bool last) const {
    CertifyPlan plan = plan_.common;
    plan.base = find_master(choice.base);
    plan.options.iterations = plan.base->usual_iterations;
    plan.options.hold = choice.hold;
    plan.options.threads = 1;  // chains run at the same time, not their parts
    plan.expansion = plan.base->expansion(plan_.structure, choice.hold);
    plan.most_chains = choice.most_chains;
    plan.algebraic_loop = plan_.structure.algebraic_loop;
    plan.leaves_at_kinks = !last;
    plan.locates_events = meets_events_;
    plan.leaves_at_jumps = plan_.can_locate_events && !meets_events_;
    return plan;
  }

  // True: no other base can do better.
  bool attempt(std::size_t i, bool last) {
    const BaseChoice& choice = plan_.bases[i];
    const auto share = static_cast<long>(share_of_a_base * static_cast<double>(plan_.work_limit));
    const long most = work_left();
    long work = plan_.bases.size() == 1 ? most : std::min(most, share);
    if (work <= 0 && !attempts_.empty()) return false;
    const bool first_estimate =
        attempts_.empty() || attempts_[best_].certifier.certificate().chains == 0;
    Attempt& attempt =
        attempts_.emplace_back(Attempt{i, meets_events_, {runner_, plan_for(choice, last)}});
    proceed(attempt, work);
    // A small share of little work, or of many parts, is not enough to see whether a base will do.
    while (first_estimate && is_starved(attempt) && work < most) {
      work = std::min(2 * std::max(work, 1L), most);
      proceed(attempt, work);
    }
    const Outcome outcome = attempt.certifier.certificate().outcome;
    if (outcome == Outcome::jumps) {
      meets_events_ = true;
      return is_implicit(choice) && !last ? false : this->attempt(i, last);
    }
    const bool certified = outcome == Outcome::met || outcome == Outcome::rough;
    const bool ended =
        outcome == Outcome::interrupted ||
        (outcome == Outcome::failed && !attempt.certifier.certificate().path.is_numerical());
    if (certified || ended || is_better(attempts_.size() - 1)) best_ = attempts_.size() - 1;
    return certified || ended || (first_estimate && is_starved(attempts_.back()));
  }

  // Where none has an estimate, the last that gets to the end, which is the most robust; where none
  // gets there, the first that gets furthest.
  bool is_better(std::size_t i) {
    const Certificate &one = attempts_[i].certifier.certificate(),
                      &best = attempts_[best_].certifier.certificate();
    if (best.outcome != Outcome::jumps && one.outcome == Outcome::failed)
      return best.outcome == Outcome::failed && one.path.rows > best.path.rows;
    return best.outcome == Outcome::jumps || one.estimate < best.estimate || best.chains == 0;
  }

  // None could do it with its share: the best gets what is left.
  void go_on() {
    Attempt& best = attempts_[best_];
    const long left = work_left();
    if (left <= 0 || best.certifier.is_decided()) return;
    proceed(best, best.certifier.certificate().advances + left);
  }

  void proceed(Attempt& attempt, long work) {
    plan_.prepare(is_implicit(plan_.bases[attempt.base]) || attempt.locates_events,
                  attempt.locates_events);
    attempt.certifier.proceed(work);
  }

  ChainRunner& runner_;
  const LadderPlan& plan_;
  std::vector<Attempt> attempts_;
  std::size_t best_ = 0;  // of the attempts
  Climb climb_;
  bool meets_events_ = false;
};

}  // namespace

Climb climb(ChainRunner& runner, const LadderPlan& plan) { return Climber(runner, plan).run(); }

}  // namespace bw::cosim
