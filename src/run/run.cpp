#include "run/run.h"

#include <chrono>
#include <filesystem>

#include "base/text.h"
#include "base/units.h"
#include "cosim/coupling/coupling.h"
#include "cosim/march/march.h"
#include "model/blueprint.h"
#include "model/model_blueprint.h"
#include "model/solver_report.h"
#include "ode/integrated_component.h"
#include "result/summary.h"
#include "run/algorithm.h"
#include "run/certified.h"
#include "run/certify.h"
#include "run/chosen.h"
#include "run/conserved.h"
#include "run/diagnosed.h"
#include "run/ending.h"
#include "run/integrated.h"
#include "run/itinerary.h"
#include "run/open/assemble.h"
#include "run/open/join.h"
#include "run/open/open_components.h"
#include "run/open/remarks.h"
#include "run/publish/recorder.h"
#include "run/publish/rows.h"
#include "run/publish/step_history.h"
#include "run/spec/options.h"
#include "system/system.h"

namespace bw::run {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// The user's wishes, completed by the [run] section of the system.
RunSpec complete_spec(const RunSpec& wish, const system::System& system) {
  check(wish);
  std::vector<SettingView> settings;
  for (const system::Setting& s : system.settings)
    settings.push_back({s.key, &s.values, s.position.text()});
  const RunSpec written = from_settings(settings);
  try {
    check(written);
  } catch (const UsageError& error) {
    throw InputError(system.file.string() + ": [run]: " + error.what());
  }
  RunSpec spec = wish;
  complete(spec, written);
  // A table that the system names stands beside it.
  if (!wish.input && spec.input) spec.input = (system.file.parent_path() / *spec.input).string();
  if (!spec.output && !spec.default_output.empty()) spec.output = spec.default_output;
  // Rows have one rule: the command line's takes the place of the file's.
  if (wish.interval && !wish.every_step) spec.every_step.reset();
  if (wish.every_step && !wish.interval) spec.interval.reset();
  check(spec);
  return spec;
}

// One run from its first instance to its verdict.
class Journey {
 public:
  Journey(const RunSpec& spec, const system::System& system, bool record_in_file,
          const OpenFile& open_file = {})
      : spec_(spec),
        assembly_(assemble_components(system, record_in_file, open_file)),
        period_(choose_period(spec_, assembly_)),
        itinerary_(plan(spec_, period_, join_models(spec_, assembly_))),
        teller_(bells_, period_, assembly_.single, itinerary_.march.chosen.has_value()),
        conserved_(spec_, assembly_, choose_tolerance(spec_)) {
    check_diagnosis(spec_, assembly_);
    if (spec_.summary) check_own_name(system, "summary", *spec_.summary);
    if (spec_.steps) check_own_name(system, "step history", *spec_.steps);
    if (spec_.eigenvalues) check_own_name(system, "file of eigenvalues", *spec_.eigenvalues);
    for (model::ComponentRequest& request : assembly_.requests) {
      const Algorithm& algorithm = itinerary_.algorithm;
      request.may_roll_back = algorithm.goes_back() || algorithm.iterations > 1;
      if (algorithm.locates_events && !itinerary_.certified)
        request.stops_at_events = 10 * cosim::event_resolution(itinerary_.march.grid);
    }
    ring_remarks(system, bells_);
  }

  result::RunResult run() {
    if (spec_.steps) history_.emplace(*spec_.steps);
    diagnosed_.emplace(spec_);
    Rows rows(spec_, result_.trajectory);  // the newest spool is what a crash rescues
    if (spec_.summary) result::remove_summary(*spec_.summary);
    RunEnding ending = RunEnding::could_not_go_on;
    result_.asked_output = spec_.output.value_or("");
    result_.start = result_.reached = period_.start;
    result_.stop = period_.stop;
    result_.tolerance = choose_tolerance(spec_).relative;
    try {
      ending = march(rows);
    } catch (const ode::IntegrationFailure& failure) {
      ending = teller_.stuck(failure);
    } catch (const ComponentFailure& failure) {
      bells_.ring(BellCode::fmu_error, result_.reached, failure.component, failure.what());
    }
    tell_watchers();
    const Judgement judgement = judge(ending, bells_, result_.estimated_error);
    result_.verdict = judgement.verdict;
    result_.exit_code = judgement.exit_code;
    result_.bells = bells_.rung();
    result_.earlier_result = rows.earlier_result();
    result_.output = rows.settle(judgement.exit_code);
    result_.reader_left = rows.reader_left();
    if (history_) history_->publish();
    result_.statistics.seconds.total = seconds_since(begin_);
    if (spec_.summary) result::write_summary(result_, *spec_.summary);
    return std::move(result_);
  }

