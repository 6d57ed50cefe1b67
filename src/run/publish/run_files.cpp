#include "run/publish/run_files.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "result/output_file.h"
#include "result/summary.h"

namespace bw::run {

namespace {

// The same for all names of a file, also of one that is not there yet.
std::filesystem::path place_of(const std::string& name) {
  return std::filesystem::weakly_canonical(std::filesystem::absolute(name));
}

void check_free(const std::string& what, const std::string& name,
                const std::vector<std::string>& taken) {
  for (const std::string& other : taken)
    if (place_of(name) == place_of(other))
      throw UsageError("the " + what + " '" + name + "' would overwrite '" + other +
                       "'; give it a name of its own.");
}

}  // namespace

void check_own_files(const RunSpec& spec, const system::System& system) {
  const std::pair<const char*, const std::optional<std::string>&> own[] = {
      {"summary", spec.summary},
      {"step history", spec.steps},
      {"file of eigenvalues", spec.eigenvalues}};
  std::vector<std::string> taken;
  if (!spec.target.empty()) taken.push_back(spec.target);  // of a model in C++ there is none
  if (spec.input) taken.push_back(*spec.input);
  for (const system::ComponentEntry& component : system.components)
    taken.push_back(component.file.string());
  if (spec.output && *spec.output != "-") {
    check_free("result", *spec.output, taken);
    taken.insert(taken.end(), {*spec.output, result::partial_name(*spec.output),
                               result::rejected_name(*spec.output)});
  }
  if (spec.summary) result::check_summary_path(*spec.summary);
  for (const auto& [what, name] : own) {
    if (!name || *name == "-") continue;
    check_free(what, *name, taken);
    taken.push_back(*name);
  }
}

}  // namespace bw::run
