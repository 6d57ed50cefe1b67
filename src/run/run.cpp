#include "run/run.h"
#include "model/isolated/link.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/run_control.h"
#include "base/text.h"
#include "base/units.h"
#include "model/model_blueprint.h"
#include "result/briefing.h"
#include "result/checkpoint_file.h"
#include "result/destination.h"
#include "result/format.h"
#include "result/heading.h"
#include "result/output_file.h"
#include "result/provenance.h"
#include "result/summary/summary.h"
#include "run/checkpoint/check_checkpoint.h"
#include "run/checkpoint/checkpointer.h"
#include "run/execute/conserved.h"
#include "run/execute/diagnosed.h"
#include "run/execute/execute.h"
#include "run/open/components.h"
#include "run/open/constants.h"
#include "run/open/join.h"
#include "run/open/open_components.h"
#include "run/open/open_system.h"
#include "run/open/opened_files.h"
#include "run/open/remarks.h"
#include "run/open/sandboxing.h"
#include "run/plan/overrides.h"
#include "run/plan/period.h"
#include "run/plan/plan.h"
#include "run/plan/plan_remarks.h"
#include "run/plan/process_copies.h"
#include "run/publish/judge.h"
#include "run/publish/package_result.h"
#include "run/publish/provenance.h"
#include "run/publish/rows.h"
#include "run/publish/run_files.h"
#include "run/publish/step_history.h"
#include "run/spec/complete.h"
#include "system/system.h"

namespace bw::run {
namespace {

using Clock = std::chrono::steady_clock;

// A system, opened and planned.
struct Prepared {
  system::System system;
  RunSpec with_file;  // the options that were given, and those of the [run] section
  RunSpec spec;       // the same with those of the model's experiment
  Components components;
  Plan plan;
  result::Heading heading;
  std::vector<std::string> foreign{};  // names of components with foreign code
};

RunControl control_of(const RunSpec& spec) {
  RunControl control{.interrupt = spec.interrupt,
                     .ended_by = spec.ended_by,
                     .on_phase = {},
                     .on_announcement = spec.on_announcement};
  if (spec.on_progress)
    control.on_phase = [&spec](const char* phase) { spec.on_progress({.phase = phase}); };
  return control;
}

model::Isolation isolation_of(const RunSpec& spec) {
  model::Isolation how;
  if (spec.call_timeout) how.call_timeout = *spec.call_timeout;
  how.log = spec.log;
  return how;
}

// A system of one component, which is a model of the caller.
system::System system_of(const model::Model& model) {
  system::System system;
  system.single = true;
  system.components.push_back(
      {.name = model.shape().name, .file = model.shape().name, .position = {}});
  return system;
}

// What is wrong with the file of a system, its settings and its components, all at once.
class FileMistakes {
 public:
  explicit FileMistakes(const system::System& system) : system_(system) {}

  template <class Work>
  void attempt(Work&& work) {
    try {
      std::forward<Work>(work)();
    } catch (const InputError& error) {
      further_.insert(further_.end(), error.sentences().begin(), error.sentences().end());
    } catch (const UsageError&) {  // the command line matters when the file is right
      refuse();
      throw;
    }
  }
  void refuse() const { system::refuse_mistakes(system_, further_); }

