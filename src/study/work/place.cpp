#include "study/work/place.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "base/error.h"
#include "base/text.h"

namespace bw::study {
namespace {

struct Launcher {
  const char *index, *count;
  const char* first = nullptr;  // a variable with the smallest index; else 0
};

// Arrays before what runs in them.
constexpr std::array<Launcher, 7> launchers = {
    {{"BELLWETHER_WORKER", "BELLWETHER_WORKERS"},
     {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN"},
     {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
     {"PMI_RANK", "PMI_SIZE"},
     {"SLURM_PROCID", "SLURM_NTASKS"},
     {"AWS_BATCH_JOB_ARRAY_INDEX", "AWS_BATCH_JOB_ARRAY_SIZE"},
     {"JOB_COMPLETION_INDEX", "JOB_COMPLETIONS"}}};

std::uint64_t whole(const char* name, const std::string& text) {
  const auto number = to_number(text);
  constexpr double most = 1e9;
  if (!number || !(*number >= 0 && *number <= most) ||
      *number != static_cast<double>(static_cast<std::uint64_t>(*number)))
    throw UsageError(std::string(name) + " must be a whole number, not '" + text + "'.");
  return static_cast<std::uint64_t>(*number);
}

}  // namespace

Place place_of(const Environment& environment) {
  for (const Launcher& launcher : launchers) {
    const auto index = environment(launcher.index), count = environment(launcher.count);
    if (!index || !count) continue;
    Place place{whole(launcher.index, *index), whole(launcher.count, *count), launcher.index};
    const auto first = launcher.first != nullptr ? environment(launcher.first) : std::nullopt;
    if (first) place.index -= std::min(place.index, whole(launcher.first, *first));
    if (place.count == 0)
      throw UsageError(std::string(launcher.count) + " is 0; there must be a worker.");
    place.index %= place.count;
    return place;
  }
  return {};
}

Place own_place() {
  return place_of([](const char* name) -> std::optional<std::string> {
    const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody sets any
    return value == nullptr || *value == '\0' ? std::nullopt : std::optional<std::string>(value);
  });
}

}  // namespace bw::study
