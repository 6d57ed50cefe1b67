#include "cosim/certify/later_modes.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/text.h"
#include "cosim/chain/chain.h"
#include "cosim/chain/mesh.h"
#include "cosim/master/master.h"
#include "math/constants.h"

namespace bw::cosim {
namespace {

constexpr double shortest_share = 1e-9;    // of a communication step
constexpr double shortest_of_mode = 1e-3;  // of the shortest time constant that matters
constexpr double least_of_time = 1e-12;    // of the simulated time: resolution of times
constexpr double growth_of_steps = 4;      // from scale to scale
constexpr std::size_t steps_per_scale = 4;
constexpr double longest_burst = 2;   // of a communication step: all short steps together
constexpr double most_of_rest = 0.9;  // until the stop time: likewise
constexpr std::size_t scales_of_a_mode = 3, slow_scales = 2;
constexpr double about_equal = 3;  // ratio of rates
constexpr double much_faster = 5;
constexpr double least_motion = 1e-3;  // of a mode, in tolerances: less may be noise
constexpr double least_left = 0.05, most_left_of_mode = 0.8;  // of its rate: to see how it decays
constexpr std::size_t most_event_places = 6;
constexpr double even_places[] = {0.02, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95};

// A long step and the short ones after it, by their rows.
struct Burst {
  double time = 0;
  std::size_t first_row = 0;      // after the long step
  std::vector<double> lengths{};  // of the short steps of each scale
};

struct BurstMesh {
  std::vector<double> ends{};
  std::vector<bool> rows{};
  std::vector<Burst> bursts{};
};

// The intervals to look in: after events, and some others. Not the first one, where modes are not
// at rest, and the scan (scan.h) finds them.
std::set<std::size_t> places(const Mesh& mesh, const Path& path) {
  std::set<std::size_t> chosen;
  const std::size_t events = path.events.size();
  for (std::size_t k = 0; k < std::min(events, most_event_places); ++k)
    chosen.insert(path.events[k * events / std::min(events, most_event_places)].interval + 1);
  const std::size_t count = mesh.intervals(), first = std::min<std::size_t>(1, count - 1);
  for (const double share : even_places)
    chosen.insert(std::max(first, static_cast<std::size_t>(share * static_cast<double>(count))));
  return chosen;
}

// Lengths of the first short step.
struct Shortest {
  double least;   // that times resolve
  double needed;  // to see each mode that matters
};

void add_burst(double t, double step, double last, const Shortest& shortest, BurstMesh& into) {
  Burst& burst = into.bursts.back();
  burst.time = t;
  for (double h = std::max(std::min(shortest_share * step, shortest.needed), shortest.least);
       t + static_cast<double>(steps_per_scale) * h < last; h *= growth_of_steps) {
    burst.lengths.push_back(h);
    for (std::size_t k = 0; k < steps_per_scale; ++k) {
      into.ends.push_back(t += h);
      into.rows.push_back(true);
    }
  }
}

// `fastest` is the largest rate of a signal at rows, in tolerances.
Shortest shortest_steps(const Mesh& mesh, double fastest) {
  const double size = std::max(std::abs(mesh.start()), std::abs(mesh.stop()));
  return {std::max(least_of_time * (mesh.stop() - mesh.start()), 16 * math::epsilon * size),
          shortest_of_mode / fastest};
}

BurstMesh make_mesh(const Mesh& mesh, const std::set<std::size_t>& chosen, int steps,
                    const Shortest& shortest) {
  BurstMesh made;
  std::size_t row_count = 1;
  for (std::size_t interval = 0; interval < mesh.intervals(); ++interval) {
    const double begin = mesh.begin(interval), length = mesh.end(interval) - begin;
    for (int k = 1; k <= steps; ++k) {
      const double end = k == steps ? mesh.end(interval) : begin + length * k / steps;
      const double reached = made.ends.empty() ? mesh.start() : made.ends.back();
      if (!(end - reached > shortest.least)) continue;  // the last burst went on until here
      const double step = length / steps, left = mesh.stop() - end;
      const bool is_place = chosen.contains(interval) && k == 1 && left > 0;
      made.ends.push_back(end);
      made.rows.push_back(is_place);
      if (!is_place) continue;
      made.bursts.push_back({.first_row = row_count});
      add_burst(end, step, end + std::min(longest_burst * step, most_of_rest * left), shortest,
                made);
      row_count += 1 + steps_per_scale * made.bursts.back().lengths.size();
    }
  }
  return made;
}

// A signal in the short steps of a burst.
struct Motion {
  std::vector<double> rates{};  // on each scale, beyond the slow motion; NaN: not steady within it
  double slow = 0;              // rate on the longest scales, when a mode has come to rest
  double end = 0;               // value
};

Motion motion(const Burst& burst, const Path& path, std::size_t columns, std::size_t column) {
  Motion seen;
  double last_rate = 0;
  const auto value = [&](std::size_t row) { return path.reals[row * columns + column]; };
  for (std::size_t j = 0; j < burst.lengths.size(); ++j) {
    const std::size_t last = burst.first_row + (j + 1) * steps_per_scale;
    const double now = value(last) - value(last - 1), before = value(last - 1) - value(last - 2);
    const bool is_steady = now * before > 0 && std::abs(now) <= about_equal * std::abs(before) &&
                           std::abs(before) <= about_equal * std::abs(now);
    last_rate = now / burst.lengths[j];
    seen.rates.push_back(is_steady ? last_rate : std::nan(""));
    // Not the last one only: it may happen to be 0.
    if (j + slow_scales >= burst.lengths.size())
      seen.slow = std::max(seen.slow, std::abs(last_rate));
    seen.end = value(last);
  }
  for (double& rate : seen.rates) rate -= last_rate;
  return seen;
}

// Whether a mode may show from this scale on: the rate is steady over several, and high.
bool shows_mode(const Motion& seen, std::size_t scale) {
  const double first = seen.rates[scale];
  double least = std::abs(first), most = least;
  for (std::size_t k = scale; k < scale + scales_of_a_mode; ++k) {
    if (!(seen.rates[k] * first > 0)) return false;
    least = std::min(least, std::abs(seen.rates[k]));
    most = std::max(most, std::abs(seen.rates[k]));
  }
  return most <= about_equal * least && least > much_faster * seen.slow;
}

// Of r = r_0 exp(-t / T), by a scale on which it has fallen clearly and not vanished.
double time_constant(const Burst& burst, const std::vector<double>& rates, std::size_t mode) {
  double constant = 0, elapsed = 0;
  for (std::size_t j = 0; j < rates.size(); ++j) {
    elapsed += static_cast<double>(steps_per_scale) * burst.lengths[j];
    if (j <= mode) continue;
    const double left = std::abs(rates[j] / rates[mode]);
    if (left > least_left && left < most_left_of_mode)
      constant = std::max(constant, (elapsed - burst.lengths[j] / 2) / -std::log(left));
    if (!(left > least_left)) break;  // what comes later is slow motion
  }
  return constant > 0 ? constant : elapsed;
}

// The largest time constant of a mode in a signal; 0: it shows none.
double longest_mode(const Burst& burst, const Motion& seen, double weight) {
  double longest = 0;
  for (std::size_t j = 0; j + scales_of_a_mode <= seen.rates.size(); ++j) {
    if (!shows_mode(seen, j)) continue;
    const double constant = time_constant(burst, seen.rates, j);
    if (std::abs(seen.rates[j]) * constant > least_motion * weight)
      longest = std::max(longest, constant);
  }
  return longest;
}

// `fastest` is the largest rate of a signal at rows, in tolerances: what depends on a signal that
// is late by T is late, too.
LaterMode judge_burst(const CertifyPlan& plan, const Burst& burst, const Path& path,
                      double fastest) {
  LaterMode worst;
  for (std::size_t c = 0; c < plan.columns.size(); ++c) {
    const CertifiedColumn& column = plan.columns[c];
    if (column.repeats_another) continue;
    const Motion seen = motion(burst, path, plan.columns.size(), c);
    const double weight = plan.relative * std::abs(seen.end) + column.absolute;
    const double constant = longest_mode(burst, seen, weight);
    const double rate = column.signal ? fastest : std::max(fastest, seen.slow / weight);
    if (constant * rate > worst.error) worst = {constant * rate, burst.time, constant};
  }
  return worst;
}

}  // namespace

std::string LaterMode::complaint() const {
  if (!is_searched)
    return "modes faster than the steps could not be searched: runs with communication steps of "
           "many "
           "lengths failed from t = " +
           brief(time) + " on";
  return "a mode with a time constant of about " + rough(constant) +
         " is faster than the steps at t = " + brief(time) + ": it changes a row by about " +
         rough(error) + " tolerances";
}

// Long steps may make one of the masters unstable, or both: then the shortest steps of the result
// are tried.
LaterMode find_later_mode(const CertifyPlan& plan, const Path& path, const Compared& compared,
                          ChainPool& pool) {
  LaterMode found;
  const double fastest = path.rates.empty() ? 0 : std::ranges::max(path.rates);
  for (const int steps : {compared.steps.front(), compared.steps.back()}) {
    const BurstMesh made =
        make_mesh(*plan.mesh, places(*plan.mesh, path), steps, shortest_steps(*plan.mesh, fastest));
    if (made.bursts.empty()) return {};
    ChainOrder order;
    order.options.tolerance = plan.options.tolerance;
    order.mesh = &pool.keep(Mesh::of(plan.mesh->start(), made.ends, made.rows));
    for (const char* base : {"jacobi", "gauss-seidel"}) {
      order.base = find_master(base);
      const Path* seen = pool.probe(order);
      if (seen == nullptr) return {};
      if (seen->complete()) {
        LaterMode worst;
        for (const Burst& burst : made.bursts)
          if (const LaterMode one = judge_burst(plan, burst, *seen, fastest);
              one.error > worst.error)
            worst = one;
        return worst;
      }
      found = {.time = seen->time, .is_searched = false};
    }
    if (compared.steps.size() == 1) break;
  }
  return found;
}

}  // namespace bw::cosim
