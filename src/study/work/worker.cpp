#include "study/work/worker.h"

#include <signal.h>
#include <sys/time.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/process/process_name.h"
#include "base/process/shared_memory.h"
#include "base/text.h"
#include "study/work/file_stamps.h"
#include "study/work/runner.h"
#include "study/work/work_folder.h"

namespace bw::study {
namespace {

constexpr std::int64_t none = -1;
constexpr double shortest_nap = 0.01;  // seconds

// What the process that runs leaves to the one that survives it.
struct Desk {
  std::atomic<std::int64_t> run{none}, block{none}, attempt{0};
};

// A run that takes longer than it may is ended as by an interrupt, and the next one begins. What
// the process does before its first run, such as opening the target, does not count.
class RunLimit {
 public:
  RunLimit(const std::optional<double>& seconds, const std::atomic<bool>& outer)
      : seconds_(seconds), outer_(outer) {
    if (!seconds_) return;
    current = this;
    struct sigaction action {};
    action.sa_handler = [](int) { current->look(); };
    action.sa_flags = SA_RESTART;
    sigaction(SIGALRM, &action, nullptr);
    constexpr suseconds_t often = 50'000;
    const itimerval pace{{0, often}, {0, often}};
    setitimer(ITIMER_REAL, &pace, nullptr);
  }
  ~RunLimit() {
    if (!seconds_) return;
    const itimerval stopped{};
    setitimer(ITIMER_REAL, &stopped, nullptr);
    signal(SIGALRM, SIG_IGN);
  }
  RunLimit(const RunLimit&) = delete;
  RunLimit& operator=(const RunLimit&) = delete;

  const std::atomic<bool>& interrupt() const { return seconds_ ? flag_ : outer_; }
  void begin_run() {
    running_ = false;  // the handler leaves the rest alone
    begin_ = Clock::now();
    is_over_ = false;
    flag_ = outer_.load();
    running_ = true;
  }
  void end_run() { running_ = false; }
  bool is_over() const { return is_over_ && !outer_; }
  double seconds() const { return seconds_.value_or(0); }

 private:
  using Clock = std::chrono::steady_clock;
  void look() {
    if (outer_) flag_ = true;
    if (running_ && std::chrono::duration<double>(Clock::now() - begin_).count() > *seconds_)
      is_over_ = flag_ = true;
  }
  // The handler sees nothing else.
  // NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
  static inline RunLimit* current = nullptr;
  std::optional<double> seconds_;
  const std::atomic<bool>& outer_;
  std::atomic<bool> flag_{false}, is_over_{false}, running_{false};
  Clock::time_point begin_ = Clock::now();
};

Record failed_record(std::uint64_t run, std::string code, std::string message,
                     std::size_t results) {
  Record record;
  record.run = run;
  record.codes = std::move(code);
  record.message = std::move(message);
  record.values.assign(results, NAN);
  record.errors = record.values;
  return record;
}

// No foreign code ends itself so: a person, a batch system or a want of memory did. It says nothing
// of the run, which is repeated once.
bool is_from_outside(const Death& death) {
  return death.kind == Death::Kind::crashed && death.number == SIGKILL;
}

// In the process that may die.
class Inner {
 public:
  Inner(const Study& study, const FileStamps& files, const WorkFolder& folder, Blocks& blocks,
        const WorkPlan& plan, const std::filesystem::path& log, Desk& desk,
        const std::atomic<bool>& interrupt)
      : study_(study),
        files_(files),
        blocks_(blocks),
        plan_(plan),
        desk_(desk),
        outer_(interrupt),
        limit_(study.time_limit, interrupt),
        runner_(study, limit_.interrupt()),
        log_(log),
        done_(folder.logs(), runner_.points().runs()) {}

  // False: interrupted.
  bool work() {
    reopen_damaged();
    if (desk_.block != none)  // the last process died within it
      if (!compute({static_cast<std::size_t>(desk_.block), static_cast<int>(desk_.attempt)}))
        return false;
    auto nap = shortest_nap;
    while (!all_done()) {
      if (!claim_round()) return false;
      if (all_done()) break;
      wait(nap);
      nap *= 2;
      if (outer_) return false;
    }
    return true;
  }

 private:
  // A finished block of which a record cannot be read is computed again. Blocks are listed before
  // the logs are read: another worker may finish one meanwhile.
  void reopen_damaged() {
    std::vector<std::size_t> finished;
    for (std::size_t k = 0; k < blocks_.list().size(); ++k)
      if (blocks_.is_done(k)) finished.push_back(k);
    done_.refresh();
    for (const std::size_t k : finished) {
      const Block& block = blocks_.list()[k];
      std::uint64_t run = block.begin;
      while (run < block.end && done_.has(run)) ++run;
      if (run < block.end) blocks_.reopen(k);
    }
  }

