#include "cosim/certify/rough.h"

#include <algorithm>
#include <cmath>

namespace bw::cosim {
namespace {

constexpr double rough_safety = 4;

bool jumped(const Path& path, const CertifiedColumn& column) {
  return column.signal && std::ranges::find(path.jumped, *column.signal) != path.jumped.end();
}

}  // namespace

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
