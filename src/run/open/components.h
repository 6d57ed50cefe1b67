#pragma once
// The components of a system, opened and checked: an immutable value, of which any number of
// instances can be made.

#include <memory>
#include <optional>
#include <vector>

#include "base/bell.h"
#include "cosim/coupling/coupling.h"
#include "model/blueprint.h"
#include "model/component.h"
#include "model/isolated/link.h"
#include "model/model.h"
#include "model/table/timetable.h"
#include "model/value_map.h"
#include "model/variable.h"
#include "ode/integrated_component.h"
#include "result/trajectory.h"

namespace bw::run {

struct OpenedComponent {
  std::shared_ptr<const model::Blueprint> blueprint;
  model::ComponentRequest request{};                // what it exchanges, by which interface
  std::shared_ptr<const model::Timetable> table{};  // drives inputs; null: none
  model::Isolation isolation{};                     // how, where it has a process of its own
  std::string no_copies{};  // why it cannot roll back by process copy, where that was tried
  // "does not restore it: ...", why its FMU state is not used; empty: it is, or there is none.
  std::string state_flaw{};

  model::Capabilities capabilities() const { return blueprint->capabilities(request.interface); }
  bool is_model() const { return request.interface == model::Interface::model_exchange; }
};

// A recorded input with a connection is the connected output: gain * output + offset.
struct ConnectedInput {
  double gain = 1, offset = 0;
  double nominal = 1;  // of the input
  std::shared_ptr<const model::ValueMap> map{};
};

// Where a column of the result comes from.
struct Recorded {
  result::Column column;
  std::size_t component = 0;
  bool from_outputs = false;                  // from the component's outputs; else from its records
  std::size_t place = 0;                      // position in that list
  std::optional<ConnectedInput> connected{};  // the column is an input that is driven from there
};

struct Components {
  std::vector<OpenedComponent> list;
  std::vector<cosim::Connection> connections;
  std::vector<Recorded> recorded;
  bool single = false;     // names do not contain the component
  std::size_t joined = 0;  // number of components that were joined into the only one; 0: none

  std::size_t size() const { return list.size(); }
  const OpenedComponent& operator[](std::size_t i) const { return list[i]; }
  const std::string& name(std::size_t i) const { return list[i].request.name; }
  const model::Variable& variable(std::size_t component, bool from_outputs,
                                  std::size_t place) const;
  double nominal(const Recorded& one) const;

  bool integrates() const;  // some component uses model exchange
  bool alone() const;       // one model-exchange component without connections

  // Times in (start, stop) at which tables jump or have kinks, rising; empty where there are too
  // many for steps to end at each.
  std::vector<double> known_breaks(double start, double stop) const;
  // Names, inputs, outputs and capabilities, without instantiating anything.
  std::vector<model::ComponentShape> shapes() const;
};

// How instances are made.
struct BuildOptions {
  ode::Integration integration{};  // of components for model exchange
  bool may_roll_back = false;
  double stops_at_events = 0;  // see ComponentRequest
  // For a certified run: tables give the mean over a step, and a component that accepts one step
  // size only (one_step in s; 0: none) makes several of them per communication step.
  bool mean_inputs = false;
  double one_step = 0;
  std::optional<double> tolerance{};  // for the solvers of co-simulation FMUs, instead of theirs
};

// Instantiates every component. `components` and `bells` must outlive the coupling. Throws
// InputError or ComponentFailure.
cosim::Coupling build(const Components& components, const BuildOptions& options, Bells& bells);
// A model-exchange component, with the table that drives it.
std::unique_ptr<model::Model> build_model(const OpenedComponent& component, Bells& bells);

}  // namespace bw::run
