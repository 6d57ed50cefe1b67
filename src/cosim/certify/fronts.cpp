#include "cosim/certify/fronts.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cosim/chain/find_spots.h"

namespace bw::cosim {
namespace {

constexpr int most_searches = 8;              // for the place of a front
constexpr std::size_t most_fronts = 24;       // to search for
constexpr int pieces_around_front = 12;       // on its step and half a step beyond
constexpr double least_order_of_front = 0.5;  // of what shrinks with the step
constexpr double most_effect_of_front = 0.1;  // of the tolerance: of a shift within its step

// A front is in shorter steps, too, and as high. What is where none was comes from the change of
// the step length, and what shrinks with the step is a signal that catches up, or a steep course
// that short steps begin to resolve.
bool is_same(const Spot& front, const std::vector<Spot>& before) {
  bool is_known = false;
  for (const Spot& longer : before) {
    if (std::abs(front.time - longer.time) > longer.step) continue;
    is_known = true;
    if (front.step < longer.step && front.catching_up == longer.catching_up &&
        front.size <= longer.size * std::pow(front.step / longer.step, least_order_of_front))
      return false;
  }
  return is_known;
}

double effect_of(const Spot& front, const Mesh& mesh) {
  const double between_rows = (mesh.stop() - mesh.start()) / static_cast<double>(mesh.rows() - 1);
  return front.step * std::max(front.bend, front.size / between_rows);
}

}  // namespace

LocatedFronts locate_fronts(const CertifyPlan& plan, std::vector<double> points, int steps,
                            ChainPool& pool) {
  std::vector<Spot> before;
  for (int search = 0;; ++search) {
    std::ranges::sort(points);
    const Mesh& mesh = pool.keep(plan.mesh->with_points(points));
    const Path* made = pool.probe(pool.order_on(mesh, steps));
    if (made == nullptr) return {};
    LocatedFronts result{.mesh = &mesh};
    std::vector<Spot> fronts;
    for (const Spot& spot : made->spots)
      if (const double effect = effect_of(spot, mesh);
          effect > most_effect_of_front && (search == 0 || is_same(spot, before))) {
        result.left = std::max(result.left, effect);
        fronts.push_back(spot);
      }
    if (fronts.empty() || fronts.size() > most_fronts || search == most_searches) return result;
    for (const Spot& front : fronts)
      for (int k = 0; k <= pieces_around_front; ++k)
        points.push_back(front.time + front.step * (2.0 * k / pieces_around_front - 1));
    before.insert(before.end(), fronts.begin(), fronts.end());
  }
}

}  // namespace bw::cosim
