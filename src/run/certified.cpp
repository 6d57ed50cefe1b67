#include "run/certified.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "cosim/initial.h"
#include "cosim/worker_runner.h"
#include "ode/integrated_part.h"

namespace bw::run {
namespace {

using cosim::Certificate;
using cosim::Path;
using Outcome = Certificate::Outcome;

constexpr std::size_t least_cells = 10;
constexpr double share_of_first_bases = 0.1;  // of the work limit, for those that have a successor
constexpr int time_digits = 12;

std::vector<double> times_of_rows(const Period& period, double interval) {
  std::vector<double> times{period.start};
  const double count = (period.stop - period.start) / interval;
  const auto whole = static_cast<std::int64_t>(std::floor(count + 1e-9));
  for (std::int64_t k = 1; k <= whole; ++k)
    times.push_back(std::min(period.stop, period.start + static_cast<double>(k) * interval));
  if (period.stop - times.back() > 1e-6 * interval)
    times.push_back(period.stop);
  else
    times.back() = period.stop;
  return times;
}

}  // namespace

CertifiedRun::CertifiedRun(const RunSpec& spec, const Period& period, const Itinerary& itinerary,
                           Assembly& assembly, Bells& bells)
    : spec_(spec),
      period_(period),
      how_(*itinerary.certified),
      tolerance_(choose_tolerance(spec)),
      assembly_(assembly),
      bells_(bells),
      columns_(types_of(assembly), assembly.recorded),
      delivered_(columns_.reals()),
      row_times_(times_of_rows(period, how_.interval)),
      mesh_(how_.allowed_steps.empty()
                ? cosim::Mesh(row_times_, assembly.known_breaks(period.start, period.stop),
                              least_cells)
                : cosim::Mesh::uniform(period.start, period.stop, row_times_.size() - 1)) {
  columns_.add_wires(assembly.connections);
  describe_columns();
}

void CertifiedRun::describe_columns() {
  for (const Columns::Source& source : columns_.real_sources()) {
    const model::PartRequest& request = assembly_.requests[source.part];
    const std::size_t index = (source.from_outputs ? request.outputs : request.records)[source.place];
    std::vector<model::Variable> variable{assembly_.blueprints[source.part]->variables()[index]};
    point_into(request.inputs, variable);
    cosim::CertifiedColumn& column = column_kinds_.emplace_back();
    column.absolute = tolerance_.absolute_for(variable.front().nominal);
    column.follows_at_once = may_follow_at_once(variable.front());
    column.delivered = column_kinds_.size() <= delivered_;
  }
}

bool CertifiedRun::is_wanted() const {
  return spec_.interrupt == nullptr || !spec_.interrupt->load(std::memory_order_relaxed);
}

// --- chains ---

Path CertifiedRun::make(const cosim::ChainOrder& order, const std::function<bool()>& wanted) {
  Path path;
  Bells bells;
  std::optional<cosim::Coupling> coupling;
  try {
    coupling.emplace(assembly_.build(bells));
    const auto found = cosim::initialise(*coupling, period_.start, period_.stop, tolerance_);
    using End = cosim::InitialConditions::End;
    path.time = period_.start;
    if (found.end == End::not_finite) {
      path.end = Path::End::not_finite;
      path.subject = found.subject;
      path.reason = found.subject + " is not finite at the start.";
    } else if (found.end == End::not_converged) {
      path.end = Path::End::not_converged;
      path.subject = found.subject;
      path.reason = "the initial values of the loop " + found.subject + " did not converge in " +
                    std::to_string(found.evaluations - 1) + " iterations; the last change was " +
                    shortest(found.change) + " times the tolerance.";
    } else {
      run_chain(*coupling, order, columns_, wanted, path);
      for (std::size_t i = 0; path.complete() && i < coupling->size(); ++i)
        coupling->part(i).finish();
    }
  } catch (const ode::IntegrationFailure& failure) {
    path.end = failure.code == BellCode::nan ? Path::End::not_finite : Path::End::part_failed;
    path.subject = failure.subject;
    path.reason = failure.what();
    path.bell = failure.code;
  } catch (const PartFailure& failure) {
    path.end = Path::End::part_failed;
    path.subject = failure.part;
    path.reason = failure.what();
  }
  if (coupling) count_parts(*coupling, path);
  coupling.reset();  // its end may ring, too
  path.bells = bells.rung();
  return path;
}

cosim::CertifyPlan CertifiedRun::plan_for(const cosim::BaseChoice& choice, long work_left) const {
  cosim::CertifyPlan plan;
  plan.base = cosim::find_master(choice.base);
  plan.options.iterations = plan.base->usual_iterations;
  plan.options.tolerance = tolerance_;
  plan.options.hold = choice.hold;
  plan.expansion = plan.base->expansion(how_.structure, choice.hold);
  plan.most_chains = choice.most_chains;
  plan.algebraic_loop = how_.structure.algebraic_loop;
  plan.mesh = &mesh_;
  plan.allowed_steps = how_.allowed_steps;
  plan.relative = tolerance_.relative;
  plan.columns = column_kinds_;
  plan.work_limit = work_left;
  return plan;
}

bool CertifiedRun::is_better(const Certificate& certificate) const {
  if (base_ == nullptr || certificate.outcome == Outcome::interrupted) return true;
  return certificate.estimate < best_.estimate;
}

void CertifiedRun::certify(cosim::ChainRunner& runner) {
  for (const cosim::BaseChoice& choice : how_.ladder) {
    const bool last = &choice == &how_.ladder.back();
    const long left = how_.work_limit - advances_;
    if (left <= 0) break;
    const auto share = static_cast<long>(share_of_first_bases * static_cast<double>(how_.work_limit));
    const bool rolls_back = cosim::find_master(choice.base)->least_iterations > 1;
    for (model::PartRequest& request : assembly_.requests) request.may_roll_back = rolls_back;
    const cosim::CertifyPlan plan = plan_for(choice, last ? left : std::min(left, share));
    Certificate certificate = cosim::certify(runner, plan);
    advances_ += certificate.advances;
    chains_run_ += certificate.chains_run;
    cosim::add_counts(certificate.parts, parts_);
    if (is_better(certificate)) {
      best_ = std::move(certificate);
      base_ = &choice;
    }
    if (best_.outcome == Outcome::met || best_.outcome == Outcome::interrupted) return;
    if (best_.outcome == Outcome::failed && !best_.path.is_numerical()) return;
    if (!last) left_ += (left_.empty() ? "after " : " and ") + std::string(choice.base);
  }
}

Ending CertifiedRun::run(result::RowSink& sink, result::RunResult& result) {
  const bool once = std::any_of(
      assembly_.requests.begin(), assembly_.requests.end(), [&](const model::PartRequest& request) {
        const auto i = static_cast<std::size_t>(&request - assembly_.requests.data());
        return assembly_.blueprints[i]->capabilities(request.interface).one_instance_only;
      });
  cosim::WorkerRunner runner(
      [this](const cosim::ChainOrder& order, const std::function<bool()>& wanted) {
        return make(order, wanted);
      },
      {.processes = how_.threads, .wanted = [this] { return is_wanted(); }, .always_fork = once});
  certify(runner);
  const Ending ending = tell();
  write(sink, result);
  count(result);
  return ending;
}

// --- what is told ---

std::string CertifiedRun::name_of(std::size_t column) const {
  std::size_t real = 0;
  for (const Recorded& r : assembly_.recorded)
    if (is_real(r.column.type) && real++ == column) return r.column.name;
  const Columns::Source& source = columns_.real_sources()[column];
  const std::size_t index = assembly_.requests[source.part].outputs[source.place];
  return assembly_.requests[source.part].name + "." +
         assembly_.blueprints[source.part]->variables()[index].name;
}

Ending CertifiedRun::tell() {
  for (const Bell& bell : best_.path.bells) bells_.ring(bell);
  if (best_.outcome == Outcome::interrupted) {
    bells_.ring(BellCode::interrupted, best_.path.time, "run",
                "the run was interrupted while its error was being estimated.", best_.path.time,
                period_.stop);
    return Ending::interrupted;
  }
  if (best_.outcome == Outcome::failed) return tell_failure(best_.path);
  if (best_.path.end == Path::End::part_terminated)
    bells_.ring(BellCode::fmu_terminated, best_.path.time, best_.path.subject, best_.path.reason);
  tell_outcome();
  return Ending::complete;
}

Ending CertifiedRun::tell_failure(const Path& path) {
  using End = Path::End;
  const auto ring = [&](BellCode code) {
    bells_.ring(path.bell.value_or(code), path.time, path.subject, path.reason);
  };
  switch (path.end) {
    case End::not_finite: ring(BellCode::nan); return Ending::complete;
    case End::not_converged: ring(BellCode::not_converged); break;
    case End::part_discarded: ring(BellCode::fmu_discard); break;
    case End::too_many_events: ring(BellCode::too_many_events); break;
    default: ring(BellCode::fmu_error); break;
  }
  return Ending::could_not_go_on;
}

void CertifiedRun::tell_outcome() {
  const std::string limit = "the work limit of " + shortest(static_cast<double>(how_.work_limit)) +
                            " steps (--work-limit)";
  const std::string why =
      best_.failed_check.empty() ? "" : "; what stood against it: " + best_.failed_check;
  const std::string worst = best_.rows.empty() ? "run" : name_of(best_.worst_column);
  const double when =
      best_.worst_row < row_times_.size() ? row_times_[best_.worst_row] : period_.start;
  switch (best_.outcome) {
    case Outcome::not_met:
      bells_.ring(BellCode::tolerance_not_met, when, worst,
                  "the estimated error of " + worst + " is " + brief(best_.estimate) +
                      " times the tolerance at t = " + brief(when, time_digits) + ", and " + limit +
                      " is reached" + why + ".",
                  best_.estimate, 1.0);
      break;
    case Outcome::rounding:
      bells_.ring(BellCode::rounding_limit, when, worst,
                  "the estimated error of " + worst + " is " + brief(best_.estimate) +
                      " times the tolerance at t = " + brief(when, time_digits) +
                      ", and shorter steps do not make it smaller: the errors of the parts "
                      "themselves, or rounding, are the limit.",
                  best_.estimate, 1.0);
      break;
    case Outcome::no_asymptotics:
      bells_.ring(BellCode::no_asymptotics, best_.failed_at, "run",
                  "the error cannot be estimated within " + limit + why + ".");
      break;
    case Outcome::hidden_mode:
      bells_.ring(BellCode::hidden_fast_mode, period_.start, "run",
                  best_.failed_check + "; steps that resolve it are not within " + limit + ".");
      break;
    case Outcome::events_differ:
      bells_.ring(BellCode::event_sequence_differs, best_.failed_at, "run",
                  "chains with different steps do not meet the same events; " +
                      best_.failed_check + ".");
      break;
    default: break;
  }
}

// --- what is written ---

void CertifiedRun::write(result::RowSink& sink, result::RunResult& result) const {
  std::vector<result::Column> columns;
  for (const Recorded& r : assembly_.recorded) columns.push_back(r.column);
  const bool errors = spec_.error_columns.value_or(false);
  if (errors)
    for (const Recorded& r : assembly_.recorded)
      if (is_real(r.column.type)) columns.push_back({"error(" + r.column.name + ")", Type::real});
  if (spec_.time_unit) sink.time_unit(*spec_.time_unit);
  sink.columns(columns);
  std::vector<double> row(errors ? 2 * delivered_ : delivered_);
  const std::size_t reals = columns_.reals(), discretes = columns_.discretes();
  const std::size_t recorded_discretes = assembly_.recorded.size() - delivered_;
  const std::size_t rows = best_.path.rows;
  for (std::size_t m = 0; m < rows; ++m) {
    for (std::size_t c = 0; c < delivered_; ++c) {
      row[c] = best_.rows[m * reals + c];
      if (errors)
        row[delivered_ + c] = best_.errors.empty() ? std::nan("") : best_.errors[m * reals + c];
    }
    sink.row({row_times_[m] / how_.time_unit, row,
              std::span(best_.path.discretes).subspan(m * discretes, recorded_discretes)});
  }
  result.statistics.rows = static_cast<long>(rows);
  result.reached = rows > 0 ? row_times_[rows - 1] : period_.start;
  result.statistics.last_row_time = result.reached;
  if (rows == 0) return;
  std::size_t real = 0, discrete = 0;
  for (const Recorded& r : assembly_.recorded)
    if (is_real(r.column.type))
      result.final_values.emplace_back(r.column.name, row[real++]);
    else
      result.final_values.emplace_back(r.column.name,
                                       best_.path.discretes[(rows - 1) * discretes + discrete++]);
}

std::string CertifiedRun::explain() const {
  if (base_ == nullptr) return "";
  const int finest = best_.level * std::max(best_.chains, 1);
  std::string text(base_->base);
  if (best_.chains > 0)
    text += ", " + std::to_string(best_.chains) + " chains with up to " + std::to_string(finest) +
            " steps between " + std::to_string(mesh_.cells() + 1) + " common times, extrapolated";
  text += ", " + base_->why;
  if (!left_.empty()) text += ", " + left_ + " did not do it";
  return text;
}

void CertifiedRun::count(result::RunResult& result) const {
  if (best_.chains > 0) {
    result.estimated_error = best_.estimate;
    for (std::size_t c = 0; c < delivered_; ++c)
      result.estimated_error_per_variable[name_of(c)] = best_.per_column[c];
    result::Certificate& told = result.certificate.emplace();
    told.chains = best_.chains;
    told.chains_run = chains_run_;
    told.order = best_.order;
    told.cells = static_cast<long>(mesh_.cells());
    told.scan = best_.scan;
    told.worst = name_of(best_.worst_column);
    told.worst_time = row_times_[best_.worst_row];
    double most = -1;
    for (std::size_t c = 0; c < best_.per_column.size(); ++c) {
      const Columns::Source& source = columns_.real_sources()[c];
      const bool wired = source.from_outputs;
      if (wired && best_.per_column[c] > most) {
        most = best_.per_column[c];
        told.limiting_wire = name_of(c);
      }
    }
  }
  result.master = base_ != nullptr ? std::string(base_->base) : "";
  result.why = explain();
  result.statistics.steps =
      static_cast<long>(mesh_.cells()) * best_.level * std::max(best_.chains, 1);
  result.statistics.events = static_cast<long>(best_.path.events.size());
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Path::PartCount& c = parts_[i];
    result.statistics.parts.push_back({assembly_.requests[i].name, c.advances, c.saves, c.restores,
                                       c.advancing, c.saving, c.restoring});
  }
}

}  // namespace bw::run
