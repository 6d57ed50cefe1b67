#include "run/certified.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "cosim/initial.h"
#include "cosim/march.h"
#include "cosim/worker_runner.h"
#include "ode/integrated_part.h"
#include "run/table_blueprint.h"

namespace bw::run {
namespace {

using cosim::Certificate;
using cosim::Path;
using Outcome = Certificate::Outcome;
using Clock = std::chrono::steady_clock;

constexpr std::size_t least_cells = 10;
constexpr int time_digits = 12;
constexpr std::size_t most_names = 8;
// Errors of solvers that are ours must be small against what is extrapolated away.
constexpr double inner_share = 1e-3, least_inner = 1e-13;

Tolerance inner_tolerance(const Tolerance& tolerance) {
  Tolerance inner = tolerance;
  inner.relative = std::max(least_inner, inner_share * tolerance.relative);
  if (inner.absolute) *inner.absolute *= inner_share;
  return inner;
}

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

// For those who watch the run, wherever its chains are computed.
class Counted final : public cosim::ChainRunner {
 public:
  Counted(cosim::ChainRunner& runner, long& steps) : runner_(runner), steps_(steps) {}
  Path run(const cosim::ChainOrder& order) override {
    Path path = runner_.run(order);
    steps_ += path.advances();
    return path;
  }
  void expect(const std::vector<cosim::ChainOrder>& orders) override { runner_.expect(orders); }

 private:
  cosim::ChainRunner& runner_;
  long& steps_;
};

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
    const std::size_t index =
        (source.from_outputs ? request.outputs : request.records)[source.place];
    std::vector<model::Variable> variable{assembly_.blueprints[source.part]->variables()[index]};
    point_into(request.inputs, variable);
    cosim::CertifiedColumn& column = column_kinds_.emplace_back();
    column.absolute = tolerance_.absolute_for(variable.front().nominal);
    // What is on a wire is in the expansion of the base already.
    column.follows_at_once = !source.from_outputs && may_follow_at_once(variable.front());
    column.delivered = column_kinds_.size() <= delivered_;
    if (source.from_outputs) column.signal = columns_.signal_of(source);
  }
}

bool CertifiedRun::is_wanted() {
  if (looks_.is_time() && spec_.on_progress)
    spec_.on_progress({.start = period_.start,
                       .stop = period_.stop,
                       .steps = steps_so_far_ + steps_of_this_,
                       .most_steps = how_.work_limit});
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
      const auto count_steps = [&] {
        steps_of_this_ += static_cast<long>(assembly_.requests.size());
        return wanted();
      };
      run_chain(*coupling, order, columns_, count_steps, path);
      if (path.end == Path::End::not_finite && path.subject == "run")
        name_variable(*coupling, path);
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
  steps_of_this_ = 0;
  coupling.reset();  // its end may ring, too
  path.bells = bells.rung();
  return path;
}

// The rows know their numbers only.
void CertifiedRun::name_variable(cosim::Coupling& coupling, Path& path) const {
  std::vector<double> reals(columns_.reals());
  std::vector<Discrete> discretes(columns_.discretes());
  columns_.read(coupling, reals, discretes);
  const auto wrong =
      std::find_if(reals.begin(), reals.end(), [](double x) { return !std::isfinite(x); });
  if (wrong == reals.end()) return;
  path.subject = name_of(static_cast<std::size_t>(wrong - reals.begin()));
  path.reason = path.subject + " is not a finite number at t = " + shortest(path.time) + ".";
}

// Closed parts solve their own equations; tables have nothing to solve, and of the others we do.
std::vector<std::string> CertifiedRun::closed_parts() const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < assembly_.requests.size(); ++i)
    if (assembly_.requests[i].interface != model::Interface::model_exchange &&
        dynamic_cast<const TableBlueprint*>(assembly_.blueprints[i].get()) == nullptr)
      names.push_back(assembly_.requests[i].name);
  return names;
}

