#include "cli/study_engines.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <thread>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "cli/report/layout.h"
#include "cli/report/progress.h"
#include "cli/report/standard_streams.h"
#include "cli/supervise/guard.h"
#include "result/whole_file.h"
#include "study/launch/external.h"
#include "study/launch/slurm.h"
#include "study/work/logs.h"

namespace bw::cli {
namespace {

using Clock = std::chrono::steady_clock;

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): signal handlers
volatile sig_atomic_t requests_heard = 0;

// While workers are followed, a request to end is passed on to them.
class Listening {
 public:
  Listening() {
    requests_heard = 0;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
      handled(signal, [](int) { requests_heard = requests_heard + 1; });
  }
  ~Listening() { listen_for_signals(); }
  Listening(const Listening&) = delete;
  Listening& operator=(const Listening&) = delete;
};

// "run 12 of 4096", from the logs.
class Follower {
 public:
  Follower(const std::filesystem::path& logs, std::uint64_t runs, const Watching& watching)
      : done_(logs, runs), display_(make_progress(watching.progress, watching.quiet)) {
    done_.refresh();
    before_ = done_.count();
  }
  void look() {
    done_.refresh();
    if (display_ == nullptr) return;
    const double passed = std::chrono::duration<double>(Clock::now() - begin_).count();
    const auto computed = static_cast<double>(done_.count() - before_);
    const auto left = static_cast<double>(done_.size() - done_.count());
    run::Progress progress;
    progress.fraction = static_cast<double>(done_.count()) / static_cast<double>(done_.size());
    progress.phase = "run " + grouped(done_.count()) + " of " + grouped(done_.size());
    if (computed > 0) progress.eta_seconds = passed / computed * left;
    display_->show(progress);
  }
  void finish() {
    if (display_ != nullptr) display_->finish(is_complete(), 0);
  }
  bool is_complete() const { return done_.count() == done_.size(); }

