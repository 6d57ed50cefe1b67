#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "base/error.h"
#include "base/process/death.h"
#include "base/text.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/report/layout.h"
#include "cli/report/standard_streams.h"
#include "cli/report/study_report.h"
#include "cli/study_engines.h"
#include "cli/supervise/guard.h"
#include "cli/supervise/supervise.h"
#include "cli/watched_run.h"
#include "result/destination.h"
#include "result/whole_file.h"
#include "run/spec/run_spec.h"
#include "study/design/points.h"
#include "study/design/study.h"
#include "study/statistics/collection.h"
#include "study/statistics/summary.h"
#include "study/table.h"
#include "study/work/place.h"
#include "study/work/runner.h"
#include "study/work/work_folder.h"
#include "study/work/worker.h"

namespace bw::cli {
namespace {

struct StudyArguments {
  std::string action, file;
  std::string output, summary;
  std::optional<double> only;
  bool dry_run = false;
  StudyJob job;
};

int code(ExitCode exit_code) { return static_cast<int>(exit_code); }

void check_count(const char* option, const std::optional<double>& count, double least) {
  constexpr double most = 1e9;
  if (count && !(*count >= least && *count <= most && *count == std::floor(*count)))
    throw UsageError(std::string(option) + " must be a whole number from " + brief(least) +
                     " on, not " + shortest(*count) + ".");
}

// No file that a study reads is overwritten.
void check_kept(const study::Study& study, const std::string& file, const std::string& what) {
  for (const std::string& other : study::read_files(study))
    if (result::is_same_file(file, other))
      throw UsageError(what + " '" + file + "' would overwrite '" + other +
                       "', which the study reads; choose another name.");
}

void check_file(const study::Study& study, const std::string& file, const std::string& what) {
  check_kept(study, file, what);
  result::check_destination(file, what);
}

// CSV is the only format of tables.
void check_table(const study::Study& study, const std::string& file) {
  check_file(study, file, "The table");
  if (std::filesystem::path(file).extension() != ".csv")
    throw UsageError("the table of a study is a CSV file: -o must end in .csv, not '" + file +
                     "'.");
}

// Of two files with one name the second would replace the first.
void check_different(const std::string& output, const std::string& summary) {
  if (!summary.empty() && result::is_same_file(output, summary))
    throw UsageError("-o and --summary would both write '" + summary +
                     "'; choose different names.");
}

// Opens the target once and checks parameters and results, in a process that may crash.
int check_study(const study::Study& study) {
  return supervise({}, [&](const Guard& guard, Line&) {
    const study::Runner runner(study, guard.interrupt());
    return code(ExitCode::ok);
  });
}

int work_here(const study::Study& study, const StudyArguments& given) {
  const study::WorkPlan plan{given.job.work, study::own_place(), given.job.lease};
  return study::work(study, plan, [&](const auto& inner, const auto& meanwhile) {
    study::Ended ended;
    Supervision how;
    if (study.call_timeout) how.call_timeout = *study.call_timeout;
    how.meanwhile = meanwhile;
    how.on_death = [&ended](const Death& death) {
      ended.death = death;
      return code(ExitCode::stopped);
    };
    ended.exit_code =
        supervise(how, [&](const Guard& guard, Line&) { return inner(guard.interrupt()); });
    return ended;
  });
}

std::string table_of(const std::string& file) {
  return std::filesystem::path(file).stem().string() + ".csv";
}

// The rows of one run are not the table of all runs.
void check_table_kept(const StudyArguments& given, const std::string& output) {
  const std::string table = table_of(given.file);
  if (std::filesystem::exists(table) && result::is_same_file(output, table))
    throw UsageError("The result '" + output +
                     "' would overwrite the table of the study; choose another name.");
}

int run_one(const study::Study& study, const StudyArguments& given) {
  const study::Points points(study.design, study.parameters);
  const auto number = static_cast<std::uint64_t>(*given.only);
  if (number >= points.runs())
    throw UsageError("--only must be a run of the study, from 0 to " +
                     std::to_string(points.runs() - 1) + ", not " + std::to_string(number) + ".");
  run::RunSpec spec = study::spec_of(study, points, number);
  spec.default_output = "run-" + std::to_string(number) + ".csv";
  if (!given.output.empty()) spec.output = given.output;
  if (!given.summary.empty()) spec.summary = given.summary;
  check_kept(study, spec.output.value_or(spec.default_output), "The result");
  check_table_kept(given, spec.output.value_or(spec.default_output));
  if (spec.summary) check_kept(study, *spec.summary, "The summary");
  spec.errors_where_estimated = spec.events_where_located = true;  // as a worker runs it
  Watching watching = given.job.watching;
  if (study.call_timeout) watching.call_timeout = study.call_timeout;
  if (study.time_limit) watching.time_limit = study.time_limit;
  return run_and_report(spec, watching);
}

std::string plan_of(const study::Study& study, const StudyArguments& given) {
  const study::Points points(study.design, study.parameters);
  std::string text = grouped(points.runs(), 1000) + " runs of " + study.run.target + ", design " +
                     std::string(study::name(study.design.kind)) + ", work folder " +
                     given.job.work + "/" + study::fingerprint_of(study) + "\n";
  const std::uint64_t shown = std::min<std::uint64_t>(points.runs(), 3);
  for (std::uint64_t run = 0; run < shown; ++run)
    text += "run " + std::to_string(run) + ": " + listed(points.settings(run)) + "\n";
  return text + engine_script(given.job);
}

// The table, the summary and the report of what there is.
int conclude(const study::Study& study, const study::Collection& collection,
             const StudyArguments& given, bool writes_table) {
  if (writes_table) study::write_table(study, collection, given.output);
  const study::Summary summary = study::summarise(study, collection);
  if (!given.summary.empty())
    result::write_whole_file(given.summary, study::summary_json(study, summary), "The summary");
  const Style style = style_of_errors(given.job.watching.verbose);
  const StudyPlace place{given.file, writes_table ? given.output : "", given.action == "status"};
  const std::string report = study_report(study, summary, place, style);
  if (given.action == "status")
    print(report);
  else if (!given.job.watching.quiet)
    say(report);
  return code(summary.accepted() > 0 || summary.recorded < summary.runs ? ExitCode::ok
                                                                        : ExitCode::rejected);
}

int compute(const study::Study& study, const StudyArguments& given) {
  if (const int wrong = check_study(study); wrong != 0) return wrong;
  const study::WorkFolder folder(given.job.work, study);
  const StudyEnd end = compute_study(study, folder, given.job);
  const study::Collection now(folder.logs(), study::Points(study.design, study.parameters).runs());
  const bool is_complete = now.recorded() == now.runs();
  const int verdict = conclude(study, now, given, is_complete);
  if (!end.detached.empty())
    say("The job " + end.detached + " goes on; scancel " + end.detached + " ends it.\n");
  if (is_complete) return verdict;
  if (end.is_interrupted) return code(ExitCode::interrupted);
  return end.worst_code != 0 ? end.worst_code : code(ExitCode::stopped);
}

StudyArguments checked(StudyArguments given) {
  if (given.file.empty()) std::swap(given.action, given.file);  // one word is the file
  static const std::vector<std::string> actions = {"status", "collect", "work"};
  if (given.file.empty()) throw UsageError("FILE is missing: a study (.toml).");
  if (!given.action.empty() && std::ranges::find(actions, given.action) == actions.end())
    throw UsageError("there is no action '" + given.action + "'." +
                     did_you_mean(given.action, actions));
  check_count("--workers", given.job.workers, 1);
  check_count("--only", given.only, 0);
  if (!(given.job.lease > 0)) throw UsageError("--lease must be a positive number of seconds.");
  check_engine(given.job.on);
  if (given.output.empty() && !given.only) given.output = table_of(given.file);
  if (given.job.work.empty())
    given.job.work = std::filesystem::path(given.file).stem().string() + ".work";
  given.job.file = given.file;
  return given;
}

// Of what there is, while workers may add more.
int look_at(const study::Study& study, const StudyArguments& given) {
  const study::Collection now(study::WorkFolder::logs_of(given.job.work, study),
                              study::Points(study.design, study.parameters).runs());
  if (given.action == "collect" && now.recorded() == 0)
    throw InputError("there are no runs of '" + given.file + "' in '" + given.job.work +
                     "' yet; bellwether study " + given.file + " computes them.");
  return conclude(study, now, given, given.action == "collect");
}

int run_study(const StudyArguments& words) {
  const StudyArguments given = checked(words);
  const study::Study study = study::read_study(given.file);
  if (given.only) return run_one(study, given);
  if (given.dry_run) return print(plan_of(study, given)), code(ExitCode::ok);
  if (given.action == "work") return work_here(study, given);
  if (given.action != "status") check_table(study, given.output);
  if (!given.summary.empty()) check_file(study, given.summary, "The summary");
  check_different(given.output, given.summary);
  return given.action.empty() ? compute(study, given) : look_at(study, given);
}

Action add_study(CommandLine& line) {
  const auto given = std::make_shared<StudyArguments>();
  line.positional("ACTION", given->action,
                  "status: how far it is; collect: write the table of the runs so far; work: be a "
                  "worker, for launchers; none: compute the study")
      .offers({Offer::Kind::files, {".toml"}})
      .required = false;
  line.positional("FILE", given->file, "a study (.toml)")
      .offers({Offer::Kind::files, {".toml"}})
      .required = false;
  line.option("-o,--output", "FILE", given->output, "the table, one row per run (.csv)")
      .standard("the name of the study with .csv")
      .offers({Offer::Kind::files, {".csv"}});
  line.option("--summary", "FILE", given->summary, "write the summary as JSON")
      .offers({Offer::Kind::files, {".json"}});
  line.option("--only", "K", given->only, "repeat run K alone, with its rows and its report");
  line.option("--on", "ENGINE", given->job.on,
              "who computes: local, mpi (mpirun), slurm or slurm:PARTITION")
      .standard("local")
      .offers({Offer::Kind::words, {"local", "mpi", "slurm"}});
  line.option("--workers", "N", given->job.workers, "number of workers")
      .standard("local: one per core; mpi: what mpirun takes; slurm: 8");
  line.option("--work", "FOLDER", given->job.work, "where workers meet; the same for all of them")
      .standard("the name of the study with .work");
  line.option("--lease", "SECONDS", given->job.lease,
              "time after which the runs of a silent worker are taken over")
      .standard("30");
  line.flag("--dry-run", given->dry_run, "print runs and commands or script; start nothing");
  add_watching(line, given->job.watching, "Options");
  return [given] { return run_study(*given); };
}

constexpr Example study_examples[] = {
    {"bellwether study study.toml", "compute all runs on all cores; the table is study.csv"},
    {"bellwether study status study.toml", "how far it is, from any other terminal"},
    {"bellwether study study.toml --only 4711 -o run.csv", "repeat one run, with all its rows"},
    {"bellwether study study.toml --on slurm:long --workers 64",
     "64 workers in a partition of Slurm"}};

}  // namespace

extern const Command study_command = {
    "study", "run a target many times: sweeps, samples, sensitivity; a verdict for each run",
    add_study,
    "Every result has an estimate of its numerical error beside that of sampling. A run that "
    "crashes "
    "or is rejected is a row. Finished runs are kept: the same command continues after an "
    "interruption, and with more runs.",
    study_examples};

}  // namespace bw::cli
