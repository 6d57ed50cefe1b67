#include "study/launch/slurm.h"

#include "base/error.h"
#include "base/text.h"
#include "study/launch/external.h"

namespace bw::study {

std::string shell_word(const std::string& word) {
  constexpr std::string_view harmless =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=+,%";
  if (!word.empty() && word.find_first_not_of(harmless) == word.npos) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

std::string slurm_script(const SlurmJob& job) {
  std::string text = "#!/bin/sh\n#SBATCH --job-name=bellwether-study\n";
  if (!job.partition.empty()) text += "#SBATCH --partition=" + job.partition + "\n";
  text += "#SBATCH --array=0-" + std::to_string(job.workers - 1) +
          "\n"
          "#SBATCH --ntasks=1\n"
          "#SBATCH --cpus-per-task=1\n"
          "#SBATCH --signal=B:TERM@60\n"
          "#SBATCH --requeue\n"
          "#SBATCH --open-mode=append\n"
          "#SBATCH --chdir=" +
          shell_word(job.folder) +
          "\n"
          "#SBATCH --output=" +
          shell_word(job.messages) +
          "\n"
          "exec";  // so that the signal reaches the worker
  for (const std::string& word : job.command) text += " " + shell_word(word);
  return text + "\n";
}

std::string submit(const std::string& script_file) {
  const Said said = output_of_program({"sbatch", "--parsable", script_file});
  if (said.code == 127)
    throw InputError("there is no program sbatch; --on slurm needs the commands of Slurm.");
  std::string job(trimmed(said.out.substr(0, said.out.find_first_of(";\n"))));
  if (said.code != 0 || job.empty())
    throw InputError("Slurm refused the job '" + script_file +
                     "': " + std::string(trimmed(said.err)) + ".");
  return job;
}

std::optional<bool> is_queued(const std::string& job) {
  const Said said = output_of_program({"squeue", "--noheader", "--format=%T", "--jobs=" + job});
  if (said.code == 0) return !trimmed(said.out).empty();
  // It forgets jobs that ended some minutes ago.
  if (said.err.find("Invalid job id") != said.err.npos) return false;
  return {};
}

}  // namespace bw::study
