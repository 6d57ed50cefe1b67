#pragma once
// Workers as an array of Slurm: few long ones, because each task costs the scheduler a tenth of a
// second. The job ends its workers in order before its time is up, is requeued when a node dies,
// and does not truncate its messages then.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bw::study {

struct SlurmJob {
  std::string partition{};  // empty: the default one
  std::uint64_t workers = 1;
  std::string folder{};                // where workers run
  std::string messages{};              // a file; %a is the number of the worker
  std::vector<std::string> command{};  // of a worker
};

std::string slurm_script(const SlurmJob& job);
std::string shell_word(const std::string& word);  // quoted where a shell would change it

// The number of the job. Throws InputError where it is refused or there is no Slurm.
std::string submit(const std::string& script_file);
// Whether some task of it waits or runs; nothing: Slurm does not answer.
std::optional<bool> is_queued(const std::string& job);

}  // namespace bw::study
