// What a certified run leaves: rows, estimates and counts.

#include <algorithm>
#include <optional>
#include <set>
#include <span>

#include "cosim/certify/certificate.h"
#include "cosim/chain/chain.h"
#include "cosim/master/choose.h"
#include "cosim/master/master.h"
#include "result/result.h"
#include "result/trajectory.h"
#include "run/certified.h"
#include "run/open/assemble.h"
#include "run/publish/delivery.h"

namespace bw::run {

using cosim::Path;

void CertifiedRun::write(result::RowSink& sink, result::RunResult& result) const {
  result.reached = period_.start;
  deliver({.times = std::span(row_times_).first(climb_.best.path.rows),
           .reals = columns_.reals(),
           .discretes = columns_.discretes(),
           .values = climb_.best.rows,
           .errors = climb_.best.errors,
           .discrete_values = climb_.best.path.discretes,
           .time_unit = how_.time_unit},
          spec_, assembly_, sink, result);
}

std::string CertifiedRun::explain() const {
  const cosim::BaseChoice& base = how_.ladder[climb_.base];
  std::string text(base.base);
  if (base.hold != cosim::Hold::constant) text += " with " + std::string(name(base.hold)) + " hold";
  if (climb_.best.chains > 1)
    text += ", " + std::to_string(climb_.best.chains) + " chains with up to " +
            std::to_string(climb_.best.steps) + " steps between " +
            std::to_string(mesh_.cells() + 1) + " common times, extrapolated";
  text += ", " + base.why;
  std::string left;
  std::set<std::size_t> told{climb_.base};  // some are tried again, with events
  for (const std::size_t i : climb_.left)
    if (told.insert(i).second)
      left += (left.empty() ? "" : " and ") + std::string(how_.ladder[i].base);
  if (!left.empty()) text += "; " + left + " could not do it";
  return text;
}

// Of those that are on connections the one with the largest error.
std::optional<std::size_t> CertifiedRun::limiting_column() const {
  std::optional<std::size_t> limiting;
  for (std::size_t c = 0; c < climb_.best.per_column.size(); ++c)
    if (columns_.real_sources()[c].from_outputs &&
        (!limiting || climb_.best.per_column[c] > climb_.best.per_column[*limiting]))
      limiting = c;
  return limiting;
}

void CertifiedRun::count(result::RunResult& result) const {
  // Of a hidden mode there may be an estimate that nobody should believe.
  if (climb_.best.chains > 0 && climb_.best.outcome != cosim::Certificate::Outcome::hidden_mode) {
    result.estimated_error = climb_.best.estimate;
    std::size_t column = 0;
    for (const Recorded& r : assembly_.recorded)
      if (is_real(r.column.type))
        result.estimated_error_per_variable[r.column.name] = climb_.best.per_column[column++];
    result::Certificate& told = result.certificate.emplace();
    told.chains = climb_.best.chains;
    told.chains_run = climb_.chains_run;
    told.order = climb_.best.order;
    told.cells = static_cast<long>(mesh_.cells());
    told.scan = climb_.best.scan;
    told.worst = maker_.name_of(climb_.best.worst_column);
    told.worst_time = row_times_[climb_.best.worst_row];
    if (const auto limiting = limiting_column())
      told.limiting_connection = maker_.name_of(*limiting);
  }
  result.master = how_.ladder[climb_.base].base;
  result.why = explain();
  if (assembly_.integrates()) {
    result.method = assembly_.integration.method->name;
    result.why += "; within it " + words_of(*assembly_.integration.method) +
                  " for the parts for model exchange";
  }
  result.statistics.steps = static_cast<long>(mesh_.cells()) * climb_.best.steps;
  if (climb_.best.chains == 0) {  // one chain as it is, which may have ended early
    result.statistics.steps = 0;
    for (const Path::ComponentCount& component : climb_.best.path.components)
      result.statistics.steps = std::max(result.statistics.steps, component.advances);
  }
  result.coupling_only = !closed_components().empty();
  for (std::size_t e = 0; e < climb_.best.event_times.size(); ++e)
    result.events.push_back({climb_.best.event_times[e], climb_.best.event_errors[e],
                             climb_.best.path.events[e].signal});
  result.statistics.events = static_cast<long>(climb_.best.path.events.size());
  for (std::size_t i = 0; i < climb_.components.size(); ++i) {
    const Path::ComponentCount& c = climb_.components[i];
    result.statistics.components.push_back({assembly_.requests[i].name, c.advances, c.saves,
                                            c.restores, c.advancing, c.saving, c.restoring});
  }
}

}  // namespace bw::run
