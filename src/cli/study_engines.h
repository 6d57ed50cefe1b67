#pragma once
// Who computes the runs of a study: processes of this machine, of mpirun, or of Slurm. Each engine
// starts workers and follows their logs.

#include <cstdint>
#include <optional>
#include <string>

#include "cli/watched_run.h"
#include "study/design/study.h"
#include "study/work/work_folder.h"

namespace bw::cli {

struct StudyJob {
  std::string file{};  // of the study
  std::string work{};  // folder
  std::string on = "local";
  std::optional<double> workers{};
  double lease = 30;
  Watching watching{};
};

struct StudyEnd {
  bool is_interrupted = false;
  int worst_code = 0;      // of the workers
  std::string detached{};  // a job that goes on by itself
};

// Throws UsageError for an engine that does not exist.
void check_engine(const std::string& on);
std::string engine_script(const StudyJob& job);  // what would be started, for --dry-run

StudyEnd compute_study(const study::Study& study, const study::WorkFolder& folder,
                       const StudyJob& job);

}  // namespace bw::cli
