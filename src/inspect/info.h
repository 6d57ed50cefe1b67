#pragma once
// What there is to know about an FMU, a model or a system without running it, for `bellwether
// info`: a value, and its two forms.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/bell.h"
#include "base/report.h"
#include "base/units.h"
#include "base/value.h"
#include "cosim/coupling/loops.h"
#include "equation/live/equation_blueprint.h"
#include "fmi/component/inspect.h"
#include "model/blueprint.h"
#include "model/variable.h"
#include "run/spec/run_spec.h"
#include "system/system.h"

namespace bw::inspect {

// The variables of an FMU by what they are for, as indices into Description::variables. Each stands
// in one list; states are found a second time. Clocks are in no other.
struct Roles {
  std::vector<std::size_t> inputs, outputs, parameters, structural_parameters,
      calculated_parameters, constants, locals, clocks;
  struct State {
    std::size_t state, derivative;
  };
  std::vector<State> states;
};

struct FmuInfo {
  fmi::Inspection fmu;
  Roles roles;
};

// A component that is a table, with its columns as the system uses them.
struct TableInfo {
  struct Column {
    std::string name, unit;
    Type type{};
    bool held = false;
  };
  std::size_t rows = 0;
  double first = 0, last = 0;  // times
  std::vector<Column> columns;
};

struct ComponentInfo {
  std::string name;
  std::filesystem::path file;
  std::string model_name, fmi_version;
  model::Interface interface {};
  bool asked_for = false;  // the interface was named by the user
  bool has_library = false;
  std::vector<std::string> undriven_inputs;  // by no connection and no value
  std::optional<TableInfo> table{};          // else it is an FMU or equations
  bool is_equations = false;
};

struct ConnectionInfo {
  system::Connection connection;
  std::string source_unit, target_unit;  // as the FMUs write them
  Affine scaling;                        // target = gain * source + offset, units included
};

struct SystemInfo {
  system::System system;
  std::vector<ComponentInfo> components;
  std::vector<ConnectionInfo> connections;
  std::vector<cosim::Loop> loops;  // in the order of evaluation
  Report report;                   // of all FMUs and connections
};

// A model written as equations.
struct EquationsInfo {
  std::filesystem::path file;
  std::shared_ptr<const equation::EquationBlueprint> model;
  Report report;
};

// One of them.
struct Info {
  std::optional<FmuInfo> fmu;
  std::optional<EquationsInfo> equations;
  std::optional<SystemInfo> system;
};

// By extension. Throws InputError with all mistakes.
Info inform(const std::filesystem::path& target);

FmuInfo inform_about_fmu(const std::filesystem::path& file);
EquationsInfo inform_about_equations(const std::filesystem::path& file);
SystemInfo inform_about_system(system::System system);

// What rang while files were read.
void report(const Bells& bells, Report& into);

// For people; long lists are cut unless `all`.
std::string info_text(const Info& info, bool all);
// For programs: one object (docs/info.md).
std::string info_json(const Info& info);

}  // namespace bw::inspect
