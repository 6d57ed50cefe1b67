#pragma once
// The names of the variables of a target, for completion.

#include <filesystem>
#include <string>
#include <vector>

namespace bw::inspect {

struct NamedVariable {
  std::string name;  // "component.variable"; of a single model or FMU "variable"
  std::string description;
  bool takes_start = false;
};

// Reads descriptions only, nothing is loaded or compiled. Components that cannot be read are left
// out; throws InputError where the target itself cannot.
std::vector<NamedVariable> variables_of(const std::filesystem::path& target);

}  // namespace bw::inspect