 private:
  // What is told beside the rows must not take the place of what it speaks of.
  void check_own_name(const system::System& system, const std::string& what,
                      const std::string& name) const {
    if (spec_.summary && &name == &*spec_.summary) result::check_summary_path(name);
    std::vector<std::string> others = {spec_.target};
    if (spec_.input) others.push_back(*spec_.input);
    for (const system::ComponentEntry& component : system.components)
      others.push_back(component.file.string());
    if (spec_.output && *spec_.output != "-")
      others.insert(others.end(), {*spec_.output, result::partial_name(*spec_.output),
                                   result::refused_name(*spec_.output)});
    for (const auto* beside : {&spec_.summary, &spec_.steps, &spec_.eigenvalues})
      if (*beside && &**beside != &name) others.push_back(**beside);
    const auto own = std::filesystem::weakly_canonical(name);
    for (const std::string& other : others)
      if (own == std::filesystem::weakly_canonical(other))
        throw UsageError("the " + what + " '" + name + "' would overwrite '" + other +
                         "'; give it a name of its own.");
  }

  Assembly assemble_components(const system::System& system, bool record_in_file,
                               const OpenFile& open_file) {
    Assembly assembly =
        assemble(system,
                 {spec_.set, spec_.record, record_in_file, spec_.tolerance, spec_.log, spec_.input,
                  spec_.interface, choose_integration(spec_), open_file},
                 bells_);
    adopt_experiment(spec_, assembly);
    return assembly;
  }

  RunEnding march(Rows& rows) {
    if (itinerary_.certified) return gather<CertifiedRun>(rows);
    if (itinerary_.integrated) return gather<IntegratedRun>(rows);
    result_.method = itinerary_.method;
    if (!runs_alone()) result_.master = itinerary_.algorithm.master->name;
    result_.why = itinerary_.why;
    assembly_.integration.watcher = diagnosed_->watcher();
    cosim::Coupling coupling = assembly_.build(bells_);
    Recorder recorder(coupling, assembly_.recorded, itinerary_.rows, spec_, sink(rows),
                      history_ ? &*history_ : nullptr);
    RunEnding ending = RunEnding::could_not_go_on;
    try {
      if (teller_.initialise(coupling, choose_tolerance(spec_))) ending = step(coupling, recorder);
    } catch (const ComponentFailure&) {
      count(coupling, recorder);
      throw;
    }
    count(coupling, recorder);
    return ending;
  }

  result::RowSink& sink(Rows& rows) {
    return conserved_.before(rows.sink(),
                             spec_.time_unit ? seconds_in(*spec_.time_unit).value_or(1) : 1);
  }

  // What was seen on the way beside the numbers themselves (F. E. Cellier, P. J. Moebius 1979).
  void tell_watchers() {
    result_.features[0] = result_.tolerance;
    if (const double span = result_.reached - period_.start; span > 0)
      result_.features[1] = static_cast<double>(result_.statistics.events) / span;
    conserved_.tell(bells_, result_);
    diagnosed_->tell(assembly_.requests.front().name, bells_, result_);
  }

  // Runs whose rows are judged before they are written.
  template <class Run>
  RunEnding gather(Rows& rows) {
    Run run(spec_, period_, itinerary_, assembly_, bells_);
    if constexpr (std::is_same_v<Run, IntegratedRun>) run.watch(diagnosed_->watcher());
    result_.statistics.seconds.startup = seconds_since(begin_);
    const auto begin = Clock::now();
    const RunEnding ending = run.run(sink(rows), result_);
    auto& seconds = result_.statistics.seconds;
    seconds.master = std::max(0.0, seconds_since(begin) - seconds.output);
    return ending;
  }

