#include "cosim/certify.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

#include "cosim/scan.h"
#include "cosim/tableau.h"

namespace bw::cosim {
namespace {

using Outcome = Certificate::Outcome;

constexpr int least_chains = 3;
constexpr double hopeless = 0.3;         // first chains that differ by more of the largest value
constexpr double real_gain = 0.5;   // what half the step should leave of a change
constexpr int most_idle = 2;        // levels without such a gain
constexpr double work_for_rough = 0.1;   // of the work limit, for a rough estimate
constexpr int most_halvings = 3;         // of the macro step at a time
constexpr double safety_of_prediction = 2;
constexpr int most_failures = 2;         // of checks in a level
constexpr int most_level = 1 << 16;      // macro steps in a cell

class Certifier {
 public:
  Certifier(ChainRunner& runner, const CertifyPlan& plan)
      : runner_(runner), plan_(plan), expansion_(plan.expansion) {}

  Certificate run() {
    int idle = 0;  // levels in a row without a better estimate
    for (int level = 1; !over_ && level <= most_level; level = next_level_) {
      next_level_ = 2 * level;
      const double before = std::exchange(third_change_, std::numeric_limits<double>::infinity());
      try_level(level);
      if (best_.chains == 0) continue;
      earlier_ = best_.rows;
      earlier_estimate_ = best_.estimate;
      idle = third_change_ <= real_gain * before || before == 0 ? 0 : idle + 1;
      if (idle >= most_idle) break;  // noise: no step is small enough
    }
    const bool decided = best_.outcome == Outcome::met || best_.outcome == Outcome::interrupted ||
                         best_.outcome == Outcome::jumps || best_.outcome == Outcome::rough;
    if (!decided) conclude(idle >= most_idle);
    return std::move(best_);
  }

 private:
  // --- chains ---
  ChainOrder order(int steps) const {
    return {.base = plan_.base,
            .options = plan_.options,
            .mesh = plan_.mesh,
            .steps = steps,
            .locates_events = plan_.locates_events,
            .event_resolution = plan_.event_resolution};
  }

  // Null: not within the limits, or the user has had enough.
  const Path* make(const ChainOrder& order, Path& into) {
    const double cost =
        per_step_ * order.steps * static_cast<double>(order.mesh->cells());
    if (best_.chains_run > 0 && static_cast<double>(best_.advances) + cost >
                                    static_cast<double>(plan_.work_limit)) {
      over_ = true;
      return nullptr;
    }
    into = runner_.run(order);
    ++best_.chains_run;
    best_.advances += into.advances();
    add_counts(into.parts, best_.parts);
    if (into.complete() && order.mesh == plan_.mesh)
      per_step_ = static_cast<double>(into.advances()) /
                  (static_cast<double>(order.mesh->cells()) * order.steps);
    if (into.end == Path::End::interrupted) {
      over_ = true;
      best_.outcome = Outcome::interrupted;
      best_.path = into;
      return nullptr;
    }
    return &into;
  }

  // Of the chains of a level. Where only some are allowed, there is one level.
  std::vector<int> steps_of(int level) const {
    std::vector<int> steps = level == 1 ? plan_.allowed_steps : std::vector<int>();
    if (!plan_.allowed_steps.empty()) return steps;
    for (int i = 1; i <= plan_.most_chains; ++i) steps.push_back(level * i);
    return steps;
  }

  const Path* chain(int steps) {
    if (const auto known = pool_.find(steps); known != pool_.end()) return known->second.get();
    auto path = std::make_unique<Path>();
    if (make(order(steps), *path) == nullptr) return nullptr;
    return pool_.emplace(steps, std::move(path)).first->second.get();
  }

  void expect(int level, int first, int last) {
    std::vector<ChainOrder> orders;
    const std::vector<int> steps = steps_of(level);
    last = std::min(last, static_cast<int>(steps.size()));
    for (int i = last; i >= first; --i)  // the longest first: they take the time
      if (const int n = steps[static_cast<std::size_t>(i) - 1]; !pool_.contains(n))
        orders.push_back(order(n));
    runner_.expect(orders);
  }

