#pragma once
// Programs that launch workers: this one, mpirun, sbatch, squeue.

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

namespace bw::study {

std::string own_program();  // the path of this one

// Starts it without a shell; it ends with this process. -1: the system gives no process.
pid_t start_program(const std::vector<std::string>& words,
                    const std::vector<std::pair<std::string, std::string>>& environment = {});

struct Said {
  int code = -1;  // 127: there is no such program
  std::string out{}, err{};
};
Said output_of_program(const std::vector<std::string>& words);

}  // namespace bw::study
