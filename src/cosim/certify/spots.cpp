#include "cosim/certify/spots.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <utility>

#include "cosim/certify/fronts.h"
#include "cosim/certify/tableau.h"
#include "cosim/chain/find_spots.h"
#include "cosim/chain/mesh.h"

namespace bw::cosim {
namespace {

constexpr std::size_t most_checked = 24;  // spots, the largest
constexpr double half_width = 2;          // of the short intervals around a spot, in finest steps
constexpr int least_pieces = 4, most_pieces = 16;         // short intervals around a spot
constexpr int least_division = 32;                        // steps of the coarsest chain in them
constexpr double least_ratio = 1.4;                       // of steps in chains that are compared
constexpr double least_order = 0.8;                       // of what shrinks with the step
constexpr double most_order_of_kink = 0.5;                // likewise, between curves
constexpr double in_first_step = 0.6;                     // places in an interval, in steps
constexpr double same_place = 0.1;                        // likewise
constexpr double least_kink = 1, least_kink_alone = 10;   // in tolerances; rows feel a quarter
constexpr std::size_t least_repeated = 3;                 // chains
constexpr double clearly_settled = 0.1, unsettled = 0.5;  // of the tolerance
constexpr double most_effect_of_kink = 0.05;              // of the tolerance: of a step over a kink
constexpr double growth_of_distance = 4;                  // of short intervals to a kink
constexpr double unequal = 0.38;                          // place of a division of an interval

// A spot, and the kink that it is; with a bend of 0 it is none.
struct SuddenChange : Spot {
  Kink kink{};
};

double step_at(double time, const Mesh& mesh, int steps) {
  const std::size_t interval = mesh.interval_at(time);
  return (mesh.end(interval) - mesh.begin(interval)) / steps;
}

// Around the steps of the spots, which the finest chain knows: dividing a whole interval would need
// many times as many steps.
void add_points_near(const Spot& spot, const Mesh& mesh, const Compared& compared,
                     std::vector<double>& points) {
  const int finest = compared.steps.back(), coarsest = compared.steps.front();
  const int pieces = std::clamp(least_division / coarsest, least_pieces, most_pieces);
  double step = step_at(spot.time, mesh, finest);
  step = std::max({step, step_at(spot.time - half_width * step, mesh, finest),
                   step_at(spot.time + half_width * step, mesh, finest)});
  for (int k = 0; k <= pieces; ++k)
    points.push_back(spot.time + half_width * step * (2.0 * k / pieces - 1));
}

// In the interval of the spot, and in that before or after where it is near an end.
void add_points_in_interval(const Spot& spot, const Mesh& mesh, std::vector<double>& points) {
  const std::size_t interval = mesh.interval_at(spot.time);
  const double share =
      (spot.time - mesh.begin(interval)) / (mesh.end(interval) - mesh.begin(interval));
  std::size_t first = interval, last = interval;
  if (share < 0.5 && interval > 0) --first;
  if (share >= 0.5 && interval + 1 < mesh.intervals()) ++last;
  for (std::size_t i = first; i <= last; ++i)
    for (int k = 1; k < most_pieces; ++k)
      points.push_back(mesh.begin(i) + (mesh.end(i) - mesh.begin(i)) * k / most_pieces);
}

// Short intervals may have the kink in the same step of every chain again. So they get shorter
// towards it, until a step over it does not matter (kinks.h).
void add_points_towards(const Kink& kink, const Mesh& mesh, const Compared& compared,
                        std::vector<double>& points) {
  const std::size_t interval = mesh.interval_at(kink.time);
  const double between = mesh.end(interval) - mesh.begin(interval);
  constexpr double least = 1e-12;  // of an interval; a weight may be 0
  const double effect = most_effect_of_kink * between * kink.weight / kink.bend;
  const double shortest = std::max(std::sqrt(effect) * compared.steps.front(), least * between);
  if (!std::isfinite(shortest)) return;
  for (double d = shortest; d < between / most_pieces; d *= growth_of_distance) {
    points.push_back(kink.time - d);
    points.push_back(kink.time + d);
  }
}

// The ends of short intervals. Chains of first order shift what happens by whole steps, the
// coarsest ones furthest.
std::vector<double> points_around(const std::vector<SuddenChange>& spots, const Mesh& mesh,
                                  const Compared& compared) {
  std::vector<double> points;
  for (const SuddenChange& spot : spots) {
    if (compared.expansion.p > 1)
      add_points_near(spot, mesh, compared, points);
    else
      add_points_in_interval(spot, mesh, points);
    if (spot.kink.bend > 0) add_points_towards(spot.kink, mesh, compared, points);
  }
  std::ranges::sort(points);
  return points;
}

// The shift of a pulse is the same in all chains; a signal that catches up with its inputs shifts
// by a part of the step.
bool shrinks_with_step(const Spot& spot, const Mesh& mesh, const Compared& compared,
                       ChainPool& pool) {
  const std::size_t interval = mesh.interval_at(spot.time);
  for (const int steps : compared.steps) {
    const double ratio = static_cast<double>(compared.steps.back()) / steps;
    if (ratio < least_ratio || !pool.contains(steps)) continue;
    for (const Spot& other : pool.chain(steps)->spots)
      if (other.catching_up == spot.catching_up && mesh.interval_at(other.time) == interval)
        return other.size > spot.size * std::pow(ratio, least_order);
  }
  return false;
}

// In steps, from the begin of its interval.
double place_in_interval(const Kink& kink, const Mesh& mesh) {
  return (kink.time - mesh.begin(mesh.interval_at(kink.time))) / kink.step;
}

// Whether two chains have a kink alike. Smooth curvature bends a signal by an amount that shrinks
// with the step; between curves a kink does so a little. A fast transient that the shorter steps
// begin to resolve bends it more; so does a kink in the first step of the run. And what happens
// in the same step of an interval, whatever its length, is a chain that catches up with its inputs.
bool are_alike(const Kink& fine, const Kink& coarse, double ratio, const Mesh& mesh) {
  const double most = std::pow(ratio, most_order_of_kink);
  if (fine.time - mesh.start() < fine.step) return fine.bend > most * coarse.bend;
  const double place = place_in_interval(fine, mesh);
  if (place > in_first_step && std::abs(place_in_interval(coarse, mesh) - place) < same_place)
    return false;
  return coarse.bend <= most * fine.bend && fine.bend <= most * coarse.bend;
}

// Where steps of different lengths meet, the errors of the chains bend a signal.
bool is_at_change_of_steps(const Kink& kink, const Mesh& mesh, int steps) {
  const std::size_t interval = mesh.interval_at(kink.time);
  const double away =
      std::min(kink.time - mesh.begin(interval), mesh.end(interval) - kink.time) / kink.step;
  const double before = step_at(kink.time - kink.step, mesh, steps),
               after = step_at(kink.time + kink.step, mesh, steps);
  return away < same_place && std::abs(after - before) > same_place * kink.step;
}

// The kink in another chain, at most a step away; null: none.
const Kink* same_in(const Path& path, const Kink& kink, double step) {
  for (const Kink& other : path.kinks)
    if (other.signal == kink.signal && std::abs(other.time - kink.time) < step) return &other;
  return nullptr;
}

// The finest chain that has it decides, if its steps are clearly longer. One that coarser chains
// are too coarse to show counts where it may matter.
bool may_be_kink(const Kink& kink, const Mesh& mesh, const Compared& compared, ChainPool& pool) {
  const int finest = compared.steps.back();
  const double size = kink.bend * kink.step / kink.weight;
  if (size < least_kink || is_at_change_of_steps(kink, mesh, finest)) return false;
  bool is_known = false, is_alike = false;
  for (auto steps = compared.steps.rbegin() + 1; steps < compared.steps.rend(); ++steps) {
    const double ratio = static_cast<double>(finest) / *steps;
    if (!pool.contains(*steps)) continue;
    const Kink* same = same_in(*pool.chain(*steps), kink, step_at(kink.time, mesh, *steps));
    if (same == nullptr) continue;
    is_known = true;
    is_alike = are_alike(kink, *same, ratio, mesh);
    if (is_alike || ratio >= least_ratio) break;
  }
  if (is_known) return is_alike;
  return size > least_kink_alone && kink.time - mesh.start() > kink.step;
}

// A kink is mostly a spot, too; what only looks like one counts where it is.
void add_kink(const Kink& kink, bool is_sure, std::vector<SuddenChange>& spots) {
  const double size = kink.bend * kink.step / kink.weight;
  for (SuddenChange& spot : spots)
    if (std::abs(spot.time - kink.time) <= kink.step) {
      if (is_sure) spot.size = std::max(spot.size, size);
      if (spot.kink.bend == 0 || kink.bend / kink.weight > spot.kink.bend / spot.kink.weight)
        spot.kink = kink;
      return;
    }
  if (is_sure) spots.push_back({{.time = kink.time, .size = size}, kink});
}

std::vector<SuddenChange> spots_to_check(const Path& finest, const Mesh& mesh,
                                         const Compared& compared, ChainPool& pool) {
  std::vector<SuddenChange> spots;
  for (const Spot& spot : finest.spots) {
    if (spot.catching_up >= 0 && shrinks_with_step(spot, mesh, compared, pool)) continue;
    if (!spots.empty() && spots.back().time == spot.time)
      spots.back().size = std::max(spots.back().size, spot.size);
    else
      spots.push_back({spot});
  }
  for (const Kink& kink : finest.kinks)
    add_kink(kink, may_be_kink(kink, mesh, compared, pool), spots);
  return spots;
}

std::vector<SuddenChange> largest_spots(std::vector<SuddenChange> spots) {
  std::ranges::sort(spots, std::greater<>(), &Spot::size);
  spots.resize(std::min(spots.size(), most_checked));
  std::ranges::sort(spots, std::less<>(), &Spot::time);
  return spots;
}

// Chains on a mesh with short intervals.
class Repetition {
 public:
  Repetition(const CertifyPlan& plan, const Compared& compared)
      : plan_(plan),
        compared_(compared),
        tableau_(plan, compared.expansion),
        expected_(plan, plan.expansion) {}

