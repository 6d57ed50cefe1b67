#include "run/execute/probed.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <span>

#include "base/bell.h"
#include "base/process/child.h"
#include "base/run_control.h"
#include "base/stopwatch.h"
#include "base/text.h"
#include "cosim/certify/worker_runner.h"
#include "cosim/master/master.h"
#include "math/decimal_grid.h"
#include "model/signals.h"
#include "run/checkpoint/kept_paths.h"
#include "run/publish/clock_check.h"
#include "run/publish/delivery.h"
#include "run/publish/progress_meter.h"

namespace bw::run {
namespace {

using cosim::Path;
using Kind = Variation::Kind;

// Of the simulated time, for communication steps that are so long that the steps of a solver inside
// the FMU follow its tolerance and not the communication.
constexpr std::size_t long_intervals[] = {20, 3};
constexpr double share_of_first = 0.05;  // of the whole work, for the progress

std::vector<double> row_times(const cosim::Grid& grid) {
  std::vector<double> times{grid.start};
  const math::DecimalGrid points(grid.start, grid.interval);
  for (std::int64_t k = 1; k < grid.intervals(); ++k) times.push_back(points.at(k));
  times.push_back(grid.stop);
  return times;
}

constexpr double roundings = 16;  // of a time

// The table as the first run sees it where inputs are held over each of its steps.
std::shared_ptr<const model::Timetable> held(const std::shared_ptr<const model::Timetable>& table,
                                             const std::vector<double>& rows, int substeps) {
  if (table == nullptr) return nullptr;
  model::TableReader reader(table);
  std::vector<double> times, values(table->reals().size());
  std::vector<model::Timetable::Reals> reals(values.size());
  std::vector<Discrete> others(table->discretes().size());
  std::vector<std::vector<Discrete>> discretes(others.size());
  for (model::Timetable::Reals& column : reals) column.held = true;
  for (std::size_t row = 0; row + 1 < rows.size(); ++row)
    for (int j = 0; j < substeps; ++j) {
      const double begin = rows[row] + (rows[row + 1] - rows[row]) * j / substeps;
      // Before the times of all runs, which are rounded in different ways.
      times.push_back(begin - roundings * std::numeric_limits<double>::epsilon() * std::abs(begin));
      reader.read(begin, model::Side::after, {values, others});
      for (std::size_t c = 0; c < values.size(); ++c) reals[c].values.push_back(values[c]);
      for (std::size_t c = 0; c < others.size(); ++c) discretes[c].push_back(others[c]);
    }
  return std::make_shared<const model::Timetable>(std::move(times), std::move(reals),
                                                  std::move(discretes));
}

// ": the FMU's words", without what is said of the whole run.
std::string reason_of(const Path& path) {
  std::string_view words = path.reason;
  if (const auto end = words.find(" The run cannot go on"); end != words.npos)
    words = words.substr(0, end);
  while (words.ends_with('.')) words.remove_suffix(1);
  return words.empty() ? "" : ": " + std::string(words);
}

}  // namespace

std::string announcement_after(double seconds_of_first_run) {
  constexpr double not_long = 3;
  if (seconds_of_first_run < not_long) return "";
  return "one run took " + rough(seconds_of_first_run) +
         " s; it is repeated about 20 times to measure how the rows depend on step and tolerance "
         "(--no-certify makes one run)";
}

// Passes rows on and keeps their values.
class ProbedRun::Copy final : public result::RowSink {
 public:
  explicit Copy(result::RowSink& sink) : sink_(sink) {}
  void time_unit(const std::string& unit) override { sink_.time_unit(unit); }
  void columns(const std::vector<result::Column>& columns) override { sink_.columns(columns); }
  void row(const result::Row& row) override {
    reals_.insert(reals_.end(), row.reals.begin(), row.reals.end());
    discretes_.insert(discretes_.end(), row.discretes.begin(), row.discretes.end());
    sink_.row(row);
  }
  void announce(const result::Row& row) override { sink_.announce(row); }
  void withdraw() override { sink_.withdraw(); }
  const std::vector<double>& reals() const { return reals_; }
  const std::vector<Discrete>& discretes() const { return discretes_; }

