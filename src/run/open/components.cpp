#include "run/open/components.h"

#include <algorithm>

#include "model/stepping_component.h"
#include "model/table/driven_component.h"
#include "model/table/driven_model.h"

namespace bw::run {

const model::Variable& Components::variable(std::size_t component, bool from_outputs,
                                            std::size_t place) const {
  const model::ComponentRequest& request = list[component].request;
  return list[component]
      .blueprint->variables()[(from_outputs ? request.outputs : request.records)[place]];
}

double Components::nominal(const Recorded& one) const {
  if (one.connected) return one.connected->nominal;
  return variable(one.component, one.from_outputs, one.place).nominal;
}

bool Components::integrates() const {
  return std::ranges::any_of(list,
                             [](const OpenedComponent& component) { return component.is_model(); });
}

bool Components::alone() const { return size() == 1 && integrates() && connections.empty(); }

std::vector<double> Components::known_breaks(double start, double stop) const {
  constexpr std::size_t most = 10'000;
  std::vector<double> times;
  const auto add = [&](const std::vector<double>& more) {
    times.insert(times.end(), more.begin(), more.end());
  };
  for (const OpenedComponent& component : list) {
    add(component.blueprint->special_times(component.request));
    if (component.table != nullptr) add(component.table->special_times());
  }
  std::erase_if(times, [&](double t) { return t <= start || t >= stop; });
  std::ranges::sort(times);
  times.erase(std::unique(times.begin(), times.end()), times.end());
  if (times.size() > most) times.clear();
  return times;
}

std::vector<model::ComponentShape> Components::shapes() const {
  std::vector<model::ComponentShape> shapes;
  for (const OpenedComponent& component : list) {
    const auto& variables = component.blueprint->variables();
    const model::ComponentRequest& request = component.request;
    const model::Capabilities can = component.capabilities();
    model::ComponentShape& shape = shapes.emplace_back();
    shape.name = request.name;
    shape.can_roll_back = can.can_roll_back;
    shape.variable_steps = can.variable_steps;
    for (const std::size_t v : request.inputs) shape.inputs.push_back(variables[v]);
    for (const std::size_t v : request.outputs) shape.outputs.push_back(variables[v]);
    for (const std::size_t v : request.records) shape.records.push_back(variables[v]);
    point_into(request.inputs, shape.outputs);
    point_into(request.inputs, shape.records);
  }
  return shapes;
}

std::unique_ptr<model::Model> build_model(const OpenedComponent& component, Bells& bells) {
  auto model = component.blueprint->make_model(component.request, bells);
  if (component.table == nullptr) return model;
  return make_driven_model(std::move(model), component.table, bells);
}

cosim::Coupling build(const Components& components, const BuildOptions& options, Bells& bells) {
  std::vector<std::unique_ptr<model::Component>> made;
  for (OpenedComponent component : components.list) {  // a copy: the request depends on the options
    component.request.may_roll_back = options.may_roll_back;
    component.request.stops_at_events = options.stops_at_events;
    if (options.tolerance) component.request.tolerance = options.tolerance;
    if (component.is_model()) {
      ode::Integration how = options.integration;
      how.stops_at_events = options.stops_at_events;
      made.push_back(make_integrated_component(build_model(component, bells), how));
      continue;
    }
    auto instance = component.blueprint->make(component.request, bells);
    if (component.table != nullptr)
      instance =
          make_driven_component(std::move(instance), component.table, bells, options.mean_inputs);
    if (options.one_step > 0 && !instance->shape().variable_steps)
      instance = make_stepping_component(std::move(instance), options.one_step);
    made.push_back(std::move(instance));
  }
  return {std::move(made), components.connections};
}

}  // namespace bw::run