  // False: a chain failed, or there is no work left.
  bool add_next(const Mesh& mesh, ChainPool& pool) {
    const int steps = compared_.steps[tableau_.size()];
    const Path* made = pool.probe(pool.order_on(mesh, steps));
    if (made == nullptr || made->rows != plan_.mesh->rows()) return false;
    paths_.push_back(*made);
    tableau_.add(steps, paths_.back());
    expected_.add(steps, paths_.back());
    return true;
  }
  bool add_all(const Mesh& mesh, ChainPool& pool) {
    while (!is_complete())
      if (!add_next(mesh, pool)) return false;
    return true;
  }
  bool is_complete() const { return tableau_.size() == compared_.steps.size(); }
  std::size_t size() const { return tableau_.size(); }
  // With the expansion that the structure promises where the chains agree with it: what was within
  // a step may have hidden it.
  const Tableau& tableau() const { return is_as_expected() ? expected_ : tableau_; }
  bool is_as_expected() const {
    return expected_.size() >= least_repeated && expected_.check().complaint.empty();
  }
  // It can be judged by itself.
  bool is_regular() const {
    return size() >= least_repeated && tableau().check().complaint.empty() &&
           tableau().expansion().p > 1;
  }

 private:
  const CertifyPlan& plan_;
  const Compared& compared_;
  std::deque<Path> paths_;
  Tableau tableau_, expected_;
};

// What the rows of a repetition differ from others by.
void compare(const Repetition& repeated, const std::vector<double>& others, SpotCheck& result) {
  const Tableau& tableau = repeated.tableau();
  result.off = tableau.distance(others);
  result.moved.resize(others.size());
  for (std::size_t at = 0; at < others.size(); ++at)
    result.moved[at] = std::abs(tableau.extrapolated()[at] - others[at]);
  result.order = repeated.is_as_expected() ? tableau.expansion().p : 1;
  if (repeated.size() >= least_repeated) result.estimate = tableau.estimate().tolerance;
}

// A place in each interval that is not one of the original mesh.
std::vector<double> divisions(const Mesh& mesh, const Mesh& original) {
  std::vector<double> points;
  for (std::size_t i = 0; i < mesh.intervals(); ++i) {
    const double begin = mesh.begin(i), end = mesh.end(i);
    const std::size_t k = original.interval_at(begin + (end - begin) / 2);
    if (begin != original.begin(k) || end != original.end(k))
      points.push_back(begin + unequal * (end - begin));
  }
  return points;
}

// Where short intervals change the result, theirs may be right. It is if still shorter ones, with
// other places of the steps, agree with it.
void confirm(const CertifyPlan& plan, const Compared& compared, const Mesh& mesh,
             const Repetition& repeated, ChainPool& pool, SpotCheck& result) {
  if (!repeated.is_complete() || !repeated.is_regular() || !(result.estimate <= 1)) return;
  const Mesh& other = pool.keep(mesh.with_points(divisions(mesh, *plan.mesh)));
  Repetition again(plan, compared);
  if (!again.add_all(other, pool) || !again.is_regular()) return;
  SpotCheck confirmed{.time = result.time, .is_confirmed = true};
  compare(again, repeated.tableau().extrapolated(), confirmed);
  confirmed.rows = again.tableau().extrapolated();
  result = std::move(confirmed);
}

}  // namespace

SpotCheck check_spots(const CertifyPlan& plan, const std::vector<double>& rows, const Path& finest,
                      const Compared& compared, ChainPool& pool) {
  SpotCheck result;
  const std::vector<SuddenChange> spots = spots_to_check(finest, *plan.mesh, compared, pool);
  std::vector<double> points = points_around(largest_spots(spots), *plan.mesh, compared);
  if (plan.unrefined != nullptr) {
    // The mesh was refined where chains bend; the limit must not depend on where exactly.
    const std::vector<double> divided = divisions(*plan.mesh, *plan.unrefined);
    points.insert(points.end(), divided.begin(), divided.end());
  }
  if (points.empty()) return result;
  result.time =
      spots.empty() ? points.front() : std::ranges::max_element(spots, {}, &Spot::size)->time;
  result.off = std::numeric_limits<double>::infinity();
  const int searching = compared.steps[std::min(least_repeated, compared.steps.size()) - 1];
  const LocatedFronts located = locate_fronts(plan, std::move(points), searching, pool);
  if (located.mesh == nullptr) return result;
  if (located.left > unsettled) {
    result.off = located.left;
    return result;
  }
  Repetition after(plan, compared);
  Tableau before(plan, compared.expansion);
  while (!after.is_complete()) {
    if (!after.add_next(*located.mesh, pool)) return result;
    const int steps = compared.steps[after.size() - 1];
    if (after.is_complete()) break;
    if (pool.contains(steps)) before.add(steps, *pool.chain(steps));
    if (after.size() < least_repeated || before.size() != after.size()) continue;
    // What the first chains have in common with the others suffices to compare, not to deliver.
    compare(after, before.extrapolated(), result);
    if (result.off <= clearly_settled) {
      result.estimate = 0;
      result.rows = rows;
      break;
    }
  }
  if (after.is_complete()) {
    compare(after, rows, result);
    result.rows = after.tableau().extrapolated();
    if (result.off > unsettled) confirm(plan, compared, *located.mesh, after, pool, result);
  }
  // Those that were left out may change as much.
  result.off *= std::max(1.0, static_cast<double>(spots.size()) / most_checked);
  result.off = std::max(result.off, located.left);
  return result;
}

}  // namespace bw::cosim