  // --- one level ---
  void try_level(int level) {
    // What the coming levels cannot use is forgotten.
    std::erase_if(pool_, [&](const auto& known) { return known.first % level != 0; });
    const std::vector<int> sequence = steps_of(level);
    if (sequence.size() < least_chains) {
      if (level == 1) complain("the parts do not allow three different step sizes between rows", 0);
      over_ = true;
      return;
    }
    expect(level, 1, least_chains + 1);
    Tableau tableau(plan_, expansion_);
    int failures = 0;
    for (int i = 1; i <= static_cast<int>(sequence.size()) && failures < most_failures; ++i) {
      const int steps = sequence[static_cast<std::size_t>(i) - 1];
      const Path* path = chain(steps);
      if (path == nullptr) return;
      if (!path->complete() && path->end != Path::End::part_terminated) {
        complain("a chain did not get to the end: " + path->subject + ": " + path->reason,
                 path->time);
        return;
      }
      if (tableau.size() > 0 && path->reals.size() != tableau.finest().reals.size()) {
        complain("not all chains get to the end", path->time);
        return;
      }
      best_.saw_jumps = best_.saw_jumps || path->jumps > 0;
      if (best_.saw_jumps && plan_.leaves_at_jumps) {
        over_ = true;
        best_.outcome = Outcome::jumps;
        best_.path = *path;
        return;
      }
      if (tableau.size() > 0 &&
          !same_events(tableau.finest(), *path, plan_.event_resolution)) {
        // Too coarse for its events: what follows must do without those before.
        complain("chains do not meet the same events", path->time);
        events_differ_ = true;
        tableau = Tableau(plan_, expansion_);
      }
      tableau.add(steps, *path);
      if (tableau.size() == 2 && !(tableau.between(0, 1) <= hopeless)) {
        complain("the first chains have little in common", 0);
        return;
      }
      if (tableau.size() < least_chains) continue;
      if (!look(level, i, tableau, failures)) return;
    }
  }

  // False: this level has been left.
  bool look(int level, int i, Tableau& tableau, int& failures) {
    if (tableau.size() == least_chains) third_change_ = tableau.changes().back().tolerance;
    if (best_.saw_jumps && !plan_.locates_events) return estimate_roughly(level, tableau);
    Tableau::Regime regime = tableau.check();
    if (!regime.complaint.empty() && regime.first_order && expansion_.p > 1) {
      // Undeclared feed-through: the same chains with the weights that fit.
      expansion_ = {1, 1};
      Tableau again(plan_, expansion_);
      for (std::size_t n = 0; n < tableau.size(); ++n)
        again.add(tableau.steps(n), tableau.path(n));
      tableau = std::move(again);
      regime = tableau.check();
    }
    if (!regime.complaint.empty()) {
      complain(regime.complaint, regime.time);
      stalls_ += regime.stalls ? 1 : 0;
      best_.saw_kinks = best_.saw_kinks || stalls_ >= 3;
      if (best_.saw_kinks && plan_.leaves_at_kinks) over_ = true;
      events_differ_ = regime.discretes_differ;
      ++failures;
      return true;
    }
    const double estimate = with_earlier(tableau, tableau.estimate().tolerance);
    if (estimate < best_.estimate) keep(level, tableau, regime, estimate);
    if (estimate <= 1) {
      if (is_resolved(level, tableau)) {
        best_.outcome = Outcome::met;
        over_ = true;
      }
      return false;
    }
    return adding_pays(level, i, tableau);
  }

  // Levels that passed their checks agree within their estimates, or something is noisy, and then
  // the difference is the better estimate.
  double with_earlier(const Tableau& tableau, double estimate) {
    if (earlier_.empty()) return estimate;
    const double off = tableau.distance(earlier_);
    if (off <= estimate + earlier_estimate_) return estimate;
    noisy_ = true;
    return 2 * off;
  }

  // Jumps that nobody can locate: nothing may be extrapolated over them. The finest chain, and
  //   4 max(how far the last three chains are apart, what a signal changes in the coarsest step)
  // for columns that do not jump themselves. Good enough, or a tenth of the work: that is it.
  bool estimate_roughly(int level, const Tableau& tableau) {
    const std::size_t columns = plan_.columns.size(), k = tableau.size();
    const std::vector<double>& finest = tableau.finest().reals;
    best_.per_column.assign(columns, 0.0);
    best_.errors.assign(finest.size(), 0.0);
    for (std::size_t at = columns; at < finest.size(); ++at) {
      const CertifiedColumn& column = plan_.columns[at % columns];
      double d = std::abs(finest[at] - finest[at - columns]) / tableau.steps(k - 3);
      for (std::size_t i = k - 3; i + 1 < k; ++i)
        d = std::max(d, std::abs(tableau.path(i).reals[at] - finest[at]));
      best_.errors[at] = 4 * d;
      if (column.signal && jumped(tableau.finest(), *column.signal)) continue;
      const double w = plan_.relative * std::abs(finest[at]) + column.absolute;
      best_.per_column[at % columns] = std::max(best_.per_column[at % columns], 4 * d / w);
    }
    best_.estimate = 0;
    for (std::size_t c = 0; c < columns; ++c)
      if (plan_.columns[c].delivered && best_.per_column[c] >= best_.estimate) {
        best_.estimate = best_.per_column[c];
        best_.worst_column = c;
      }
    best_.rows = finest;
    best_.path = tableau.finest();
    best_.level = tableau.finest_steps();
    best_.chains = 1;
    best_.outcome = Outcome::rough;
    over_ = best_.estimate <= 1 ||
            static_cast<double>(best_.advances) > work_for_rough * static_cast<double>(plan_.work_limit);
    next_level_ = 2 * level;
    return false;
  }

