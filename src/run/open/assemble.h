#pragma once
// From a System, a value, to a Coupling that can march: opens the components, and checks what could
// not be checked before: that variables exist, with the right causality, type and unit.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/bell.h"
#include "base/log.h"
#include "cosim/coupling/coupling.h"
#include "model/blueprint.h"
#include "model/component.h"
#include "model/table/timetable.h"
#include "ode/integrated_component.h"
#include "result/trajectory.h"
#include "run/open/open_components.h"
#include "system/system.h"

namespace bw::run {

// Where a column of the result comes from.
struct Recorded {
  result::Column column;
  std::size_t component = 0;
  bool from_outputs = false;  // from the component's outputs; else from its records
  std::size_t place = 0;      // in that list
};

struct Wishes {
  std::vector<std::string> set, record;
  bool record_in_file = false;  // the patterns stand in the [run] section
  std::optional<double> tolerance{};
  Log log{};
  std::optional<std::string> input{};       // a CSV file
  std::optional<std::string> interface {};  // of components that name none themselves
  ode::Integration integration{};           // of components for model exchange
  OpenFile open_file{};  // of components that are no tables; empty: by their endings
};

// Everything needed to make the coupled system, once or several times over.
struct Assembly {
  std::vector<std::shared_ptr<const model::Blueprint>> blueprints;  // per component
  std::vector<model::ComponentRequest> requests;                    // per component
  std::vector<cosim::Connection> connections;
  std::vector<Recorded> recorded;
  std::vector<std::shared_ptr<const model::Timetable>>
      tables;  // per component; null or none: no table
  ode::Integration integration;
  bool single = false;     // names need no component
  std::size_t joined = 0;  // so many components were made one, which stands alone
  // For a certified run: inputs from tables have their mean over a step, and components that accept
  // one step size only make several (0: none does).
  bool certified = false;
  double one_step = 0;

  bool integrates() const;  // some component is for model exchange
  bool alone() const;       // one component for model exchange, which nothing outside drives

  // Times within (start, stop) at which tables jump or bend, rising; none where they are so many
  // that steps would have to follow them.
  std::vector<double> known_breaks(double start, double stop) const;
  // What the components say of themselves before they exist: names, inputs, outputs and
  // capabilities.
  std::vector<model::ComponentShape> shapes() const;

  // Instantiates every component. The assembly and the bells outlive the coupling.
  cosim::Coupling build(Bells& bells) const;
};

// Throws InputError with all mistakes of the system, one a line, or UsageError with all of the
// wishes.
Assembly assemble(const system::System& system, const Wishes& wishes, Bells& bells);

}  // namespace bw::run
