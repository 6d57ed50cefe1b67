#pragma once
// A worker of a study: claims blocks and computes them until all are done. It is two processes. One
// opens the target and runs; it may crash or hang in foreign code. The other one survives: it
// renews the lease, writes the record of a run that killed its process, and starts a new one.

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/process/death.h"
#include "study/design/study.h"
#include "study/work/blocks.h"
#include "study/work/logs.h"

namespace bw::study {

// What this process is to its launcher: number `index` of `count`.
struct Place {
  std::uint64_t index = 0, count = 1;
  std::string from{};  // the variable of the environment that says so; empty: none
};

struct WorkPlan {
  std::string parent;  // the work folder
  Place place{};
  double lease = 30;  // seconds
};

// How the inner process ended.
struct Ended {
  int exit_code = 0;
  std::optional<Death> death{};  // instead
};

// Runs `work` in a process that may die, and calls `meanwhile` some times a second until it ends.
using Protected =
    std::function<Ended(const std::function<int(const std::atomic<bool>& interrupt)>& work,
                        const std::function<void()>& meanwhile)>;

// Returns the exit code. Throws what is wrong with the study, before anything runs.
int work(const Study& study, const WorkPlan& plan, const Protected& in_own_process);

}  // namespace bw::study