cosim::LadderPlan CertifiedRun::plan() {
  cosim::LadderPlan plan;
  plan.common.options.tolerance = tolerance_;
  plan.common.mesh = &mesh_;
  plan.common.allowed_steps = how_.allowed_steps;
  plan.common.relative = tolerance_.relative;
  plan.common.columns = column_kinds_;
  plan.work_limit = how_.work_limit;
  plan.common.event_resolution = cosim::event_resolution({period_.start, period_.stop, 0, 1});
  plan.bases = how_.ladder;
  plan.structure = how_.structure;
  plan.can_locate_events = how_.locates_events;
  plan.prepare = [this, margin = 10 * plan.common.event_resolution](bool back, bool events) {
    for (model::PartRequest& request : assembly_.requests) {
      request.may_roll_back = back;
      request.stops_at_events = events ? margin : 0;
    }
  };
  return plan;
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
  assembly_.certified = true;
  assembly_.one_step = how_.one_step;
  assembly_.integration.tolerance = inner_tolerance(tolerance_);
  Counted counted(runner, steps_so_far_);
  climb_ = cosim::climb(counted, plan());
  const Ending ending = tell();
  const auto begin = Clock::now();
  write(sink, result);
  result.statistics.seconds.output = std::chrono::duration<double>(Clock::now() - begin).count();
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
  for (const Bell& bell : climb_.best.path.bells) bells_.ring(bell);
  if (climb_.best.outcome == Outcome::interrupted) {
    const Path& path = climb_.best.path;
    const bool in_a_part = !path.subject.empty() && path.subject != "run";
    bells_.ring(BellCode::interrupted, path.time, in_a_part ? path.subject : "run",
                "the run was interrupted while its error was being estimated" +
                    (in_a_part ? "; " + path.reason : std::string(".")),
                path.time, period_.stop);
    return Ending::interrupted;
  }
  if (climb_.best.outcome == Outcome::failed) return tell_failure(climb_.best.path);
  tell_closed_parts();
  if (climb_.best.path.end == Path::End::part_terminated)
    bells_.ring(BellCode::fmu_terminated, climb_.best.path.time, climb_.best.path.subject,
                climb_.best.path.reason);
  tell_outcome();
  return Ending::complete;
}

