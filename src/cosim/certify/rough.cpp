#include "cosim/certify/rough.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "cosim/chain/chain.h"
#include "cosim/chain/mesh.h"

namespace bw::cosim {
namespace {

constexpr double rough_safety = 4;
constexpr double least_agreement = 0.3;  // of the largest value

bool jumped(const Path& path, const CertifiedColumn& column) {
  return column.signal && std::ranges::find(path.jumped, *column.signal) != path.jumped.end();
}

}  // namespace

bool jump_alike(const CertifyPlan& plan, const Tableau& tableau) {
  const std::size_t k = tableau.size();
  const Path &coarse = tableau.path(k - 2), &fine = tableau.path(k - 1);
  const Path::Event &a = coarse.first_jump, &b = fine.first_jump;
  if (coarse.jumps == 0 || fine.jumps == 0 || a.signal != b.signal) return false;
  const std::size_t interval = plan.mesh->interval_at(std::min(a.time, b.time));
  const double length = plan.mesh->end(interval) - plan.mesh->begin(interval);
  if (!(std::abs(a.time - b.time) <= 2 * length / tableau.steps(k - 2))) return false;
  std::size_t rows = 1;  // before the jump of either
  for (std::size_t i = 0; i < interval; ++i) rows += plan.mesh->is_row(i) ? 1 : 0;
  if (rows == 1) return false;  // all chains agree at the start, those that diverge from it, too
  const std::size_t columns = plan.columns.size();
  std::vector<double> sizes(columns);
  for (std::size_t c = 0; c < columns; ++c) sizes[c] = plan.columns[c].absolute / plan.relative;
  for (std::size_t at = 0; at < fine.reals.size(); ++at)
    sizes[at % columns] = std::max(sizes[at % columns], std::abs(fine.reals[at]));
  for (std::size_t at = 0; at < rows * columns; ++at)
    if (!plan.columns[at % columns].repeats_another &&
        !(std::abs(coarse.reals[at] - fine.reals[at]) <= least_agreement * sizes[at % columns]))
      return false;
  return true;
}

void estimate_roughly(const CertifyPlan& plan, const Tableau& tableau, Certificate& certificate) {
  const std::size_t columns = plan.columns.size(), coarsest = tableau.size() - 3;
  const std::vector<double>& finest = tableau.finest().reals;
  certificate.per_column.assign(columns, 0.0);
  certificate.errors.assign(finest.size(), 0.0);
  certificate.estimate = 0;
  for (std::size_t at = columns; at < finest.size(); ++at) {
    const CertifiedColumn& column = plan.columns[at % columns];
    double d = std::abs(finest[at] - finest[at - columns]) / tableau.steps(coarsest);
    for (std::size_t i = coarsest; i + 1 < tableau.size(); ++i)
      d = std::max(d, std::abs(tableau.path(i).reals[at] - finest[at]));
    certificate.errors[at] = rough_safety * d;
    if (jumped(tableau.finest(), column)) continue;
    const double error =
        rough_safety * d / (plan.relative * std::abs(finest[at]) + column.absolute);
    double& largest = certificate.per_column[at % columns];
    largest = std::max(largest, error);
    if (!column.delivered || !(error > certificate.estimate)) continue;
    certificate.estimate = error;
    certificate.worst_column = at % columns;
    certificate.worst_row = at / columns;
  }
  certificate.rows = finest;
  certificate.path = tableau.finest();
  certificate.steps = tableau.finest_steps();
  certificate.chains = 1;
  certificate.outcome = Certificate::Outcome::rough;
}

}  // namespace bw::cosim