  bool all_done() {
    for (std::size_t k = 0; k < blocks_.list().size(); ++k)
      if (!blocks_.is_done(k)) return false;
    return true;
  }

  // Workers begin at different places, so that they do not crowd.
  bool claim_round() {
    const std::size_t count = blocks_.list().size();
    const std::size_t first =
        plan_.place.index * count / std::max<std::size_t>(plan_.place.count, 1);
    for (std::size_t k = 0; k < count; ++k) {
      const auto claim = blocks_.claim((first + k) % count);
      if (!claim) continue;
      if (claim->attempt > 0) done_.refresh();
      if (!compute(*claim)) return false;
    }
    return true;
  }

  // Blocks that are left are those of others, who end soon, or may die.
  void wait(double seconds) const {
    const auto end = std::chrono::steady_clock::now() +
                     std::chrono::duration<double>(std::min({seconds, plan_.lease / 4, 1.0}));
    while (!outer_ && std::chrono::steady_clock::now() < end)
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }

  bool compute(const Claim& claim) {
    desk_.attempt = claim.attempt;
    desk_.block = static_cast<std::int64_t>(claim.block);
    const Block& block = blocks_.list()[claim.block];
    for (std::uint64_t run = block.begin; run < block.end; ++run) {
      if (outer_) return release(claim);
      if (done_.has(run)) continue;
      if (!compute(run)) return release(claim);
      done_.add(run);
    }
    log_.sync();
    blocks_.finish(claim);
    desk_.block = none;
    return true;
  }

  bool release(const Claim& claim) {
    desk_.block = none;
    log_.sync();
    blocks_.release(claim);
    return false;
  }

  bool compute(std::uint64_t run) {
    limit_.begin_run();
    desk_.run = static_cast<std::int64_t>(run);
    std::optional<Record> record = runner_.run(run);
    limit_.end_run();
    if (!record && limit_.is_over())
      record =
          failed_record(run, "time-limit",
                        "the run took longer than time-limit, " + brief(limit_.seconds()) + " s.",
                        study_.results.size());
    if (record) {
      check_files();
      log_.append(*record);
    }
    desk_.run = none;
    return record.has_value();
  }

  // The folder is that of the files as they were; some of them are read in every run.
  void check_files() const {
    if (const auto file = files_.changed())
      throw Error(ExitCode::stopped,
                  "'" + *file +
                      "' changed while the study ran; the same command computes all runs with the "
                      "file as it is now.");
  }

  const Study& study_;
  const FileStamps& files_;
  Blocks& blocks_;
  const WorkPlan& plan_;
  Desk& desk_;
  const std::atomic<bool>& outer_;
  RunLimit limit_;
  Runner runner_;
  LogWriter log_;
  DoneRuns done_;
};

}  // namespace

int work(const Study& study, const WorkPlan& plan, const Protected& in_own_process) {
  const FileStamps files(files_of_runs(study));  // before their content is read
  const WorkFolder folder(plan.parent, study);
  const std::string me = own_name();
  Blocks blocks(folder, Points(study.design, study.parameters).runs(), plan.place.count, me,
                plan.lease);
  const std::filesystem::path log = folder.logs() / me;
  void* memory = map_shared(sizeof(Desk));
  if (memory == nullptr) throw Error(ExitCode::stopped, "the system gives no shared memory.");
  Desk& desk = *new (memory) Desk;
  auto renewed = std::chrono::steady_clock::now();
  const auto renew = [&] {
    const auto now = std::chrono::steady_clock::now();
    if (desk.block == none || std::chrono::duration<double>(now - renewed).count() < plan.lease / 8)
      return;
    renewed = now;
    blocks.renew({static_cast<std::size_t>(desk.block), static_cast<int>(desk.attempt)});
  };
  std::optional<std::int64_t> killed;
  while (true) {
    const Ended ended = in_own_process(
        [&](const std::atomic<bool>& interrupt) {
          Inner inner(study, files, folder, blocks, plan, log, desk, interrupt);
          return static_cast<int>(inner.work() ? ExitCode::ok : ExitCode::interrupted);
        },
        renew);
    const std::int64_t run = desk.run.exchange(none);
    if (!ended.death) return unmap_shared(memory), ended.exit_code;
    if (is_from_outside(*ended.death) && killed != run) {
      killed = run;
      continue;
    }
    if (run == none) {  // without a run that could be blamed, the next process would die, too
      unmap_shared(memory);
      throw Error(ExitCode::stopped, sentence(*ended.death));
    }
    LogWriter(log).append(failed_record(static_cast<std::uint64_t>(run),
                                        std::string(kind(bell_code(ended.death->kind)).name),
                                        sentence(*ended.death), study.results.size()));
  }
}

}  // namespace bw::study
