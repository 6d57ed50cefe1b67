#pragma once
// The components of a system, opened and checked: a value that nothing changes afterwards.
// Instances of them are made as often as a run likes.

#include <memory>
#include <vector>

#include "base/bell.h"
#include "cosim/coupling/coupling.h"
#include "model/blueprint.h"
#include "model/component.h"
#include "model/model.h"
#include "model/table/timetable.h"
#include "model/variable.h"
#include "ode/integrated_component.h"
#include "result/trajectory.h"

namespace bw::run {

struct OpenedComponent {
  std::shared_ptr<const model::Blueprint> blueprint;
  model::ComponentRequest request{};                // what it exchanges, by which interface
  std::shared_ptr<const model::Timetable> table{};  // that drives inputs; null: none

  model::Capabilities capabilities() const { return blueprint->capabilities(request.interface); }
  bool is_model() const { return request.interface == model::Interface::model_exchange; }
};

// Where a column of the result comes from.
struct Recorded {
  result::Column column;
  std::size_t component = 0;
  bool from_outputs = false;  // from the component's outputs; else from its records
  std::size_t place = 0;      // in that list
};

struct Components {
  std::vector<OpenedComponent> list;
  std::vector<cosim::Connection> connections;
  std::vector<Recorded> recorded;
  bool single = false;     // names need no component
  std::size_t joined = 0;  // so many components were made one, which stands alone

  std::size_t size() const { return list.size(); }
  const OpenedComponent& operator[](std::size_t i) const { return list[i]; }
  const std::string& name(std::size_t i) const { return list[i].request.name; }
  const model::Variable& variable(std::size_t component, bool from_outputs,
                                  std::size_t place) const;

  bool integrates() const;  // some component is for model exchange
  bool alone() const;       // one component for model exchange, which nothing outside drives

  // Times within (start, stop) at which tables jump or bend, rising; none where they are so many
  // that steps would have to follow them.
  std::vector<double> known_breaks(double start, double stop) const;
  // What the components say of themselves before they exist: names, inputs, outputs and
  // capabilities.
  std::vector<model::ComponentShape> shapes() const;
};

// What instances must be able to do.
struct BuildOptions {
  ode::Integration integration{};  // of components for model exchange
  bool may_roll_back = false;
  double stops_at_events = 0;  // see ComponentRequest
  // For a certified run: inputs from tables have their mean over a step, and components that accept
  // one step size only make several (0: none does).
  bool mean_inputs = false;
  double one_step = 0;
};

// Instantiates every component. The components and the bells outlive the coupling.
cosim::Coupling build(const Components& components, const BuildOptions& options, Bells& bells);
// One of them for model exchange, with the table that drives it.
std::unique_ptr<model::Model> build_model(const OpenedComponent& component, Bells& bells);

}  // namespace bw::run
