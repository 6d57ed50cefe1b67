#include "cosim/certify/kinks.h"

#include <algorithm>
#include <cmath>

#include "cosim/chain/chain.h"
#include "cosim/chain/find_kinks.h"

namespace bw::cosim {
namespace {

constexpr double least_effect = 0.01, most_effect = 0.05;  // of the tolerance: of a resolved kink
constexpr double share_of_step = 0.25;                     // where a kink is surely found again
constexpr double safety_of_spread = 2;                     // likewise
constexpr double intervals_in_width = 4;                   // on either side
constexpr double most_shrinking = 1.3;        // of a kink from the coarsest chain to the finest
constexpr double least_refinement = 2;        // a smaller one does not pay
constexpr double most_intervals = 64;         // of the refined mesh to one of the coarse one
constexpr double least_length_share = 1e-11;  // of the simulated time

const Mesh& coarse_mesh(const CertifyPlan& plan) {
  return plan.unrefined != nullptr ? *plan.unrefined : *plan.mesh;
}

double length_at(double time, const Mesh& mesh) {
  const std::size_t interval = mesh.interval_at(time);
  return mesh.end(interval) - mesh.begin(interval);
}

// The tolerance of the signal's largest value.
double largest_weight(const CertifyPlan& plan, const Tableau& tableau, const Kink& kink) {
  double weight = kink.weight;
  for (std::size_t c = 0; c < plan.columns.size(); ++c)
    if (plan.columns[c].signal == kink.signal && !plan.columns[c].repeats_another)
      weight = std::max(weight, plan.relative * tableau.scale(c) + plan.columns[c].absolute);
  return weight;
}

// The nearest kink of the same signal in another chain, at most a step away; null: none.
const Kink* same_in(const Path& path, const SharedKink& kink, double step) {
  const Kink* nearest = nullptr;
  for (const Kink& other : path.kinks)
    if (const double distance = std::abs(other.time - kink.time);
        other.signal == kink.signal && distance < step) {
      step = distance;
      nearest = &other;
    }
  return nearest;
}

}  // namespace

std::vector<SharedKink> shared_kinks(const CertifyPlan& plan, const Tableau& tableau) {
  std::vector<SharedKink> shared;
  const std::size_t before = tableau.size() - 2;
  for (const Kink& kink : tableau.finest().kinks) {
    SharedKink one;
    one.time = kink.time;
    one.step = kink.step;
    one.signal = kink.signal;
    one.bend = kink.bend / largest_weight(plan, tableau, kink);
    // Chains shift a kink by their error, which may be a step of the mesh without refinement.
    const double length = length_at(kink.time, coarse_mesh(plan));
    bool is_shared = false, shrinks = false;
    for (std::size_t i = 0; i <= before; ++i) {
      const double step = length / tableau.steps(i);
      const Kink* same = same_in(tableau.path(i), one, step);
      one.spread = std::max(one.spread, same != nullptr ? std::abs(same->time - one.time) : step);
      is_shared = is_shared || same != nullptr;
      shrinks = shrinks || (same != nullptr && same->bend > most_shrinking * kink.bend);
    }
    // What only one chain sees is a steep course; and what shrinks with the step is the error of
    // the chains, where steps of different lengths meet.
    if (is_shared && !shrinks) shared.push_back(one);
  }
  return shared;
}

int first_level(int level) { return std::max(1, level / 2); }

std::vector<Mesh::Fine> places_to_refine(const std::vector<SharedKink>& kinks,
                                         const CertifyPlan& plan, int level) {
  const Mesh &mesh = *plan.mesh, &coarse = coarse_mesh(plan);
  std::vector<Mesh::Fine> places;
  bool pays = false;
  for (const SharedKink& kink : kinks) {
    const double between = length_at(kink.time, coarse), now = length_at(kink.time, mesh);
    const double width = safety_of_spread * kink.spread + share_of_step * kink.step;
    const double step =
        std::max({std::sqrt(least_effect * between / kink.bend), width / intervals_in_width,
                  least_length_share * (mesh.stop() - mesh.start())});
    const double length = step * first_level(level);
    places.push_back({kink.time, width, std::min(length, now)});
    const double effect = kink.bend * (now / level) * (now / level) / between;
    pays = pays || (effect > most_effect && now > least_refinement * length);
  }
  if (!pays) return {};
  const auto allowed = most_intervals * static_cast<double>(coarse.intervals());
  if (static_cast<double>(coarse.refined(places).intervals()) > allowed) return {};
  return places;
}

}  // namespace bw::cosim
