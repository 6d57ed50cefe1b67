#include "cosim/certify/solver_errors.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/text.h"
#include "cosim/chain/chain.h"
#include "cosim/chain/mesh.h"
#include "cosim/master/master.h"
#include "math/constants.h"

namespace bw::cosim {
namespace {

constexpr double growth = 3;       // of lengths from scale to scale
constexpr int shorter_scales = 8;  // than a communication step
constexpr int longer_scales = 1;   // likewise
constexpr int parts = 4;           // of a doStep, the second time
constexpr double rising = 2;       // of a rate from scale to scale: by any order, 3 and more
constexpr double places[] = {0, 0.35, 0.7};  // of the run
constexpr double least_matter = 0.1;         // tolerances, by the probes
constexpr double most_divided = 2e5;         // doSteps of a component in a divided run
constexpr double rounding = 100;  // in units of the last place: smaller differences show nothing
constexpr double well_below = 2;  // scales: where the rate has fallen by 9 and more

struct Probe {
  std::vector<double> ends{};
  std::vector<bool> rows{};
  double from = 0;
  std::vector<double> lengths{};
};

// Communication steps up to a place, and one doStep of each length from there on; rows around each.
Probe make_probe(const Mesh& mesh, double share, int steps) {
  Probe made;
  const auto count = static_cast<double>(mesh.intervals());
  const auto place = static_cast<std::size_t>(share * count);
  for (std::size_t interval = 0; interval < place; ++interval) {
    const double begin = mesh.begin(interval), length = mesh.end(interval) - begin;
    for (int k = 1; k <= steps; ++k) {
      made.ends.push_back(k == steps ? mesh.end(interval) : begin + length * k / steps);
      made.rows.push_back(k == steps && interval + 1 == place);
    }
  }
  made.from = made.ends.empty() ? mesh.start() : made.ends.back();
  const double step = (mesh.end(place) - mesh.begin(place)) / steps;
  double t = made.from;
  for (int j = -shorter_scales; j <= longer_scales; ++j) {
    const double h = step * std::pow(growth, j);
    if (!(t + h < mesh.stop())) break;
    made.lengths.push_back(h);
    made.ends.push_back(t += h);
    made.rows.push_back(true);
  }
  return made;
}

double weight(const CertifyPlan& plan, std::size_t column, double value) {
  return plan.relative * std::abs(value) + plan.columns[column].absolute;
}

// The differences that the scales add, per time and in tolerances.
std::vector<double> rates(const CertifyPlan& plan, const Probe& probe, const Path& whole,
                          const Path& divided, std::size_t column) {
  const std::size_t columns = plan.columns.size();
  const std::size_t first = whole.rows - probe.lengths.size();
  std::vector<double> found;
  double before = 0;
  for (std::size_t j = 0; j < probe.lengths.size(); ++j) {
    const std::size_t at = (first + j) * columns + column;
    const double now = divided.reals[at] - whole.reals[at], added = std::abs(now - before);
    const bool rounds = added <= rounding * math::epsilon * std::abs(whole.reals[at]);
    found.push_back(rounds ? 0 : added / weight(plan, column, whole.reals[at]) / probe.lengths[j]);
    before = now;
  }
  return found;
}

// The scale from which on the rate does not grow any more; 0: there is none.
std::size_t peak_of(const std::vector<double>& rate) {
  std::size_t peak = 0;
  for (std::size_t j = 1; j + 1 < rate.size(); ++j)
    if (rate[j] > rising * rate[j - 1] && rate[j + 1] < rising * rate[j] &&
        (peak == 0 || rate[j] > rate[peak]))
      peak = j;
  return peak;
}

const Path* run(const CertifyPlan& plan, ChainPool& pool, const Mesh& mesh, int steps, int divided,
                double from) {
  ChainOrder order;
  order.base = find_master("gauss-seidel");
  order.options.tolerance = plan.options.tolerance;
  order.mesh = &mesh;
  order.steps = steps;
  order.parts = divided;
  order.divided_from = from;
  const Path* path = pool.probe(order);
  return path != nullptr && path->complete() ? path : nullptr;
}

// By single doSteps at some places.
SolverError probe(const CertifyPlan& plan, int steps, ChainPool& pool) {
  SolverError worst;
  const double span = plan.mesh->stop() - plan.mesh->start();
  for (const double share : places) {
    const Probe made = make_probe(*plan.mesh, share, steps);
    const Mesh& mesh = pool.keep(Mesh::of(plan.mesh->start(), made.ends, made.rows));
    const Path* whole = run(plan, pool, mesh, 1, 1, 0);
    const Path* divided = whole == nullptr ? nullptr : run(plan, pool, mesh, 1, parts, made.from);
    if (divided == nullptr || divided->rows != whole->rows) continue;
    for (std::size_t c = 0; c < plan.columns.size(); ++c) {
      if (plan.columns[c].repeats_another) continue;
      const std::vector<double> rate = rates(plan, made, *whole, *divided, c);
      const std::size_t peak = peak_of(rate);
      if (peak > 0 && rate[peak] * span > worst.error)
        worst = {rate[peak] * span, made.lengths[peak], made.from};
    }
  }
  return worst;
}

// In the rows of a whole run.
void measure(const CertifyPlan& plan, int steps, ChainPool& pool, SolverError& found) {
  const Mesh& mesh = *plan.mesh;
  double longest = 0;
  for (std::size_t i = 0; i < mesh.intervals(); ++i)
    longest = std::max(longest, (mesh.end(i) - mesh.begin(i)) / steps);
  const double divided = std::ceil(longest * std::pow(growth, well_below) / found.step);
  if (!(divided * steps * static_cast<double>(mesh.intervals()) <= most_divided)) return;
  const Path* whole = run(plan, pool, mesh, steps, 1, 0);
  const Path* fine = whole == nullptr
                         ? nullptr
                         : run(plan, pool, mesh, steps, static_cast<int>(divided), mesh.start());
  if (fine == nullptr || fine->reals.size() != whole->reals.size()) return;
  found.error = 0;
  for (std::size_t at = 0; at < fine->reals.size(); ++at)
    found.error =
        std::max(found.error, std::abs(fine->reals[at] - whole->reals[at]) /
                                  weight(plan, at % plan.columns.size(), fine->reals[at]));
}

}  // namespace

std::string SolverError::complaint() const {
  return "the solvers inside the components make steps of about " + rough(step) +
         ", whose error changes a row by about " + rough(error) + " tolerances";
}

SolverError find_solver_error(const CertifyPlan& plan, const Compared& compared, ChainPool& pool) {
  const int steps = compared.steps.back();
  SolverError found = probe(plan, compared.steps.front(), pool);
  if (found.error < least_matter || pool.is_exhausted()) return found;
  measure(plan, steps, pool, found);
  return found;
}

}  // namespace bw::cosim