 private:
  study::DoneRuns done_;
  std::unique_ptr<ProgressDisplay> display_;
  std::uint64_t before_ = 0;
  Clock::time_point begin_ = Clock::now();
};

std::uint64_t worker_count(const StudyJob& job) {
  constexpr std::uint64_t of_slurm = 8;
  if (job.workers) return static_cast<std::uint64_t>(*job.workers);
  if (job.on.starts_with("slurm")) return of_slurm;
  return std::max(1U, std::thread::hardware_concurrency());
}

std::vector<std::string> worker_command(const StudyJob& job) {
  return {study::own_program(), "study", "work", job.file, "--work", job.work, "--lease",
          brief(job.lease)};
}

study::SlurmJob slurm_job(const StudyJob& job, const std::string& messages) {
  const std::size_t colon = job.on.find(':');
  return {colon == job.on.npos ? "" : job.on.substr(colon + 1), worker_count(job),
          std::filesystem::current_path().string(), messages, worker_command(job)};
}

std::vector<std::string> mpi_command(const StudyJob& job) {
  std::vector<std::string> words = {"mpirun"};
  if (job.workers) words.insert(words.end(), {"-n", std::to_string(worker_count(job))});
  const auto command = worker_command(job);
  words.insert(words.end(), command.begin(), command.end());
  return words;
}

// Of a launcher, which may have codes of its own.
int known_code(int code) {
  for (const ExitCode known : {ExitCode::ok, ExitCode::input, ExitCode::rejected, ExitCode::stopped,
                               ExitCode::interrupted})
    if (code == static_cast<int>(known)) return code;
  return static_cast<int>(ExitCode::stopped);
}

// Processes that were started here. The second request kills them.
StudyEnd follow(std::vector<pid_t> workers, Follower& follower) {
  StudyEnd end;
  int passed_on = 0;
  auto nap = std::chrono::milliseconds(2);
  while (!workers.empty()) {
    for (auto worker = workers.begin(); worker != workers.end();) {
      int status = 0;
      if (waitpid(*worker, &status, WNOHANG) != *worker) {
        ++worker;
        continue;
      }
      const int code =
          WIFEXITED(status) ? WEXITSTATUS(status) : static_cast<int>(ExitCode::stopped);
      if (code != static_cast<int>(ExitCode::interrupted))
        end.worst_code = std::max(end.worst_code, code);
      worker = workers.erase(worker);
    }
    if (requests_heard > passed_on) {
      end.is_interrupted = true;
      for (const pid_t worker : workers) kill(worker, passed_on == 0 ? SIGTERM : SIGKILL);
      passed_on = requests_heard;
    }
    follower.look();
    if (workers.empty()) break;
    std::this_thread::sleep_for(nap);
    nap = std::min(2 * nap, std::chrono::milliseconds(50));
  }
  return end;
}

std::vector<pid_t> start_local(const StudyJob& job) {
  std::vector<pid_t> workers;
  const std::uint64_t count = worker_count(job);
  for (std::uint64_t k = 0; k < count; ++k)
    if (const pid_t pid = study::start_program(worker_command(job),
                                               {{"BELLWETHER_WORKER", std::to_string(k)},
                                                {"BELLWETHER_WORKERS", std::to_string(count)}});
        pid > 0)
      workers.push_back(pid);
  if (workers.empty())
    throw Error(ExitCode::stopped, "the system gives no process for a worker of the study.");
  return workers;
}

// The job goes on when this program ends.
StudyEnd run_on_slurm(const study::WorkFolder& folder, const StudyJob& job, Follower& follower) {
  const std::string script = (folder.path() / "job.sh").string();
  const std::string messages = (std::filesystem::absolute(folder.path()) / "slurm-%a.txt").string();
  result::write_whole_file(script, study::slurm_script(slurm_job(job, messages)), "The script");
  const std::string number = study::submit(script);
  if (!job.watching.quiet)
    say(labelled("job",
                 number + " of Slurm, " + std::to_string(worker_count(job)) +
                     " workers; messages in " + folder.path().string() + "/slurm-*.txt",
                 style_of_errors(false).width));
  StudyEnd end;
  for (int look = 0;; ++look) {
    follower.look();
    if (requests_heard > 0) {
      end.is_interrupted = true;
      end.detached = number;
      return end;
    }
    constexpr int looks_per_question = 5;
    if (look % looks_per_question == 0 && !study::is_queued(number).value_or(true)) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  follower.look();
  return end;
}

}  // namespace

void check_engine(const std::string& on) {
  if (on != "local" && on != "mpi" && on != "slurm" && !on.starts_with("slurm:"))
    throw UsageError("--on must be local, mpi, slurm or slurm:PARTITION, not '" + on + "'.");
}

std::string engine_script(const StudyJob& job) {
  if (job.on.starts_with("slurm")) return study::slurm_script(slurm_job(job, "slurm-%a.txt"));
  std::string text;
  for (const std::string& word : job.on == "mpi" ? mpi_command(job) : worker_command(job))
    text += (text.empty() ? "" : " ") + study::shell_word(word);
  return text + (job.on == "mpi" ? "\n" : "   # " + std::to_string(worker_count(job)) + " times\n");
}

StudyEnd compute_study(const study::Study& study, const study::WorkFolder& folder,
                       const StudyJob& job) {
  Follower follower(folder.logs(), study::Points(study.design, study.parameters).runs(),
                    job.watching);
  if (follower.is_complete()) return {};
  const Listening listening;
  StudyEnd end;
  if (job.on.starts_with("slurm")) {
    end = run_on_slurm(folder, job, follower);
  } else if (job.on == "mpi") {
    const pid_t launcher = study::start_program(mpi_command(job));
    if (launcher < 0) throw Error(ExitCode::stopped, "the system gives no process for mpirun.");
    end = follow({launcher}, follower);
  } else {
    end = follow(start_local(job), follower);
  }
  follower.finish();
  constexpr int not_found = 127;
  if (job.on == "mpi" && end.worst_code == not_found)
    throw InputError("there is no program mpirun; --on mpi needs it.");
  end.worst_code = known_code(end.worst_code);
  return end;
}

}  // namespace bw::cli