 private:
  const system::System& system_;
  std::vector<std::string> further_;
};

result::Heading heading_of(const RunSpec& spec, const Components& opened, const Period& period) {
  const double unit = spec.time_unit ? seconds_in(*spec.time_unit).value_or(1) : 1;
  result::Heading heading{.units_in_names = spec.csv_units.value_or(false),
                          .start = period.start / unit,
                          .stop = period.stop / unit};
  if (spec.output && result::format_for(*spec.output).has_constants)
    heading.constants = constants_of(opened);
  return heading;
}

// `model`: instead of the target; null: there is none.
Prepared prepare(const RunSpec& given, model::Model* model, Bells& bells) {
  enter_phase("reading the system");
  if (model != nullptr) check(given);
  system::System system = model != nullptr                ? system_of(*model)
                          : given.opened_files == nullptr ? system::load_partly(given.target)
                                                          : given.opened_files->load(given.target);
  FileMistakes mistakes(system);
  RunSpec spec = given;
  if (model == nullptr) mistakes.attempt([&] { spec = completed(given, system); });
  if (!given.allow.empty() && !spec.sandbox.value_or(false))
    throw UsageError("--allow opens the sandbox, and there is none; give --sandbox, too.");
  try_sandbox(spec, bells);
  OpenFile open_file;
  if (model != nullptr)
    open_file = [model](const std::filesystem::path&) { return make_model_blueprint(*model); };
  const bool record_in_file = model == nullptr && given.record.empty();
  Components opened;
  std::vector<std::string> foreign;
  const auto note_foreign = [&](const std::vector<std::string>& names) {
    foreign = names;
    if (given.on_components) given.on_components(names);
  };
  mistakes.attempt([&] {
    opened = open_system(
        system,
        {spec.set, spec.record, record_in_file, spec.tolerance, spec.log, spec.input,
         spec.interface, open_file, spec.isolate.value_or(false) || spec.sandbox.value_or(false),
         isolation_of(spec),
         [&spec](const system::ComponentEntry& entry, const OpenedComponent& component,
                 Bells& found) { return confinement_of(spec, entry, component, found); },
         given.interface.has_value(), spec.opened_files.get(), note_foreign},
        bells);
  });
  mistakes.refuse();
  spec = with_certify(std::move(spec), given, opened, bells);
  RunSpec with_file = spec;
  spec = with_experiment(std::move(spec), opened);
  const Period period = choose_period(spec, opened);
  result::Heading heading = heading_of(spec, opened, period);
  opened = with_process_copies(spec, period, std::move(opened));
  const bool joins = !spec.has_master();
  Components components = joins ? join_models(std::move(opened)) : std::move(opened);
  Plan plan = make_plan(spec, period, components);
  ring_plan_remarks(spec, plan, components, bells);
  return {std::move(system), std::move(with_file), std::move(spec),   std::move(components),
          std::move(plan),   std::move(heading),   std::move(foreign)};
}

RunSpec in_force(const Prepared& run);

// As many as are known before the run: without those of events.
void check_rows_fit(const Prepared& run) {
  const RunSpec spec = in_force(run);
  if (spec.interval && !spec.every_step.value_or(false))
    check_result_size(spec, run.components,
                      (run.plan.period.stop - run.plan.period.start) / *spec.interval + 1);
}

// What else can be wrong before anything runs. Throws UsageError or InputError.
ConservedWatch check_rest(const Prepared& run) {
  ConservedWatch conserved(run.spec, run.components, run.plan.tolerance);
  check_diagnosis(run.spec, run.components);
  check_own_files(run.spec, run.system);
  check_checkpoint(run.spec, run.components, run.plan);
  if (run.spec.output) (void)result::format_for(*run.spec.output);  // throws where it is unknown
  if (run.spec.output && *run.spec.output != "-")
    result::check_destination(*run.spec.output, "The result");
  check_rows_fit(run);
  return conserved;
}

// Diagnostics besides the rows (F. E. Cellier, P. J. Moebius 1979).
void report_watchers(const Prepared& run, const ConservedWatch& conserved, Diagnosed& diagnosed,
                     Bells& bells, result::Outcome& outcome) {
  outcome.features[0] = run.plan.tolerance.relative;
  if (const double span = outcome.reached - run.plan.period.start; span > 0)
    outcome.features[1] = static_cast<double>(outcome.statistics.events) / span;
  conserved.report(bells, outcome);
  diagnosed.report(run.components.name(0), bells, outcome);
}

// The options with the values that follow from the plan.
RunSpec in_force(const Prepared& run) {
  RunSpec spec = run.spec;
  spec.start = run.plan.period.start;
  spec.stop = run.plan.period.stop;
  spec.tolerance = run.plan.tolerance.relative;
  spec.certify = run.plan.not_estimated.empty();
  if (const auto* certified = std::get_if<CertifiedPlan>(&run.plan.how)) {
    spec.interval = certified->interval;
    spec.work_limit = static_cast<double>(certified->work_limit);
  }
  if (const auto* coupled = std::get_if<CoupledPlan>(&run.plan.how);
      coupled != nullptr && coupled->probe)
    spec.work_limit = static_cast<double>(coupled->probe->work_limit);
  if (const auto* integrated = std::get_if<IntegratedPlan>(&run.plan.how);
      integrated != nullptr && integrated->rows.kind == RowRule::Kind::grid)
    spec.interval = integrated->grid.interval;
  return spec;
}

result::Provenance origin_of(const RunSpec& given, const Prepared& run,
                             std::chrono::system_clock::time_point begin, bool reads_target) {
  RunSpec with_file = run.with_file;
  if (!given.output && with_file.output == given.default_output) with_file.output.reset();
  RunSpec with_model = run.spec;
  with_model.output = with_file.output;
  // What is not given comes from default experiments; a start that nothing gives is 0.
  if (!with_model.stop) with_model.stop = run.plan.period.stop;
  if (!with_model.start && run.plan.period.start != 0) with_model.start = run.plan.period.start;
  std::vector<std::string> inputs;  // large FMUs are hashed only for a summary that says it
  if (run.spec.summary || run.spec.package_result) inputs = read_files(run.spec, run.system);
  std::erase(inputs, system::file_of(given.target).string());
  std::ranges::sort(inputs);
  inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
  return provenance_of({given, with_file, with_model, in_force(run)}, begin,
                       {reads_target, std::move(inputs)});
}

std::optional<result::Verdict> required_by(const RunSpec& spec) {
  if (!spec.require) return {};
  return *spec.require == "trusted" ? result::Verdict::trusted : result::Verdict::doubtful;
}

// What is known before anything is computed.
result::Briefing briefing_of(const Prepared& run, const result::Provenance& provenance) {
  result::Briefing briefing;
  result::RunResult& known = briefing.result;
  known.tolerance = run.plan.tolerance.relative;
  known.required = required_by(run.spec);
  known.time_unit = run.spec.time_unit.value_or("");
  known.seconds_in_unit = run.plan.time_unit;
  known.start = run.plan.period.start;
  known.stop = run.plan.period.stop;
  known.requested_output = run.spec.output.value_or("");
  known.not_estimated = with_origin(run.plan.not_estimated, provenance);
  known.approach = with_origin(run.plan.approach, provenance);
  known.provenance = provenance;
  if (run.spec.checkpoint) known.checkpoint = result::checkpoint_name(known.requested_output);
  briefing.summary = run.spec.summary.value_or("");
  briefing.is_planned = true;
  briefing.components = run.foreign;
  return briefing;
}

std::vector<result::Described> described(const Components& components) {
  std::vector<result::Described> variables;
  for (const Recorded& recorded : components.recorded) {
    const result::Column& column = recorded.column;
    if (!column.unit.empty() || !column.description.empty())
      variables.push_back({column.name, column.unit, column.description});
  }
  return variables;
}

// Fills the result from the outcome: verdict, exit code, files.
result::RunResult publish(const Prepared& run, result::Outcome outcome, Rows& rows,
                          Clock::time_point begin) {
  const std::optional<result::Verdict> required = required_by(run.spec);
  const Judgement judgement = judge(outcome, required);
  result::RunResult result{std::move(outcome)};
  result.verdict = judgement.verdict;
  result.exit_code = judgement.exit_code;
  result.tolerance = run.plan.tolerance.relative;
  result.required = required;
  result.time_unit = run.spec.time_unit.value_or("");
  result.seconds_in_unit = run.plan.time_unit;
  result.variables = described(run.components);
  result.start = run.plan.period.start;
  result.stop = run.plan.period.stop;
  result.requested_output = run.spec.output.value_or("");
  result.earlier_result = rows.earlier_result();
  result.output = rows.settle(judgement.exit_code);
  result.reader_left = rows.reader_left();
  result.trajectory = rows.take_trajectory();
  auto& seconds = result.statistics.seconds;
  seconds.total = seconds_since(begin);
  // Sampled times are extrapolated and may exceed what there was.
  seconds.output = std::clamp(seconds.output, 0.0,
                              std::max(0.0, seconds.total - seconds.startup - seconds.master));
  return result;
}

// The rows have their name: a file beside them that cannot be written takes neither the others nor
// the report along.
class SideFiles {
 public:
  bool attempt(const std::function<void()>& write) {
    try {
      write();
      return true;
    } catch (const Error& error) {
      sentences_.insert(sentences_.end(), error.sentences().begin(), error.sentences().end());
      return false;
    }
  }
  bool are_whole() const { return sentences_.empty(); }
  void refuse() const {
    if (!are_whole()) throw Error(ExitCode::stopped, sentences_);
  }

