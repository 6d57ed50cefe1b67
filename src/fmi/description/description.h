#pragma once
// modelDescription.xml of FMI 1.0, 2.0 and 3.0 as one value, in the terms of the newest version; a
// document of an older one fills what it has.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/report.h"
#include "base/units.h"
#include "base/value.h"
#include "fmi/description/start_rules.h"
#include "model/blueprint.h"
#include "model/variable.h"

namespace bw::fmi {

enum class Version { fmi1 = 1, fmi2 = 2, fmi3 = 3 };

using model::Interface;

// The types of the get and set functions. Real and Integer of FMI 1.0 and 2.0 are float64 and
// int32.
enum class DataType {
  float32,
  float64,
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  boolean,
  string,
  binary,
  enumeration,
  clock
};

std::string_view name(DataType type);  // "Float32"
Type type_of(DataType type);           // lane and meaning for other modules

// One interface that the FMU offers. Members that a version does not have keep their defaults.
struct InterfaceDescription {
  std::string model_identifier;
  bool needs_execution_tool = false;
  bool one_instance_only = false;
  bool no_memory_functions = false;  // canNotUseMemoryManagementFunctions
  bool get_and_set_state = false;
  bool serialise_state = false;
  bool directional_derivatives = false;
  bool adjoint_derivatives = false;
  bool per_element_dependencies = false;
  std::vector<std::string> source_files;  // FMI 2.0; later versions have a build description

  // Model exchange.
  bool completed_step_needed = true;
  bool evaluates_discrete_states = false;  // providesEvaluateDiscreteStates; co-simulation, too

  // Co-simulation.
  bool variable_steps = false;
  bool interpolates_inputs = false;
  bool runs_asynchronously = false;
  bool signals_events = false;  // canSignalEvents
  bool stops_for_events = false;
  bool event_mode = false;           // hasEventMode
  bool intermediate_update = false;  // providesIntermediateUpdate
  bool might_return_early = false;   // mightReturnEarlyFromDoStep
  bool returns_early_after_update = false;
  std::optional<double> fixed_internal_step;
  unsigned max_output_derivative_order = 0;
  unsigned recommended_input_smoothness = 0;
};

struct Dependency {
  enum class Kind { dependent, constant, fixed, tunable, discrete };
  std::size_t variable = 0;  // index into Description::variables
  Kind kind = Kind::dependent;
};

struct Unknown {
  std::size_t variable = 0;
  std::optional<std::vector<Dependency>> dependencies;  // nothing: may depend on any
  int line = 0;
};

struct Structure {
  std::vector<Unknown> outputs, derivatives, clocked_states, initial_unknowns, event_indicators;
};

struct Clock {
  enum class Interval { constant, fixed, calculated, tunable, changing, countdown, triggered };
  Interval kind = Interval::triggered;
  std::optional<double> interval, shift;  // seconds; counters are converted
  std::optional<std::uint32_t> priority;
  bool can_be_deactivated = false;
  bool supports_fraction = false;
};

struct Dimension {
  std::size_t size = 1;                  // from the start value of the parameter, if any
  std::optional<std::size_t> parameter;  // the structural parameter, index into variables
};

struct DisplayUnit {
  std::string name;
  double factor = 1.0, offset = 0.0;  // shown = factor * value + offset
  bool inverse = false;               // shown = factor / value + offset
};

struct UnitDescription {
  std::string name;
  std::optional<Unit> meaning;  // nothing: not known
  std::vector<DisplayUnit> display_units;
};

struct TypeDescription {
  std::string name, description, quantity;
  DataType type = DataType::float64;
};

struct Alias {
  std::string name, description, display_unit;
};

// An annotation of another tool, kept as written.
struct Annotation {
  std::string tool, text;
};

struct Variable {
  // As other modules see it: of an array, one element, whose start is the first.
  model::Variable face;
  std::uint32_t reference = 0;
  DataType type = DataType::float64;
  std::optional<Initial> initial;
  std::string declared_type, quantity, display_unit, mime_type;
  std::vector<Dimension> dimensions;  // empty: a scalar
  // Of an array: all elements, or one for all. A UInt64 above the largest int64 keeps its bits, a
  // Binary is its bytes.
  std::vector<Value> starts;
  std::optional<std::size_t> derivative_of, previous;
  std::optional<Clock> clock;
  std::vector<std::size_t> clocks;  // that this variable belongs to
  std::vector<Alias> aliases;       // further names, FMI 3.0
  std::vector<Annotation> annotations;
  std::optional<std::size_t> max_size;  // of a Binary, in bytes
  bool negated = false;  // FMI 1.0: the value behind the reference has the other sign
  bool reinit = false;
  bool intermediate_update = false;
  bool can_set_per_time_instant = true;  // canHandleMultipleSetPerTimeInstant
  int line = 0;                          // in the document

  bool is_array() const { return !dimensions.empty(); }
  std::size_t element_count() const;  // 1 for a scalar
};

struct LogCategory {
  std::string name, description;
};

struct Description {
  Version version = Version::fmi2;
  std::string fmi_version;        // as written
  std::string model_name, token;  // guid or instantiationToken
  std::string description, author, model_version, copyright, license, generation_tool,
      generation_time;
  bool structured_names = false;                                  // variableNamingConvention
  std::array<std::optional<InterfaceDescription>, 3> interfaces;  // by Interface
  std::vector<LogCategory> log_categories;
  model::Experiment experiment;
  std::vector<UnitDescription> units;
  std::vector<TypeDescription> types;
  std::vector<Variable> variables;  // in the file's order
  Structure structure;
  // With arrays at the sizes of their start values. FMI 1.0 gives no more than these numbers.
  std::size_t continuous_states = 0, event_indicators = 0;
  std::vector<Annotation> annotations;

  const std::optional<InterfaceDescription>& at(Interface interface) const {
    return interfaces[static_cast<std::size_t>(interface)];
  }

  // Never throws for the contents of the file: everything found is in the report, and the
  // description is usable when that has no error.
  static Description parse(std::string_view xml, const std::string& name, Report& report);
};

}  // namespace bw::fmi
