#include "cosim/certify/keep.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cosim/chain/chain.h"

namespace bw::cosim {

void keep_extrapolated(const Tableau& tableau, Certificate& certificate) {
  certificate.rows = tableau.extrapolated();
  certificate.errors = tableau.estimates();
  certificate.per_column = tableau.per_column();
  certificate.worst_column = tableau.worst().column;
  certificate.worst_row = tableau.worst().row;
  certificate.path = tableau.finest();
  certificate.path.reals.clear();
  certificate.steps = tableau.finest_steps();
  certificate.chains = static_cast<int>(tableau.size());
  certificate.event_times = tableau.event_times();
  certificate.event_errors = tableau.event_estimates();
}

void keep_finest(const CertifyPlan& plan, const Tableau& tableau, Certificate& certificate) {
  keep_extrapolated(tableau, certificate);
  const std::size_t columns = plan.columns.size();
  const std::vector<double>& rows = tableau.finest().reals;
  std::vector<double> errors = tableau.spreads();
  std::ranges::fill(certificate.per_column, 0.0);
  double most = -1;
  for (std::size_t at = 0; at < rows.size(); ++at) {
    const CertifiedColumn& column = plan.columns[at % columns];
    const double error = errors[at] / (plan.relative * std::abs(rows[at]) + column.absolute);
    double& largest = certificate.per_column[at % columns];
    largest = std::max(largest, error);
    if (!column.delivered || !(error > most)) continue;
    most = error;
    certificate.worst_column = at % columns;
    certificate.worst_row = at / columns;
  }
  certificate.rows = rows;
  certificate.errors = std::move(errors);
}

void keep_interrupted(const ChainPool& pool, Certificate& certificate) {
  certificate.outcome = Certificate::Outcome::interrupted;
  const Path& last = *pool.interrupted();
  certificate.path = last;
  if (const auto* finest = pool.best(); finest != nullptr && finest->second->rows > last.rows)
    certificate.path = *finest->second;
  certificate.path.end = last.end;
  certificate.path.subject = last.subject;
  certificate.path.reason = last.reason;
  certificate.rows = certificate.path.reals;
  certificate.errors.clear();
  certificate.chains = 0;
}

void keep_best_chain(const ChainPool& pool, Certificate& certificate) {
  const auto* finest = pool.best();
  if (finest == nullptr) return;
  certificate.path = *finest->second;
  certificate.steps = finest->first;
  certificate.rows = certificate.path.reals;
  certificate.errors.clear();
  if (!certificate.path.complete() && certificate.path.end != Path::End::component_terminated)
    certificate.outcome = Certificate::Outcome::failed;
}

}  // namespace bw::cosim