 private:
  std::vector<std::string> sentences_;
};

// Package, step history and summary. The summary names the package if there is one.
void write_beside(SideFiles& files, result::RunResult& result, const RunSpec& spec,
                  ResultPackage* package, StepHistory* history) {
  if (!result.package.empty() && !files.attempt([&] { package->write(result); }))
    result.package.clear();
  if (history != nullptr) files.attempt([&] { history->publish(); });
  if (spec.summary)
    files.attempt([&] { result::write_summary(result, *spec.summary, spec.standard_output); });
}

}  // namespace

result::RunResult run(const RunSpec& given, model::Model* model) {
  const auto begin = Clock::now();
  const RunControl control = control_of(given);
  const ControlScope scope(control);
  const auto date = std::chrono::system_clock::now();
  Bells bells;
  const Prepared prepared = prepare(given, model, bells);
  const RunSpec& spec = prepared.spec;
  ConservedWatch conserved = check_rest(prepared);
  ring_remarks(prepared.system, bells);
  std::optional<ResultPackage> package;
  if (spec.package_result) package.emplace(spec);
  std::optional<StepHistory> history;
  if (spec.steps || spec.keeps_steps) history.emplace(spec.steps.value_or(""));
  Diagnosed diagnosed(spec);
  std::optional<Checkpointer> checkpointer;
  if (spec.checkpoint) checkpointer.emplace(spec, given, read_files(spec, prepared.system));
  const bool goes_on = !spec.progress.empty() && writes_as_it_goes(prepared.plan);
  Rows rows(spec,
            goes_on ? result::OldRows::kept
                    : result::OldRows::dropped,  // the first spool is what a supervisor rescues
            prepared.heading);
  if (spec.summary) result::remove_summary(*spec.summary);
  result::Provenance provenance = origin_of(given, prepared, date, model == nullptr);
  if (given.on_start) given.on_start(briefing_of(prepared, provenance));
  enter_phase("initialising");
  result::Outcome outcome =
      execute({.spec = spec,
               .components = prepared.components,
               .plan = prepared.plan,
               .bells = bells,
               .sink = conserved.before(rows.sink(), prepared.plan.time_unit),
               .history = history ? &*history : nullptr,
               .watcher = diagnosed.watcher(),
               .begin = begin,
               .drop_rows = [&]() -> result::RowSink& {
                 rows.restart();
                 conserved.forget();
                 return conserved.before(rows.sink(), prepared.plan.time_unit);
               },
               .checkpointer = checkpointer ? &*checkpointer : nullptr,
               .rows = &rows});
  report_watchers(prepared, conserved, diagnosed, bells, outcome);
  for (const std::string& loss : rows.losses())
    bells.ring(BellCode::result_incomplete, outcome.reached, *spec.output, loss, 0, 0);
  outcome.bells = bells.rung();
  if (history && outcome.step_spans.empty()) outcome.step_spans = history->spans();
  outcome.not_estimated = with_origin(outcome.not_estimated, provenance);
  outcome.approach = with_origin(std::move(outcome.approach), provenance);
  result::RunResult result = publish(prepared, std::move(outcome), rows, begin);
  result.provenance = std::move(provenance);
  if (package) result.package = package->name_for(result);
  SideFiles files;
  write_beside(files, result, spec, package ? &*package : nullptr, history ? &*history : nullptr);
  if (checkpointer) result.checkpoint = checkpointer->settle(result.exit_code);
  if (given.on_result) files.attempt([&] { given.on_result(result, files.are_whole()); });
  files.refuse();
  return result;
}

// Which components have processes of their own, and why.
std::string words_of_isolation(const Prepared& run) {
  if (run.spec.sandbox.value_or(false))
    return "  sandbox  each FMU is confined in a process of its own\n";
  if (run.spec.isolate.value_or(false)) return "  isolated each FMU, in a process of its own\n";
  std::vector<std::string> names;
  for (const system::ComponentEntry& component : run.system.components)
    if (component.isolated) names.push_back(component.name);
  return names.empty() ? "" : "  isolated " + listed(names) + "\n";
}

// Of certified runs, which roll back if they meet events; other plans say it with their method.
std::string words_of_copies(const Prepared& run) {
  const std::string remark = copies_remark(run.components);
  if (remark.empty() || !std::holds_alternative<CertifiedPlan>(run.plan.how)) return "";
  return "  copies   " + remark + ", if it is needed\n";
}

std::vector<result::Column> recordable(const RunSpec& given) {
  const RunControl control = control_of(given);
  const ControlScope scope(control);
  RunSpec spec = given;
  spec.record = {"*"};
  Bells bells;
  const Prepared prepared = prepare(spec, nullptr, bells);
  std::vector<result::Column> columns;
  for (const Recorded& recorded : prepared.components.recorded) columns.push_back(recorded.column);
  return columns;
}

std::string describe_plan(const RunSpec& given) {
  const RunControl control = control_of(given);
  const ControlScope scope(control);
  Bells bells;
  const Prepared prepared = prepare(given, nullptr, bells);
  (void)check_rest(prepared);  // nothing runs that could be watched
  ring_remarks(prepared.system, bells);
  const std::string output = prepared.spec.output.value_or("");
  std::string text = describe(prepared.plan, output == "-" ? "standard output" : output);
  text += words_of_isolation(prepared) + words_of_copies(prepared);
  for (const Bell& bell : bells.rung())
    text += (std::string("  ") + std::string(name(bell.severity)) + "       ").substr(0, 11) +
            bell.message + " [" + std::string(kind(bell.code).name) + "]\n";
  return text;
}

}  // namespace bw::run
