#include "fmi/check/check_experiments.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "fmi/instance/binary.h"

namespace bw::fmi {
namespace {

constexpr double same_value = 1e-9;  // of a variable's largest value
constexpr double same_course = 0.1;  // likewise, for runs with other steps
// Shares of the time limit: for the first run of an experiment, for the one that repeats it, and
// for all that is done in many short calls.
constexpr double first_share = 0.2, second_share = 0.5, whole_share = 0.8;

// Where an FMU passes on what the system answered to a refused call.
std::string words_of_refusal(const std::string& sentence) {
  for (const char* words : {"Operation not permitted", "Permission denied"})
    if (sentence.find(words) != sentence.npos) return words;
  return {};
}

}  // namespace

Experiments::Experiments(const FmuFile& file, Interface interface, const CheckOptions& options,
                         const Heard& heard, Report& report)
    : file_(file),
      interface_(interface),
      options_(options),
      seconds_(options.seconds),
      place_{options.prefix + std::string(model::name(interface))},
      heard_(heard),
      report_(report),
      description_(file.description()),
      offered_(*file.description().at(interface)),
      layout_(file.description(), {}),
      course_(course_of(file.description(), interface)),
      watched_(watched_scalars(layout_)) {
  course_.seconds = first_share * seconds_;
}

Instance::Setup Experiments::setup() { return file_.setup(interface_, "checked", bells_); }

bool Experiments::apart(Rule failure, const std::string& what, const std::function<void()>& work) {
  constexpr std::array ends = {Rule::run_failed,  Rule::run_crashed,  Rule::run_endless,
                               Rule::run_skipped, Rule::run_steps,    Rule::run_set,
                               Rule::run_get,     Rule::run_set_start};
  Report found;
  in_own_process(
      seconds_, place_, found,
      [&](const AddFinding& adding) {
        add_finding_ = &adding;
        experiment_ = what;
        begin_ = std::chrono::steady_clock::now();
        try {
          work();
          report_bad_ends();
        } catch (const ComponentFailure& words) {
          add_finding(failure, fmt::format("{}: {}", what, words.what()));
        } catch (const InputError& error) {
          add_finding(Rule::run_skipped, fmt::format("{} was not tried: {}", what, error.what()));
        }
      },
      options_.sandbox ? &sandbox_ : nullptr);
  bool goes_on = true;
  for (const Finding& finding : found.findings()) {
    const bool is_sudden =
        finding.rule == row(Rule::run_crashed).key || finding.rule == row(Rule::run_endless).key;
    report_.add(finding.rule, finding.severity, finding.place,
                is_sudden ? what + ": " + finding.sentence : finding.sentence);
    if (refusal_.empty()) refusal_ = words_of_refusal(finding.sentence);
    for (const Rule rule : ends) goes_on = goes_on && finding.rule != row(rule).key;
  }
  failed_ = failed_ || !goes_on;
  return goes_on;
}

bool Experiments::is_late() const {
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin_;
  return spent.count() > whole_share * seconds_;
}

void Experiments::say_cut(const std::string& where) const {
  if (!std::exchange(is_cut_, true))
    add_finding(Rule::run_cut,
                fmt::format("{} was cut {}, because it took too long ({} s for each experiment); "
                            "the rest was not checked.",
                            experiment_, where, brief(seconds_)));
}

bool Experiments::prepare(const std::string& first) {
  try {
    sandbox_ = sandbox_of(options_, {file_.archive().unpack(platform_folders()),
                                     file_.library_file(interface_, bells_)});
    return true;
  } catch (const InputError& error) {
    add(report_, Rule::run_skipped, place_,
        fmt::format("{} was not tried: {}", first, error.what()));
    return false;
  }
}

void Experiments::say_sandboxed() const {
  std::vector<std::string> refused;
  if (!options_.allow.network) refused.emplace_back("network");
  if (!options_.allow.processes) refused.emplace_back("processes");
  refused.emplace_back("files=PATH");
  add(report_, Rule::run_sandbox, place_,
      "it ran in a sandbox, which refuses files outside of its own folder" +
          std::string(options_.allow.network ? "" : ", the network") +
          (options_.allow.processes ? "" : ", other processes") +
          (refusal_.empty() ? "; if that is the reason and you trust it"
                            : ", and the system answered '" + refusal_ + "'; if you trust it") +
          ", check it with --allow " + listed(refused, {.last = " or "}) +
          ", or with --no-sandbox.");
}

void Experiments::run() {
  if (interface_ == Interface::scheduled_execution) {
    if (prepare("the default experiment"))
      apart(Rule::run_failed, "the default experiment", [&] { run_scheduled(); });
  } else if (prepare("instantiation")) {
    run_all();
  }
  if (failed_ && options_.sandbox) say_sandboxed();
}

void Experiments::run_all() {
  if (!apart(Rule::run_failed, "instantiation", [&] { Instance::make(setup()); })) return;
  set_starts_ = apart(Rule::run_failed, "setting start values", [&] { set_all(); });
  if (!apart(Rule::run_failed, "initialisation", [&] { get_all(); })) return;
  if (!apart(Rule::run_failed, "the default experiment", [&] { run_first(); })) return;
  if (!offered_.one_instance_only)
    apart(Rule::run_failed, "a second instance", [&] { run_beside_another(); });
  if (description_.version != Version::fmi1 || interface_ == Interface::co_simulation)
    apart(Rule::run_reset_refused, "a reset", [&] { run_after_reset(); });
  if (offered_.get_and_set_state)
    apart(Rule::run_restore, "a saved state", [&] { run_from_saved_state(false); });
  if (offered_.get_and_set_state && offered_.serialise_state)
    apart(Rule::run_serialise, "a serialised state", [&] { run_from_saved_state(true); });
  if (interface_ == Interface::co_simulation && offered_.variable_steps &&
      !offered_.fixed_internal_step && !offered_.one_instance_only)
    apart(Rule::run_failed, "half the step", [&] { run_with_half_steps(); });
  if (interface_ == Interface::model_exchange && offered_.directional_derivatives)
    apart(Rule::run_derivatives, "directional derivatives", [&] { compare_derivatives(); });
}

void Experiments::set_all() {
  const auto instance = Instance::make(setup());
  for (std::size_t i = 0; i < description_.variables.size(); ++i) {
    const model::Variable& face = description_.variables[i].face;
    if (is_late()) return say_cut("before '" + face.name + "'");
    try {
      set_start(*instance, layout_, i);
    } catch (const ComponentFailure& failure) {
      const bool must = face.causality == model::Causality::parameter ||
                        face.causality == model::Causality::input;
      add_finding(must ? Rule::run_set : Rule::run_set_start,
                  fmt::format("setting the start value of '{}': {}", face.name, failure.what()));
      return;
    }
  }
}

void Experiments::get_all() {
  Drive drive(layout_, setup(), course_, set_starts_);
  drive.initialise();
  for (std::size_t i = 0; i < description_.variables.size(); ++i) {
    const Variable& variable = description_.variables[i];
    if (variable.clock || !variable.clocks.empty()) continue;  // only while it ticks
    if (is_late()) return say_cut("before '" + variable.face.name + "'");
    try {
      get_variable(drive.instance(), layout_, i);
    } catch (const ComponentFailure& failure) {
      add_finding(Rule::run_get,
                  fmt::format("reading '{}': {}", variable.face.name, failure.what()));
      return;
    }
  }
  drive.terminate();
}

Experiments::Rows Experiments::rows_of(Drive& drive, int from, int until) const {
  Rows rows = {drive.row()};
  for (int i = from; i < until && drive.step(i); ++i) rows.push_back(drive.row());
  if (drive.is_cut()) say_cut("at t = " + brief(drive.time()));
  return rows;
}

void Experiments::run_first() {
  Course alone = course_;
  alone.seconds = whole_share * seconds_;
  Drive drive(layout_, setup(), alone, set_starts_);
  drive.initialise();
  for (const double size : drive.nominals())
    if (!(size > 0)) {
      add_finding(Rule::run_nominals,
                  fmt::format("the nominal value of a state is {}.", brief(size)));
      break;
    }
  Rows rows;
  try {
    rows = rows_of(drive, 0, course_.steps);
  } catch (const ComponentFailure& failure) {
    // A bad choice of ours is no defect of the FMU.
    const bool is_its_own = interface_ == Interface::co_simulation && description_.experiment.step;
    add_finding(is_its_own ? Rule::run_failed : Rule::run_steps,
                fmt::format("the default experiment: {}", failure.what()));
  }
  const bool is_at_the_end = drive.time() > course_.point(course_.steps - 1) &&
                             static_cast<int>(rows.size()) == course_.steps;  // but requested it
  if (!rows.empty() && static_cast<int>(rows.size()) <= course_.steps && !is_at_the_end &&
      !drive.is_cut())
    add_finding(
        Rule::run_stop,
        fmt::format("the default experiment ended at t = {} instead of {}{}{}", brief(drive.time()),
                    brief(course_.stop), drive.reason().empty() ? "." : ": ", drive.reason()));
  report_strange_values(rows);
  report_messages_and_process();
  if (!rows.empty()) drive.terminate();
}

void Experiments::run_beside_another() {
  Drive one(layout_, setup(), course_, set_starts_);
  one.initialise();  // while there is only one instance
  Drive other(layout_, setup(), course_, set_starts_);
  other.initialise();
  Rows rows_of_one = {one.row()}, rows_of_other = {other.row()};
  for (int i = 0; i < course_.steps && one.step(i) && other.step(i); ++i) {
    rows_of_one.push_back(one.row());
    rows_of_other.push_back(other.row());
  }
  if (one.is_cut() || other.is_cut()) say_cut("at t = " + brief(one.time()));
  report_difference(Rule::run_again, rows_of_one, rows_of_other, 0, 0,
                    "in two instances side by side");
}

void Experiments::run_after_reset() {
  Drive drive(layout_, setup(), course_, set_starts_);
  drive.initialise();
  const Rows expected = rows_of(drive, 0, course_.steps / 2);
  drive.take_time(second_share * seconds_);
  drive.reset();
  drive.initialise();
  const Rows rows = rows_of(drive, 0, static_cast<int>(expected.size()) - 1);
  report_difference(Rule::run_reset, expected, rows, 0, same_value, "after a reset");
}

// To a point from which steps can follow: an FMU that requests its end before is not driven on.
int Experiments::go_to_middle(std::optional<Drive>& drive) {
  const auto go = [&](int wanted) {
    drive.reset();
    drive.emplace(layout_, setup(), course_, set_starts_);
    drive->initialise();
    return static_cast<int>(rows_of(*drive, 0, wanted).size()) - 1;
  };
  const int middle = course_.steps / 2;
  const int reached = go(middle);
  return reached == middle ? middle : go(reached / 2);
}

void Experiments::run_from_saved_state(bool through_bytes) {
  std::optional<Drive> driven;
  const int middle = go_to_middle(driven);
  Drive& drive = *driven;
  Drive::Memory memory;
  drive.save(memory);
  if (through_bytes) drive.through_bytes(memory);
  const Rows expected = rows_of(drive, middle, course_.steps);
  drive.take_time(second_share * seconds_);
  drive.restore(memory);
  const Rows rows = rows_of(drive, middle, middle + static_cast<int>(expected.size()) - 1);
  report_difference(through_bytes ? Rule::run_serialise : Rule::run_restore, expected, rows, middle,
                    same_value, through_bytes ? "from a serialised state" : "from a saved state");
  drive.forget(memory);
}

void Experiments::run_with_half_steps() {
  Rows expected;
  {
    Drive drive(layout_, setup(), course_, set_starts_);
    drive.initialise();
    expected = rows_of(drive, 0, course_.steps);
  }
  Course half = course_;
  half.steps *= 2;
  Drive drive(layout_, setup(), half, set_starts_);
  drive.take_time(second_share * seconds_);
  drive.initialise();
  Rows rows = {drive.row()};
  const int until = 2 * (static_cast<int>(expected.size()) - 1);
  for (int i = 0; i < until && drive.step(i); ++i)
    if (i % 2 == 1) rows.push_back(drive.row());
  if (drive.is_cut()) say_cut("at t = " + brief(drive.time()));
  report_difference(Rule::run_step_split, expected, rows, 0, same_course,
                    "with half the step size");
}

}  // namespace bw::fmi