 private:
  result::RowSink& sink_;
  std::vector<double> reals_;
  std::vector<Discrete> discretes_;
};

ProbedRun::ProbedRun(const Execution& run, const CoupledPlan& how)
    : run_(run),
      how_(how),
      plan_(*how.probe),
      components_(run.components),
      columns_(run.components),
      times_(row_times(how.march.grid)),
      meshes_{cosim::Mesh::through(times_)},
      strides_{1},
      held_table_(held(run.components[0].table, times_, how.march.grid.substeps)) {
  weights_.relative = run.plan.tolerance.relative;
  for (const Recorded& recorded : components_.recorded)
    if (is_real(recorded.column.type))
      weights_.absolute.push_back(run.plan.tolerance.absolute_for(components_.nominal(recorded)));
  best_.tolerance = plan_.tolerance;
  for (const std::size_t intervals : long_intervals) {
    const std::size_t stride = (times_.size() - 1) / intervals;
    if (stride < 2) continue;
    std::vector<double> rows;
    for (std::size_t row = 0; row < times_.size(); row += stride) rows.push_back(times_[row]);
    meshes_.push_back(cosim::Mesh::through(rows));
    strides_.push_back(stride);
  }
}

// ---- runs ----

double ProbedRun::step(int divisor) const {
  const cosim::Grid& grid = how_.march.grid;
  return grid.interval / grid.substeps / divisor;
}

std::string ProbedRun::step_text(int divisor) const { return "step " + brief(step(divisor)); }

cosim::ChainOrder ProbedRun::order(int divisor, const Variant& variant) {
  auto known = std::ranges::find(variants_, variant);
  if (known == variants_.end()) known = variants_.insert(known, variant);
  cosim::ChainOrder order;
  order.base = how_.algorithm.master;
  order.options.tolerance = run_.plan.tolerance;
  order.mesh = &meshes_[variant.mesh];
  order.steps = variant.mesh > 0 ? 1 : how_.march.grid.substeps * divisor;
  order.variant = static_cast<int>(known - variants_.begin());
  return order;
}

cosim::Coupling ProbedRun::build_variant(const cosim::ChainOrder& order, Bells& bells) const {
  const Variant& variant = variants_[static_cast<std::size_t>(order.variant)];
  BuildOptions options;
  options.tolerance = variant.tolerance;
  if (!variant.holds_inputs) return build(components_, options, bells);
  Components with_held = components_;
  with_held.list.front().table = held_table_;
  return build(with_held, options, bells);
}

cosim::PathSource ProbedRun::source() const {
  return {
      [this](const cosim::ChainOrder& order, Bells& bells) { return build_variant(order, bells); },
      &columns_, run_.plan.period.start, run_.plan.period.stop, run_.plan.tolerance};
}

const Path* ProbedRun::made(int divisor, const Variant& variant) {
  for (const Made& one : made_)
    if (one.divisor == divisor && one.variant == variant) return &one.path;
  Path path = runner_->run(order(divisor, variant));
  if (path.end == Path::End::interrupted) interruption_ = {path.time, path.subject, path.reason};
  if (!path.complete()) {
    if (why_.empty() && !is_probing_long_)
      why_ = "a run with " + step_text(divisor) + " and FMU tolerance " + rough(variant.tolerance) +
             (path.end == Path::End::component_terminated ? " ended early" : " failed") +
             " at t = " + brief(path.time) + reason_of(path);
    return nullptr;
  }
  made_.push_back({divisor, variant, std::move(path)});
  return &made_.back().path;
}

void ProbedRun::expect(const std::vector<int>& divisors, const std::vector<Variant>& variants) {
  std::vector<cosim::ChainOrder> orders;
  for (const Variant& variant : variants)
    for (const int divisor : divisors)
      if (std::ranges::none_of(made_, [&](const Made& one) {
            return one.divisor == divisor && one.variant == variant;
          }))
        orders.push_back(order(divisor, variant));
  runner_->expect(orders);
}

// In first runs; what was done counts, too.
bool ProbedRun::may_work(double runs) {
  const double steps = static_cast<double>(meshes_.front().intervals()) * how_.march.grid.substeps;
  double done = 0;
  for (const Made& one : made_) done += static_cast<double>(one.path.advances());
  if (done + runs * steps <= static_cast<double>(plan_.work_limit)) return true;
  if (why_.empty())
    why_ = "the runs with shorter steps need " + grouped(std::llround(done + runs * steps)) +
           " doSteps, and the limit is " + grouped(plan_.work_limit) + " (--work-limit)";
  return false;
}

// ---- the result ----

// Two runs that do the same must give the same.
void ProbedRun::compare_first(const Copy& rows) {
  if (!plan_.is_first_run || made_.empty()) return;
  const auto same = std::ranges::find_if(made_, [&](const Made& one) {
    return one.divisor == 1 && one.variant == Variant{plan_.tolerance};
  });
  if (same == made_.end() || same->path.reals.size() != rows.reals().size()) return;
  const Variation found = difference(rows.reals(), same->path.reals, weights_);
  constexpr double most = 0.05;
  const auto other = first_other_row(rows.discretes(), same->path.discretes, columns_.discretes());
  if (found.change <= most && !other) return;
  found_.converges = false;
  why_ = "two runs with the same step and tolerance differ: " +
         (other ? "a discrete variable at t = " + brief(times_[*other])
                : columns_.name_of(found.column) + " by " + tolerances_text(found.change) +
                      " at t = " + brief(times_[found.row]));
}

const Path* ProbedRun::finest() const {
  const int divisor =
      plan_.varies_step ? coarsest_ * step_divisors[std::size(step_divisors) - 1] : 1;
  for (const Made& one : made_)
    if (one.divisor == divisor && one.variant == best_) return &one.path;
  return nullptr;
}

void ProbedRun::deliver_finest(result::Outcome& outcome) const {
  const Path* path = finest();
  if (!found_.converges || path == nullptr || !run_.drop_rows) return;
  outcome.final_values.clear();
  deliver({.times = times_,
           .reals = columns_.reals(),
           .discretes = columns_.discretes(),
           .values = path->reals,
           .errors = {},
           .discrete_values = path->discretes,
           .time_unit = run_.plan.time_unit},
          run_.spec, components_, run_.drop_rows(), outcome);
  for (const Bell& bell : path->bells)  // those of the first run are known
    if (std::ranges::none_of(run_.bells.rung(),
                             [&](const Bell& known) { return known.code == bell.code; }))
      run_.bells.ring(bell);
  outcome.statistics.steps = path->advances();
  const auto& divisors = step_divisors;
  const int divisor = coarsest_ * divisors[std::size(divisors) - 1];
  std::vector<std::string>& details = outcome.approach.details;
  if (plan_.varies_step)
    details.insert(details.begin() + (details.empty() ? 0 : 1),
                   "divided by " + std::to_string(divisor));
  if (found_.takes_tolerance) details.push_back("FMU tolerance " + rough(best_.tolerance));
}

void ProbedRun::report(result::Outcome& outcome) const {
  outcome.not_estimated = why_;
  if (outcome.statistics.components.empty()) return;
  result::ComponentStatistics& sum = outcome.statistics.components.front();
  for (const Made& one : made_)
    for (const Path::ComponentCount& count : one.path.components) {
      sum.do_step += count.advances;
      sum.do_step_seconds += count.advancing;
    }
  result::Sensitivity& said = outcome.sensitivity.emplace(found_);
  said.runs = static_cast<int>(made_.size()) + 1;
  said.longest_step = said.shortest_step = step(1);
  said.largest_tolerance = said.smallest_tolerance = plan_.tolerance;
  if (long_mesh_ > 0) said.longest_step = times_[strides_[long_mesh_]] - times_.front();
  for (const Made& one : made_) {
    said.shortest_step = std::min(said.shortest_step, step(one.divisor));
    said.largest_tolerance = std::max(said.largest_tolerance, one.variant.tolerance);
    said.smallest_tolerance = std::min(said.smallest_tolerance, one.variant.tolerance);
  }
}

// True: it reached its end without an error.
bool ProbedRun::run_first(Copy& rows, result::Outcome& outcome) const {
  RunSpec spec = run_.spec;  // the first run is a part of the progress
  if (spec.on_progress)
    spec.on_progress = [&show = run_.spec.on_progress](Progress progress) {
      progress.fraction *= share_of_first;
      progress.eta_seconds.reset();
      show(progress);
    };
  execute_coupled({.spec = spec,
                   .components = run_.components,
                   .plan = run_.plan,
                   .bells = run_.bells,
                   .sink = rows,
                   .history = run_.history,
                   .watcher = run_.watcher,
                   .begin = run_.begin},
                  how_, outcome);
  return outcome.ending == result::RunEnding::complete &&
         outcome.reached >= run_.plan.period.stop &&
         std::ranges::none_of(run_.bells.rung(),
                              [](const Bell& bell) { return bell.severity == Severity::error; });
}

void ProbedRun::execute(result::Outcome& outcome) {
  const cosim::PathSource made_from = source();
  const bool once = components_[0].capabilities().one_instance_only;
  const std::function<void(const Progress&)> show = [&](Progress progress) {
    progress.fraction = share_of_first + (1 - share_of_first) * progress.fraction;
    if (run_.spec.on_progress) run_.spec.on_progress(progress);
  };
  ProgressMeter meter(show);
  ClockCheck clock_check;
  KeptPaths kept(run_.checkpointer, {columns_.reals(), columns_.discretes()});
  std::function<bool()> wanted = [&] { return !run_.is_interrupted(); };
  cosim::WorkerRunner runner(
      [&](const cosim::ChainOrder& order, const std::function<bool()>& go_on) {
        return make_path(made_from, order, go_on);
      },
      {.processes = plan_.threads,
       .wanted = [&] { return wanted(); },
       .always_fork = once || !has_other_threads(),
       .store = kept.store()});
  wanted = [&] {
    if (clock_check.is_time_now()) {
      const auto amount = runner.amount();
      meter.expect(amount.expected);
      meter.set_phase("run " + std::to_string(amount.chains + 2) + " with other steps");
      meter.report(amount.done, {});
      kept.poll();
    }
    return !run_.is_interrupted();
  };
  runner_ = &runner;
  Copy rows(run_.sink);
  // An FMU with one instance per process must not have had one here when others are started.
  if (once) probe();
  auto begin = std::chrono::steady_clock::now();
  if (!run_first(rows, outcome)) {
    outcome.not_estimated = "the first run did not reach its end without an error";
    return;
  }
  if (const std::string words = announcement_after(seconds_since(begin)); !once && !words.empty())
    announce(words);
  begin = std::chrono::steady_clock::now();
  if (!once) probe();
  compare_first(rows);
  outcome.statistics.seconds.master += seconds_since(begin);
  if (interruption_) {
    kept.write();
    interruption_->time = outcome.reached;  // of the rows, which are another run's
    outcome.ending = ring_interrupted(*interruption_, run_.plan.period, run_.bells);
    return;
  }
  deliver_finest(outcome);
  report(outcome);
}

}  // namespace bw::run
