#pragma once
// Which worker this process is, as its launcher says it in the environment.

#include <functional>
#include <optional>
#include <string>

#include "study/work/worker.h"

namespace bw::study {

using Environment = std::function<std::optional<std::string>(const char* name)>;

// Index and count of BELLWETHER_WORKER(S), an array or step of Slurm, MPI, AWS Batch, or an indexed
// job of Kubernetes; alone where nothing says more. Throws UsageError where they make no sense.
Place place_of(const Environment& environment);
Place own_place();

}  // namespace bw::study