  static bool jumped(const Path& path, std::size_t signal) {
    return std::find(path.jumped.begin(), path.jumped.end(), signal) != path.jumped.end();
  }

  void keep(int level, const Tableau& tableau, const Tableau::Regime& regime, double estimate) {
    best_.estimate = estimate;
    best_.rows = tableau.extrapolated();
    best_.errors = tableau.estimates();
    best_.per_column = tableau.per_column();
    best_.worst_column = tableau.worst().column;
    best_.worst_row = tableau.worst().row;
    best_.path = tableau.finest();
    best_.path.reals.clear();
    best_.level = level;
    best_.chains = static_cast<int>(tableau.size());
    best_.event_times = tableau.event_times();
    best_.event_errors = tableau.event_estimates();
    best_.order = regime.order;
  }

  // Nothing faster than the steps hides at the start.
  bool is_resolved(int level, const Tableau& tableau) {
    if (!plan_.allowed_steps.empty()) return true;
    const double step = (plan_.mesh->end(0) - plan_.mesh->begin(0)) / level;
    Path scratch;
    const MakeChain probe = [&](const ChainOrder& order) { return make(order, scratch); };
    best_.scan = scan(plan_, step, tableau.finest(), probe);
    if (best_.scan <= suspicious_scan) return true;
    const std::string complaint = check_first_row(plan_, tableau, probe);
    if (complaint.empty()) return true;
    complain(complaint, plan_.mesh->start());
    hidden_ = true;
    best_.estimate = std::numeric_limits<double>::infinity();
    best_.chains = 0;
    earlier_.clear();
    return false;
  }

  // Whether the next chain is the cheapest way on, or macro steps of half, a quarter or an eighth of
  // the size; then that level is the next. With the changes of this level so far, and further ones
  // that shrink as the last did,
  //   E_n on level 2^j r  is  E_n 2^-j(p + (n-2) s)
  bool adding_pays(int level, int i, const Tableau& tableau) {
    const auto& changes = tableau.changes();
    const double rate = changes.back().tolerance / changes[changes.size() - 2].tolerance;
    if (!plan_.allowed_steps.empty()) {
      expect(level, i + 1, i + 2);
      return true;
    }
    if (!(rate < 1)) return false;
    const int k = static_cast<int>(tableau.size());
    double least = std::numeric_limits<double>::infinity();
    int best_halvings = 1, best_chains = least_chains;
    for (int halvings = 0; halvings <= most_halvings; ++halvings) {
      const int there = level << halvings;
      double cost = 0;
      for (int n = 1; n <= plan_.most_chains; ++n) {
        if (!pool_.contains(there * n)) cost += there * n;
        if (n < least_chains || (halvings == 0 && n <= i)) continue;
        const double change = n <= k ? changes[static_cast<std::size_t>(n) - 2].tolerance
                                     : changes.back().tolerance * std::pow(rate, n - k);
        const int power = expansion_.p + (n - 2) * expansion_.s;
        if (!(safety_of_prediction * change * std::pow(2.0, -halvings * power) <= 1)) continue;
        if (cost < least) {
          least = cost;
          best_halvings = halvings;
          best_chains = n;
        }
        break;
      }
    }
    if (best_halvings == 0) {
      expect(level, i + 1, best_chains);
      return true;
    }
    next_level_ = level << best_halvings;
    return false;
  }

  void complain(std::string sentence, double time) {
    best_.failed_check = std::move(sentence);
    best_.failed_at = time;
  }

  void conclude(bool idle) {
    if (best_.chains > 0) {
      best_.outcome = noisy_ || idle ? Outcome::rounding : Outcome::not_met;
      return;
    }
    best_.outcome = hidden_          ? Outcome::hidden_mode
                    : events_differ_ ? Outcome::events_differ
                                     : Outcome::no_asymptotics;
    // The finest chain that got to the end, as it is; or else the one that got furthest.
    for (auto& [steps, path] : pool_) {
      if (path->rows < best_.path.rows) continue;
      best_.path = std::move(*path);
      best_.level = steps;
    }
    best_.rows = best_.path.reals;
    if (!best_.path.complete()) best_.outcome = Outcome::failed;
  }

  ChainRunner& runner_;
  const CertifyPlan& plan_;
  Expansion expansion_;
  std::map<int, std::unique_ptr<Path>> pool_;  // by steps per cell
  Certificate best_;
  std::vector<double> earlier_;  // the best of earlier levels, and its estimate
  double earlier_estimate_ = 0;
  double per_step_ = 0;      // advances
  double third_change_ = 0;  // E_3 of the level
  bool over_ = false, noisy_ = false, hidden_ = false, events_differ_ = false;
  int stalls_ = 0, next_level_ = 1;
};

}  // namespace

Certificate certify(ChainRunner& runner, const CertifyPlan& plan) {
  return Certifier(runner, plan).run();
}

}  // namespace bw::cosim
