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

constexpr double shortest_share = 1e-9;  // of a communication step
constexpr double least_of_time = 1e-12;  // of the simulated time: resolution of times
constexpr double growth_of_steps = 4;    // from scale to scale
constexpr std::size_t steps_per_scale = 4;
constexpr double longest_burst = 0.5;  // of a communication step: all short steps together
constexpr std::size_t scales_of_a_mode = 3;
constexpr double about_equal = 3;  // ratio of rates
constexpr double much_faster = 10;
constexpr double least_left = 0.05, most_left_of_mode = 0.8;  // of its rate: to see how it decays
constexpr std::size_t most_event_places = 6;
constexpr double even_places[] = {0.02, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95};

// A long step and the short ones after it, by their rows.
struct Burst {
  double time = 0, step = 0;
  std::size_t first_row = 0;      // before the long step; the next one is after it
  std::vector<double> lengths{};  // of the short steps of each scale
};

struct BurstMesh {
  std::vector<double> ends{};
  std::vector<bool> rows{};
  std::vector<Burst> bursts{};
};

// The intervals to look in: after events, and some others.
std::set<std::size_t> places(const Mesh& mesh, const Path& path) {
  std::set<std::size_t> chosen;
  const std::size_t events = path.events.size();
  for (std::size_t k = 0; k < std::min(events, most_event_places); ++k)
    chosen.insert(path.events[k * events / std::min(events, most_event_places)].interval + 1);
  for (const double share : even_places)
    chosen.insert(static_cast<std::size_t>(share * static_cast<double>(mesh.intervals())));
  return chosen;
}

void add_burst(double t, double step, double least, BurstMesh& into) {
  Burst& burst = into.bursts.back();
  burst.time = t;
  burst.step = step;
  const double last = t + longest_burst * step;
  for (double h = std::max(shortest_share * step, least);
       t + static_cast<double>(steps_per_scale) * h < last; h *= growth_of_steps) {
    burst.lengths.push_back(h);
    for (std::size_t k = 0; k < steps_per_scale; ++k) {
      into.ends.push_back(t += h);
      into.rows.push_back(true);
    }
  }
}

BurstMesh make_mesh(const Mesh& mesh, const std::set<std::size_t>& chosen, int steps) {
  BurstMesh made;
  const double size = std::max(std::abs(mesh.start()), std::abs(mesh.stop()));
  const double least =
      std::max(least_of_time * (mesh.stop() - mesh.start()), 16 * math::epsilon * size);
  std::size_t row_count = 1;
  for (std::size_t interval = 0; interval < mesh.intervals(); ++interval) {
    const double begin = mesh.begin(interval), length = mesh.end(interval) - begin;
    const bool looks = chosen.contains(interval);
    // The row before the long step: the end of the previous interval.
    if (looks && !made.rows.empty() && !made.rows.back()) {
      made.rows.back() = true;
      ++row_count;
    }
    for (int k = 1; k <= steps; ++k) {
      const double end = k == steps ? mesh.end(interval) : begin + length * k / steps;
      const bool is_place = looks && k == 1;
      made.ends.push_back(end);
      made.rows.push_back(is_place);
      if (!is_place) continue;
      if (interval + 1 == mesh.intervals() && steps == 1) {
        made.rows.back() = false;
        continue;  // there is no time left for short steps
      }
      made.bursts.push_back({.first_row = row_count - 1});
      add_burst(end, length / steps, least, made);
      row_count += 1 + steps_per_scale * made.bursts.back().lengths.size();
    }
  }
  return made;
}

// The rates of a signal on the scales of a burst; NaN: not steady within the scale.
std::vector<double> rates(const Burst& burst, const Path& path, std::size_t columns,
                          std::size_t column) {
  std::vector<double> all;
  const auto value = [&](std::size_t row) { return path.reals[row * columns + column]; };
  for (std::size_t j = 0; j < burst.lengths.size(); ++j) {
    const std::size_t last = burst.first_row + 1 + (j + 1) * steps_per_scale;
    const double now = value(last) - value(last - 1), before = value(last - 1) - value(last - 2);
    const bool is_steady = now * before > 0 && std::abs(now) <= about_equal * std::abs(before) &&
                           std::abs(before) <= about_equal * std::abs(now);
    all.push_back(is_steady ? now / burst.lengths[j] : std::nan(""));
  }
  return all;
}

// The scale on which a mode shows: the rate is steady over several scales from there on, and the
// largest such. None: the number of scales.
std::size_t scale_of_mode(const std::vector<double>& rates, double slow) {
  std::size_t found = rates.size();
  for (std::size_t j = 0; j + scales_of_a_mode <= rates.size(); ++j) {
    double least = std::abs(rates[j]), most = least;
    bool same_sign = least > 0;
    for (std::size_t k = j; k < j + scales_of_a_mode; ++k) {
      same_sign = same_sign && rates[k] * rates[j] > 0;
      least = std::min(least, std::abs(rates[k]));
      most = std::max(most, std::abs(rates[k]));
    }
    if (!same_sign || !(most <= about_equal * least) || !(least > much_faster * slow)) continue;
    if (found == rates.size() || std::abs(rates[j]) > std::abs(rates[found])) found = j;
  }
  return found;
}

// Of r = r_0 exp(-t / T), by a scale on which it has fallen clearly and not vanished.
double time_constant(const Burst& burst, const std::vector<double>& rates, std::size_t mode) {
  double constant = 0, elapsed = 0;
  for (std::size_t j = 0; j < rates.size(); ++j) {
    elapsed += static_cast<double>(steps_per_scale) * burst.lengths[j];
    if (j <= mode || std::isnan(rates[j])) continue;
    const double left = std::abs(rates[j] / rates[mode]);
    if (left > least_left && left < most_left_of_mode)
      constant = std::max(constant, (elapsed - burst.lengths[j] / 2) / -std::log(left));
    if (left <= least_left) break;
  }
  return constant > 0 ? constant : elapsed;
}

LaterMode judge_burst(const CertifyPlan& plan, const Burst& burst, const Path& path) {
  const std::size_t columns = plan.columns.size();
  const std::size_t last = burst.first_row + 1 + steps_per_scale * burst.lengths.size();
  LaterMode worst;
  for (std::size_t c = 0; c < columns; ++c) {
    if (plan.columns[c].repeats_another || burst.lengths.empty()) continue;
    const std::vector<double> seen = rates(burst, path, columns, c);
    // When the mode has come to rest.
    const double end = path.reals[last * columns + c];
    const double slow = std::abs(end - path.reals[(last - 1) * columns + c]) / burst.lengths.back();
    const std::size_t mode = scale_of_mode(seen, slow);
    if (mode == seen.size()) continue;
    const double constant = time_constant(burst, seen, mode);
    const double error =
        constant * slow / (plan.relative * std::abs(end) + plan.columns[c].absolute);
    if (error > worst.error) worst = {error, burst.time, constant};
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
  for (const int steps : {compared.steps.front(), compared.steps.back()}) {
    const BurstMesh made = make_mesh(*plan.mesh, places(*plan.mesh, path), steps);
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
          if (const LaterMode one = judge_burst(plan, burst, *seen); one.error > worst.error)
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
