#include "cosim/ladder.h"

#include <algorithm>

namespace bw::cosim {
namespace {

using Outcome = Certificate::Outcome;

constexpr double share_of_first_bases = 0.1;  // of the work limit, for those that have a successor

class Climber {
 public:
  Climber(ChainRunner& runner, const LadderPlan& plan) : runner_(runner), plan_(plan) {}

  Climb run() {
    for (std::size_t i = 0; i < plan_.bases.size(); ++i) {
      const bool last = i + 1 == plan_.bases.size();
      // An iteration to the end of a step may find the mean of both sides of a jump.
      if (meets_events_ && !last && is_implicit(plan_.bases[i])) continue;
      const long left = plan_.common.work_limit - climb_.advances;
      if (left <= 0) break;
      const auto share =
          static_cast<long>(share_of_first_bases * static_cast<double>(plan_.common.work_limit));
      if (!attempt(i, last ? left : std::min(left, share), last)) break;
    }
    return std::move(climb_);
  }

 private:
  static bool is_implicit(const BaseChoice& choice) {
    return find_master(choice.base)->least_iterations > 1;
  }

  // True: the next one may do better.
  bool attempt(std::size_t i, long work, bool last) {
    const BaseChoice& choice = plan_.bases[i];
    CertifyPlan plan = plan_.common;
    plan.base = find_master(choice.base);
    plan.options.iterations = plan.base->usual_iterations;
    plan.options.hold = choice.hold;
    plan.options.threads = 1;  // chains run at the same time, not their parts
    plan.expansion = plan.base->expansion(plan_.structure, choice.hold);
    plan.most_chains = choice.most_chains;
    plan.algebraic_loop = plan_.structure.algebraic_loop;
    plan.work_limit = work;
    plan.leaves_at_kinks = !last;
    plan.locates_events = meets_events_;
    plan.leaves_at_jumps = plan_.can_locate_events && !meets_events_;
    plan_.prepare(is_implicit(choice) || meets_events_, meets_events_);
    Certificate certificate = certify(runner_, plan);
    climb_.advances += certificate.advances;
    climb_.chains_run += certificate.chains_run;
    add_counts(certificate.parts, climb_.parts);
    if (certificate.outcome == Outcome::jumps) {
      meets_events_ = true;
      return is_implicit(choice) && !last ? true : attempt(i, work, last);
    }
    if (is_first_ || certificate.outcome == Outcome::interrupted ||
        certificate.estimate < climb_.best.estimate) {
      climb_.best = std::move(certificate);
      climb_.base = i;
      is_first_ = false;
    }
    const Outcome outcome = climb_.best.outcome;
    if (outcome == Outcome::met || outcome == Outcome::interrupted || outcome == Outcome::rough)
      return false;
    if (outcome == Outcome::failed && !climb_.best.path.is_numerical()) return false;
    climb_.left.push_back(i);
    return true;
  }

  ChainRunner& runner_;
  const LadderPlan& plan_;
  Climb climb_;
  bool is_first_ = true, meets_events_ = false;
};

}  // namespace

Climb climb(ChainRunner& runner, const LadderPlan& plan) { return Climber(runner, plan).run(); }

}  // namespace bw::cosim