void CertifiedRun::tell_closed_parts() {
  const std::vector<std::string> closed = closed_parts();
  if (closed.empty()) return;
  std::string names;
  for (std::size_t i = 0; i < closed.size() && i < most_names; ++i)
    names += (i > 0 ? ", " : "") + closed[i];
  if (closed.size() > most_names) names += ", …";
  bells_.ring(BellCode::internal_error_unknown, period_.start, "run",
              "the estimate is of the coupling; what " + names +
                  (closed.size() > 1 ? " do" : " does") + " inside cannot be seen from outside.");
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
  const std::string why = climb_.best.failed_check.empty()
                              ? ""
                              : "; what stood against it: " + climb_.best.failed_check;
  const std::string worst = climb_.best.rows.empty() ? "run" : name_of(climb_.best.worst_column);
  const double when =
      climb_.best.worst_row < row_times_.size() ? row_times_[climb_.best.worst_row] : period_.start;
  switch (climb_.best.outcome) {
    case Outcome::not_met:
      bells_.ring(BellCode::tolerance_not_met, when, worst,
                  "the estimated error of " + worst + " is " + brief(climb_.best.estimate) +
                      " times the tolerance at t = " + brief(when, time_digits) + ", and " + limit +
                      " is reached" + why + ".",
                  climb_.best.estimate, 1.0);
      break;
    case Outcome::rounding:
      bells_.ring(BellCode::rounding_limit, when, worst,
                  "the estimated error of " + worst + " is " + brief(climb_.best.estimate) +
                      " times the tolerance at t = " + brief(when, time_digits) +
                      ", and shorter steps do not make it smaller: the errors of the parts "
                      "themselves, or rounding, are the limit.",
                  climb_.best.estimate, 1.0);
      break;
    case Outcome::no_asymptotics:
      bells_.ring(BellCode::no_asymptotics, climb_.best.failed_at, "run",
                  "the error cannot be estimated within " + limit + why + ".");
      break;
    case Outcome::rough:
      bells_.ring(
          {.code = BellCode::no_asymptotics,
           .severity = Severity::warning,
           .time = climb_.best.path.first_jump.time,
           .subject = climb_.best.path.first_jump.signal,
           .measured = climb_.best.estimate,
           .limit = 1.0,
           .message = climb_.best.path.first_jump.signal + " jumps after t = " +
                      brief(climb_.best.path.first_jump.time, time_digits) + ", and " +
                      (spec_.events == "ignore" ? "events are ignored, as asked"
                                                : "the parts cannot be set back to find out when") +
                      ", so that the error is estimated roughly, as " +
                      brief(climb_.best.estimate) +
                      " times the tolerance, and not at all for signals that jump "
                      "themselves."});
      break;
    case Outcome::hidden_mode:
      bells_.ring(
          BellCode::hidden_fast_mode, period_.start, "run",
          climb_.best.failed_check + "; steps that resolve it are not within " + limit + ".");
      break;
    case Outcome::events_differ:
      bells_.ring(BellCode::event_sequence_differs, climb_.best.failed_at, "run",
                  "chains with different steps do not meet the same events; " +
                      climb_.best.failed_check + ".");
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
  const std::size_t rows = climb_.best.path.rows;
  for (std::size_t m = 0; m < rows; ++m) {
    for (std::size_t c = 0; c < delivered_; ++c) {
      row[c] = climb_.best.rows[m * reals + c];
      if (errors)
        row[delivered_ + c] =
            climb_.best.errors.empty() ? std::nan("") : climb_.best.errors[m * reals + c];
    }
    sink.row({row_times_[m] / how_.time_unit, row,
              std::span(climb_.best.path.discretes).subspan(m * discretes, recorded_discretes)});
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
      result.final_values.emplace_back(
          r.column.name, climb_.best.path.discretes[(rows - 1) * discretes + discrete++]);
}

std::string CertifiedRun::explain() const {
  const cosim::BaseChoice& base = how_.ladder[climb_.base];
  std::string text(base.base);
  if (climb_.best.chains > 0)
    text += ", " + std::to_string(climb_.best.chains) + " chains with up to " +
            std::to_string(climb_.best.steps) + " steps between " +
            std::to_string(mesh_.cells() + 1) + " common times, extrapolated";
  text += ", " + base.why;
  std::string left;
  for (const std::size_t i : climb_.left)
    if (i != climb_.base) left += (left.empty() ? "" : " and ") + std::string(how_.ladder[i].base);
  if (!left.empty()) text += "; " + left + " could not do it";
  return text;
}

void CertifiedRun::count(result::RunResult& result) const {
  if (climb_.best.chains > 0) {
    result.estimated_error = climb_.best.estimate;
    for (std::size_t c = 0; c < delivered_; ++c)
      result.estimated_error_per_variable[name_of(c)] = climb_.best.per_column[c];
    result::Certificate& told = result.certificate.emplace();
    told.chains = climb_.best.chains;
    told.chains_run = climb_.chains_run;
    told.order = climb_.best.order;
    told.cells = static_cast<long>(mesh_.cells());
    told.scan = climb_.best.scan;
    told.worst = name_of(climb_.best.worst_column);
    told.worst_time = row_times_[climb_.best.worst_row];
    double most = -1;
    for (std::size_t c = 0; c < climb_.best.per_column.size(); ++c) {
      const Columns::Source& source = columns_.real_sources()[c];
      const bool wired = source.from_outputs;
      if (wired && climb_.best.per_column[c] > most) {
        most = climb_.best.per_column[c];
        told.limiting_wire = name_of(c);
      }
    }
  }
  result.master = how_.ladder[climb_.base].base;
  result.why = explain();
  if (assembly_.integrates()) {
    result.method = assembly_.integration.method->name;
    result.why += "; within it " + result.method + " for the parts for model exchange";
  }
  result.statistics.steps = static_cast<long>(mesh_.cells()) * climb_.best.steps;
  if (climb_.best.chains == 0) {  // one chain as it is, which may have ended early
    result.statistics.steps = 0;
    for (const Path::PartCount& part : climb_.best.path.parts)
      result.statistics.steps = std::max(result.statistics.steps, part.advances);
  }
  result.coupling_only = !closed_parts().empty();
  for (std::size_t e = 0; e < climb_.best.event_times.size(); ++e)
    result.events.push_back({climb_.best.event_times[e], climb_.best.event_errors[e],
                             climb_.best.path.events[e].signal});
  result.statistics.events = static_cast<long>(climb_.best.path.events.size());
  for (std::size_t i = 0; i < climb_.parts.size(); ++i) {
    const Path::PartCount& c = climb_.parts[i];
    result.statistics.parts.push_back({assembly_.requests[i].name, c.advances, c.saves, c.restores,
                                       c.advancing, c.saving, c.restoring});
  }
}

}  // namespace bw::run