  RunEnding step(cosim::Coupling& coupling, Recorder& recorder) {
    result_.statistics.seconds.startup = seconds_since(begin_);
    const auto begin = Clock::now();
    struct AtEnd {  // also when a component fails: how far the run got is the first thing asked
      Journey& journey;
      const Recorder& recorder;
      Clock::time_point begin;
      ~AtEnd() {
        journey.result_.reached = recorder.time();
        // Watches sample short calls, so that a difference may come out below nothing.
        journey.result_.statistics.seconds.master =
            std::max(0.0, seconds_since(begin) - recorder.seconds());
      }
    } at_end{*this, recorder, begin};
    const cosim::MarchEnd end =
        cosim::march(coupling, *itinerary_.algorithm.master, itinerary_.march, recorder, tally_);
    return teller_.conclude(end, coupling, recorder);
  }

  // Nobody couples anything, so the steps are the integrator's.
  bool runs_alone() const {
    return assembly_.alone() && (!spec_.master || *spec_.master == "auto");
  }

  void count_work(cosim::Coupling& coupling) {
    result::Statistics& sum = result_.statistics;
    sum.steps = tally_.steps;
    sum.rejected = tally_.rejected;
    sum.error_test_failures = tally_.error_test_failures;
    sum.convergence_failures = tally_.convergence_failures;
    sum.iteration_limit_hits = tally_.iteration_limit_hits;
    sum.events = tally_.events;
    sum.seconds.error_test = std::min(tally_.error_test.seconds(), sum.seconds.master);
    for (std::size_t i = 0; i < coupling.size(); ++i) {
      const model::SolverReport report = coupling.component(i).report(model::Probing::forbidden);
      const model::Work& work = report.work;
      // Of a coupled run these are the master's; what components do inside is theirs, and would
      // count what was taken back, too.
      if (runs_alone()) {
        sum.steps = work.steps;
        sum.rejected = sum.error_test_failures = work.rejected;
      }
      const auto& choices = report.methods;
      tell_choices(choices, coupling.shape(i).name, result_, bells_);
      if (runs_alone() && !choices.empty()) result_.method = names_of(choices);
      if (!itinerary_.algorithm.locates_events) sum.events += work.events;
      sum.rhs_evaluations += work.rhs_evaluations;
      sum.jacobian_evaluations += work.jacobian_evaluations;
      tell_chatter(report.events, period_.stop - period_.start, coupling.shape(i).name, bells_);
    }
    result_.critical_couplings = critical_couplings(tally_, coupling, assembly_.connections);
  }

  void count(cosim::Coupling& coupling, Recorder& recorder) {
    recorder.finish();
    count_work(coupling);
    teller_.tell(tally_, coupling);
    result_.statistics.rows = recorder.rows();
    result_.statistics.last_row_time = recorder.last_row_time();
    result_.statistics.seconds.output = recorder.seconds();
    if (recorder.rows() > 0) result_.final_values = recorder.last_row();
    for (std::size_t i = 0; i < coupling.size(); ++i) {
      const cosim::ComponentCounters& c = coupling.counters(i);
      result_.statistics.components.push_back({coupling.shape(i).name, c.advances, c.saves,
                                               c.restores, c.advancing.seconds(),
                                               c.saving.seconds(), c.restoring.seconds()});
    }
  }

  Clock::time_point begin_ = Clock::now();
  RunSpec spec_;
  Bells bells_;
  Assembly assembly_;
  Period period_;
  Itinerary itinerary_;
  Teller teller_;
  ConservedWatch conserved_;
  std::optional<StepHistory> history_;
  std::optional<Diagnosed> diagnosed_;
  cosim::Tally tally_;
  result::RunResult result_;
};

}  // namespace

result::RunResult run(const RunSpec& wish) {
  const system::System system = system::load(wish.target);
  const RunSpec spec = complete_spec(wish, system);
  return Journey(spec, system, wish.record.empty()).run();
}

result::RunResult run(const RunSpec& spec, model::Model& model) {
  check(spec);
  system::System system;
  system.single = true;
  system.components.push_back(
      {.name = model.shape().name, .file = model.shape().name, .position = {}});
  const OpenFile open = [&](const std::filesystem::path&) { return make_model_blueprint(model); };
  return Journey(spec, system, false, open).run();
}

}  // namespace bw::run
