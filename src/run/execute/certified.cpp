#include "run/execute/certified.h"

#include <algorithm>
#include <chrono>
#include <span>

#include "base/stopwatch.h"
#include "base/text.h"
#include "base/tolerance.h"
#include "cosim/certify/worker_runner.h"
#include "cosim/chain/chain.h"
#include "cosim/march/march.h"
#include "cosim/master/choose.h"
#include "cosim/master/master.h"
#include "model/variable.h"
#include "result/kept_rows.h"
#include "run/checkpoint/kept_paths.h"
#include "run/execute/early_end.h"
#include "run/execute/keeper.h"
#include "run/plan/process_copies.h"
#include "run/publish/clock_check.h"
#include "run/publish/cost_notice.h"
#include "run/publish/delivery.h"
#include "run/publish/progress_meter.h"

namespace bw::run {
namespace {

using cosim::Path;
using Clock = std::chrono::steady_clock;

constexpr std::size_t least_intervals = 10;
// The error of our own integrators must be small against the coupling error that is extrapolated.
constexpr double inner_share = 1e-3, least_inner = 1e-13;

Tolerance inner_tolerance(const Tolerance& tolerance) {
  Tolerance inner = tolerance;
  inner.relative = std::max(least_inner, inner_share * tolerance.relative);
  if (inner.absolute) *inner.absolute *= inner_share;
  return inner;
}

void show(ProgressMeter& meter, const cosim::WorkerRunner::Amount& amount) {
  meter.expect(amount.expected);
  meter.set_phase("run " + std::to_string(std::min(amount.chains + 1, amount.expected_chains)) +
                  " of about " + std::to_string(amount.expected_chains));
  meter.report(amount.done, {});
}

}  // namespace

CertifiedRun::CertifiedRun(const Execution& run, const CertifiedPlan& how)
    : run_(run),
      how_(how),
      components_(run.components),
      period_(run.plan.period),
      tolerance_(run.plan.tolerance),
      columns_(components_),
      delivered_(columns_.reals()),
      row_times_(times_of_rows(period_, how.interval)),
      mesh_(how.allowed_steps.empty()
                ? cosim::Mesh(row_times_, components_.known_breaks(period_.start, period_.stop),
                              least_intervals)
                : cosim::Mesh::uniform(period_.start, period_.stop, row_times_.size() - 1)) {
  columns_.add_connections(components_.connections);
  describe_columns();
}

void CertifiedRun::describe_columns() {
  std::vector<double> nominals;  // of recorded columns, which come first
  for (const Recorded& recorded : components_.recorded)
    if (is_real(recorded.column.type)) nominals.push_back(components_.nominal(recorded));
  for (const Columns::Source& source : columns_.real_sources()) {
    std::vector<model::Variable> variable{
        components_.variable(source.component, source.from_outputs, source.place)};
    point_into(components_[source.component].request.inputs, variable);
    const std::size_t c = column_kinds_.size();
    cosim::CertifiedColumn& column = column_kinds_.emplace_back();
    column.absolute =
        tolerance_.absolute_for(c < nominals.size() ? nominals[c] : variable.front().nominal);
    // The error expansion of the base method covers connected outputs already.
    column.feeds_through = !source.from_outputs && may_feed_through(variable.front());
    column.delivered = c < delivered_;
    column.repeats_another = source.is_input;
    if (source.from_outputs) column.signal = columns_.signal_of(source);
  }
}

cosim::LadderPlan CertifiedRun::ladder() const {
  cosim::LadderPlan plan;
  plan.common.options.tolerance = tolerance_;
  plan.common.mesh = &mesh_;
  plan.common.allowed_steps = how_.allowed_steps;
  plan.common.relative = tolerance_.relative;
  plan.common.columns = column_kinds_;
  plan.common.has_solvers = !black_boxes().empty();
  plan.common.event_resolution = cosim::event_resolution({period_.start, period_.stop, 0, 1});
  plan.work_limit = how_.work_limit;
  plan.bases = how_.bases;
  plan.components = components_.size();
  plan.structure = how_.structure;
  plan.can_locate_events = how_.locates_events;
  return plan;
}

cosim::PathSource CertifiedRun::source() const {
  BuildOptions options;
  options.integration = run_.plan.integration;
  options.integration.tolerance = inner_tolerance(tolerance_);
  options.mean_inputs = true;
  options.one_step = how_.one_step;
  const auto build_for = [this, options](const cosim::ChainOrder& order, Bells& bells) {
    BuildOptions with = options;
    with.may_roll_back = order.rolls_back;
    with.stops_at_events = order.locates_events ? 10 * order.event_resolution : 0;
    return build(order.rolls_back ? rolled_back() : components_, with, bells);
  };
  return {build_for, &columns_, period_.start, period_.stop, tolerance_};
}

// Which of several components took something away from their process is not known.
std::string CertifiedRun::culprits() const {
  std::vector<std::string> names;
  for (const OpenedComponent& one : components_.list)
    if (one.blueprint->is_foreign()) names.push_back("'" + one.request.name + "'");
  if (names.empty()) return "a component";
  return (names.size() == 1 ? "component " : "one of the components ") + listed(names);
}

bool CertifiedRun::has_single_instances() const {
  return std::ranges::any_of(components_.list, [](const OpenedComponent& component) {
    return component.capabilities().one_instance_only;
  });
}

void CertifiedRun::execute(result::Outcome& outcome) {
  auto& seconds = outcome.statistics.seconds;
  seconds.startup = seconds_since(run_.begin);
  const auto begin = Clock::now();
  cosim::PathSource made_from = source();
  const Path* begun = nullptr;
  made_from.on_path = [&begun](const Path* path) { begun = path; };
  ClockCheck clock_check;
  ProgressMeter meter(run_.spec.on_progress);
  CostNotice notice(tolerance_.relative, how_.interval);
  KeptPaths kept(run_.checkpointer, {columns_.reals(), columns_.discretes()});
  std::function<bool()> wanted;
  cosim::WorkerRunner runner(
      [&](const cosim::ChainOrder& order, const std::function<bool()>& go_on) {
        Keeper keeper(run_);
        if (!keeper.keeps() || !has_rows_of_run(order)) return make_path(made_from, order, go_on);
        std::size_t row = 0;
        return make_path(made_from, order, [&] {  // before every step
          while (begun != nullptr && row < begun->rows) keep(*begun, row++, keeper);
          return go_on();
        });
      },
      {.processes = how_.threads,
       .wanted = [&] { return wanted(); },
       .always_fork = has_single_instances(),
       .store = kept.store(),
       .culprits = culprits(),
       .before_rollback = [&] { tried_ = with_tried_states(period_, components_); }});
  wanted = [&] {  // often while a chain is computed here; else a few times a second
    const long here = runner.steps_here();
    const bool is_time = here == 0 ? clock_check.is_time_now() : clock_check.is_time();
    if (is_time) {
      const auto amount = runner.amount();
      show(meter, amount);
      notice.see(amount.done, amount.expected, amount.expected_chains);
      kept.poll();
    }
    return !run_.is_interrupted();
  };
  climb_ = cosim::climb(runner, ladder());
  outcome.ending = ring_bells();
  if (outcome.ending != result::RunEnding::complete) kept.write();
  seconds.master = seconds_since(begin);
  const auto computed = Clock::now();
  write(outcome);
  report(outcome);
  seconds.output = seconds_since(computed);
}

// Probes have meshes of their own, with rows at other times.
bool CertifiedRun::has_rows_of_run(const cosim::ChainOrder& order) const {
  const cosim::Mesh& mesh = order.mesh != nullptr ? *order.mesh : mesh_;
  if (mesh.rows() != row_times_.size()) return false;
  std::size_t row = 1;  // the first one is at the start
  for (std::size_t i = 0; i < mesh.intervals(); ++i)
    if (mesh.is_row(i) && mesh.end(i) != row_times_[row++]) return false;
  return true;
}

void CertifiedRun::keep(const Path& path, std::size_t row, Keeper& keeper) const {
  const std::size_t reals = columns_.reals(), discretes = columns_.discretes();
  keeper.row(row_times_[row], std::span(path.reals).subspan(row * reals, reals),
             std::span(path.discretes).subspan(row * discretes, discretes));
}

// Where a chain died with its process, or was ended in a call, the rows of the one that got
// furthest.
bool CertifiedRun::write_kept(result::Outcome& outcome) const {
  const result::KeptRows* kept = result::KeptRows::of_this_process();
  const Path& path = climb_.best.path;
  const bool is_lost =
      path.rows == 0 && (path.end == Path::End::lost || path.end == Path::End::interrupted);
  if (!is_lost || kept == nullptr || kept->rows() == 0) return false;
  kept->replay(run_.sink);
  outcome.statistics.rows = kept->rows();
  outcome.statistics.last_row_time = kept->last_time() * run_.plan.time_unit;
  outcome.reached = std::max(outcome.statistics.last_row_time, climb_.best.path.time);
  return true;
}

void CertifiedRun::write(result::Outcome& outcome) const {
  if (write_kept(outcome)) return;
  deliver({.times = std::span(row_times_).first(climb_.best.path.rows),
           .reals = columns_.reals(),
           .discretes = columns_.discretes(),
           .values = climb_.best.rows,
           .errors = climb_.best.errors,
           .discrete_values = climb_.best.path.discretes,
           .time_unit = run_.plan.time_unit},
          run_.spec, components_, run_.sink, outcome);
}

result::Approach CertifiedRun::approach() const {
  const cosim::BaseChoice& base = how_.bases[climb_.base];
  result::Approach made;
  made.name = base.base;
  made.textbook = cosim::find_master(base.base)->textbook;
  if (run_.spec.has_master()) made.option = "--master";
  if (base.hold != cosim::Hold::constant)
    made.details.push_back(std::string(name(base.hold)) + " hold");
  if (climb_.best.chains > 1)
    made.details.push_back("extrapolated from " + std::to_string(climb_.best.chains) +
                           " step sizes");
  if (components_.integrates())
    made.details.push_back(words_of(*run_.plan.integration.method) +
                           " inside the model-exchange components");
  const bool has_saved = std::ranges::any_of(
      climb_.best.path.components, [](const auto& component) { return component.saves > 0; });
  if (const std::string remark = copies_remark(rolled_back()); has_saved && !remark.empty())
    made.details.push_back(remark);
  // Later ones were tried in vain and are no reason for this one.
  for (const result::Trace::BaseMethod& tried : base_methods()) {
    if (tried.left.empty()) break;
    made.left.push_back(tried.name + " " + tried.left);
  }
  constexpr std::string_view because = "because ";
  if (base.why.starts_with(because) && (climb_.base == 0 || made.left.empty()))
    made.reason = base.why.substr(because.size());
  return made;
}

// The connected output with the largest error.
std::optional<std::size_t> CertifiedRun::limiting_column() const {
  std::optional<std::size_t> limiting;
  for (std::size_t c = 0; c < climb_.best.per_column.size(); ++c)
    if (columns_.real_sources()[c].from_outputs && !columns_.real_sources()[c].is_input &&
        (!limiting || climb_.best.per_column[c] > climb_.best.per_column[*limiting]))
      limiting = c;
  return limiting;
}

void CertifiedRun::report_estimate(result::Outcome& outcome) const {
  if (delivered_ == 0) {
    outcome.not_estimated = "no real variable is recorded";
    return;
  }
  outcome.estimated_error = climb_.best.estimate;
  std::size_t column = 0;
  for (const Recorded& r : components_.recorded)
    if (is_real(r.column.type)) {
      outcome.absolute_tolerance_per_variable[r.column.name] = column_kinds_[column].absolute;
      outcome.estimated_error_per_variable[r.column.name] = climb_.best.per_column[column++];
    }
  result::Certificate& certificate = outcome.certificate.emplace();
  certificate.chains = climb_.best.chains;
  certificate.chains_run = climb_.chains_run;
  certificate.order = climb_.best.order;
  certificate.intervals = static_cast<long>(mesh_.intervals());
  certificate.scan = climb_.best.scan;
  certificate.worst = columns_.name_of(climb_.best.worst_column);
  certificate.worst_time = row_times_[climb_.best.worst_row];
  if (climb_.best.estimate > 1) certificate.beyond_from = beyond_from();
  if (const auto limiting = limiting_column())
    certificate.limiting_connection = columns_.name_of(*limiting);
}

void CertifiedRun::report(result::Outcome& outcome) const {
  // With a hidden mode the estimate is not trustworthy.
  if (climb_.best.chains > 0 && climb_.best.outcome != cosim::Certificate::Outcome::hidden_mode)
    report_estimate(outcome);
  outcome.master = how_.bases[climb_.base].base;
  if (components_.integrates()) outcome.method = run_.plan.integration.method->name;
  outcome.approach = approach();
  outcome.trace.base_methods = base_methods();
  outcome.trace.levels = levels();
  outcome.coupling_only = !black_boxes().empty();
  for (std::size_t e = 0; e < climb_.best.event_times.size(); ++e)
    outcome.events.push_back({climb_.best.event_times[e], climb_.best.event_errors[e],
                              climb_.best.path.events[e].signal});
  result::Statistics& sum = outcome.statistics;
  sum.steps = static_cast<long>(mesh_.intervals()) * climb_.best.steps;
  if (climb_.best.chains == 0) {  // one chain, not extrapolated; it may have ended early
    sum.steps = 0;
    for (const Path::ComponentCount& component : climb_.best.path.components)
      sum.steps = std::max(sum.steps, component.advances);
  }
  sum.events = static_cast<long>(climb_.best.path.events.size());
  for (std::size_t i = 0; i < climb_.components.size(); ++i) {
    const Path::ComponentCount& c = climb_.components[i];
    sum.components.push_back(
        {components_.name(i), c.advances, c.saves, c.restores, c.advancing, c.saving, c.restoring});
  }
}

}  // namespace bw::run
