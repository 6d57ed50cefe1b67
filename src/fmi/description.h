#pragma once
// modelDescription.xml as one value. (FMI 2.0 now; the shape leaves room for 1.0 and 3.0.)

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/bell.h"
#include "model/blueprint.h"
#include "model/variable.h"

namespace bw::fmi {

struct CoSimulation {
  std::string model_identifier;
  bool variable_steps = false;
  bool get_and_set_state = false;
  bool serialise_state = false;
  bool one_instance_only = false;
  bool needs_execution_tool = false;
  bool runs_asynchronously = false;
  bool own_memory_management_not_used = false;  // canNotUseMemoryManagementFunctions
  unsigned max_output_derivative_order = 0;
  bool interpolates_inputs = false;
  bool directional_derivatives = false;
};

struct Description {
  std::string fmi_version, model_name, guid, description, generation_tool;
  std::optional<CoSimulation> co_simulation;
  bool model_exchange = false;
  std::vector<std::string> log_categories;
  model::Experiment experiment;
  std::map<std::string, Unit> units;

  std::vector<model::Variable> variables;       // in the file's order: ModelStructure's index - 1
  std::vector<std::uint32_t> value_references;  // parallel to `variables`

  // Throws InputError with file, line and column; rings for harmless deviations.
  static Description parse(std::string_view xml, const std::string& name, Bells& bells);
};

}  // namespace bw::fmi
