#include "cosim/certify/resolve.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/text.h"
#include "cosim/certify/later_modes.h"
#include "cosim/certify/solver_errors.h"
#include "cosim/certify/spots.h"

namespace bw::cosim {
namespace {

constexpr double safety_of_first_row = 3;
constexpr double safety_of_spots = 2;
constexpr double safety_of_later_mode = 4;  // other signals may depend on it more
constexpr double safety_of_solvers = 1.2;   // shorter doSteps have an error, too

// For probes until this time. Where the result has no events there is nothing to locate; what looks
// like one in very short steps is a fast mode, and would be bisected in vain.
CertifyPlan locating_before(CertifyPlan plan, double time, const Path& result) {
  plan.locates_events =
      plan.locates_events && std::ranges::any_of(result.events, [&](const Path::Event& event) {
        return event.time <= time;
      });
  return plan;
}

}  // namespace

Resolver::Answer Resolver::resolve(const Compared& kept, Certificate& best) {
  Answer answer = look_for_modes(kept, best);
  return answer.kind == Kind::yes ? look_into_solvers(kept, best) : answer;
}

Resolver::Answer Resolver::look_for_modes(const Compared& kept, Certificate& best) {
  settled_ = false;
  const double start = plan_.mesh->start();
  std::string complaint = compare_first_row(kept, best);
  if (pool_.is_exhausted()) return lacks_work();
  if (!complaint.empty()) {
    hid_from_rows_ = true;
    return {Kind::no, std::move(complaint), start};
  }
  if (best.estimate <= 1) {  // spots first: what they hide makes chains look like first order
    if (Answer answer = settle_spots(kept, best); answer.kind != Kind::yes) return answer;
    if (pool_.is_exhausted()) return lacks_work();
  }
  if (kept.expansion.p > 1 || settled_) return {};
  complaint = compare_later_rows(kept, best);
  if (pool_.is_exhausted()) return lacks_work();
  if (!complaint.empty()) {
    hid_from_rows_ = true;
    return {Kind::no, std::move(complaint), start};
  }
  return search_later_modes(kept, best);
}

// The complaint; empty: it agrees with very fine steps, or needs not be compared.
std::string Resolver::compare_first_row(const Compared& kept, Certificate& best) {
  // A mesh that is refined at the start has longer steps elsewhere.
  const Mesh& mesh = plan_.unrefined != nullptr ? *plan_.unrefined : *plan_.mesh;
  const double step = (mesh.end(0) - mesh.begin(0)) / best.level;
  const CertifyPlan plan = locating_before(plan_, plan_.mesh->first_row().stop(), best.path);
  const Scanned scanned = scan(plan, step, best.rows, pool_);
  best.scan = scanned.kappa;
  // Where longer steps hid a mode, a clean scan is not sufficient.
  const bool suspicious = best.scan > suspicious_scan || hid_from_rows_;
  is_suspicious_ = suspicious && !scanned.is_first_order;
  if (!suspicious) return "";
  Checked checked = check_first_row(plan, best.rows, kept, scanned, pool_);
  best.estimate = std::max(best.estimate, safety_of_first_row * checked.off);
  return std::move(checked.complaint);
}

// Convergence of second order excludes an unresolved mode, which would make it look like first
// order.
std::string Resolver::compare_later_rows(const Compared& kept, const Certificate& best) {
  if (!(is_suspicious_ || plan_.expansion.p > 1) || !best.path.events.empty()) return "";
  return check_later_rows(locating_before(plan_, plan_.mesh->stop(), best.path), best.rows, kept,
                          std::numeric_limits<double>::infinity(), pool_);
}

// What happens within a step may be hidden from all chains: short intervals around it must not
// change the result by more than its estimate allows.
Resolver::Answer Resolver::settle_spots(const Compared& kept, Certificate& best) {
  SpotCheck spots = check_spots(plan_, best.rows, best.path, kept, pool_);
  if (pool_.is_exhausted() || spots.off == 0) return {};
  if (spots.is_confirmed) best.estimate = 0;  // of a result that is not delivered
  best.estimate = std::max({best.estimate, safety_of_spots * spots.off, spots.estimate});
  settled_ = spots.order > 1;
  if (!(best.estimate <= 1))
    return {Kind::coarse,
            "short intervals around t = " + brief(spots.time) + " change a row by " +
                rough(spots.off) + " tolerances",
            spots.time};
  best.rows = std::move(spots.rows);
  for (std::size_t at = 0; at < best.errors.size(); ++at)
    best.errors[at] = std::max(best.errors[at], safety_of_spots * spots.moved[at]);
  return {};
}

Resolver::Answer Resolver::search_later_modes(const Compared& kept, Certificate& best) {
  const LaterMode mode = find_later_mode(plan_, best.path, kept, pool_);
  // Above the tolerance nothing is promised.
  if (pool_.is_exhausted() && best.estimate <= 1) return lacks_work();
  if (!mode.is_searched) return {Kind::not_known, mode.complaint(), mode.time};
  const double error = safety_of_later_mode * mode.error;
  best.estimate = std::max(best.estimate, std::min(error, 1.0));
  if (!(error > 1)) return {};
  return {Kind::no, mode.complaint(), mode.time, mode.constant};
}

// Events are a little later in divided doSteps, and nothing is wrong.
Resolver::Answer Resolver::look_into_solvers(const Compared& kept, Certificate& best) {
  const bool jumps = best.path.jumps > 0 && best.steps > plan_.no_events_until;
  if (!plan_.has_solvers || jumps || !best.path.events.empty()) return {};
  for (std::size_t i = 0; i < plan_.mesh->intervals(); ++i)
    if (plan_.mesh->is_break(i)) return {};  // doSteps of the probes would cross it
  const SolverError found = find_solver_error(plan_, kept, pool_);
  if (pool_.is_exhausted() && best.estimate <= 1) return lacks_work();
  const double error = safety_of_solvers * found.error;
  if (error > 1) return {Kind::no, found.complaint(), found.time, found.step};
  best.estimate = std::max(best.estimate, error);
  return {};
}

Resolver::Answer Resolver::lacks_work() const {
  return {Kind::not_known,
          "the work limit leaves no doSteps to search for modes that are faster than the steps",
          plan_.mesh->start()};
}

}  // namespace bw::cosim
