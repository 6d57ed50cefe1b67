#include "run/publish/run_files.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "result/output_file.h"
#include "result/summary.h"

namespace bw::run {

void check_own_files(const RunSpec& spec, const system::System& system) {
  const std::pair<const char*, const std::optional<std::string>&> own[] = {
      {"summary", spec.summary},
      {"step history", spec.steps},
      {"file of eigenvalues", spec.eigenvalues}};
  std::vector<std::string> taken = {spec.target};
  if (spec.input) taken.push_back(*spec.input);
  for (const system::ComponentEntry& component : system.components)
    taken.push_back(component.file.string());
  if (spec.output && *spec.output != "-")
    taken.insert(taken.end(), {*spec.output, result::partial_name(*spec.output),
                               result::refused_name(*spec.output)});
  for (const auto& [what, name] : own) {
    if (!name) continue;
    if (&name == &spec.summary) result::check_summary_path(*name);
    std::vector<std::string> others = taken;
    for (const auto& [_, beside] : own)
      if (beside && &beside != &name) others.push_back(*beside);
    const auto path = std::filesystem::weakly_canonical(*name);
    for (const std::string& other : others)
      if (path == std::filesystem::weakly_canonical(other))
        throw UsageError(std::string("the ") + what + " '" + *name + "' would overwrite '" + other +
                         "'; give it a name of its own.");
  }
}

}  // namespace bw::run
