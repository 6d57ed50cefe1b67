#pragma once
// A flat model in a run, and access to its values.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "equation/live/equation_blueprint.h"
#include "ode/events/event_march.h"

namespace bw::test {

// All variables are records; the model has begun and been started.
class EquationRun {
 public:
  explicit EquationRun(const equation::FlatModel& flat,
                       equation::CompilerChoice compiler = equation::CompilerChoice::tiny,
                       std::vector<std::pair<std::string, double>> starts = {}, double begin = 0)
      : blueprint(equation::make_equation_blueprint(flat, compiler)) {
    model::ComponentRequest request;
    request.name = "m";
    const auto& variables = blueprint->variables();
    for (std::size_t i = 0; i < variables.size(); ++i) {
      if (variables[i].causality == model::Causality::input) request.inputs.push_back(i);
      request.records.push_back(i);
      for (const auto& [name, value] : starts)
        if (name == variables[i].name) request.starts.emplace_back(i, value);
    }
    model = blueprint->make_model(request, bells);
    values.reals.resize(model::count_reals(variables));
    values.discretes.resize(variables.size() - values.reals.size());
    x.resize(model->shape().states.size());
    model->begin(begin, 1e9, {});
    first = model->start(x);
    time = begin;
  }

  std::vector<double> derivatives(double t, const std::vector<double>& at) {
    std::vector<double> dx(at.size());
    model->derivatives(t, at, dx);
    return dx;
  }

  // By name, at the current time.
  double value(const std::string& name) {
    model->records(time, x, {values.reals, values.discretes});
    const auto& variables = blueprint->variables();
    const std::vector<std::size_t> lane = model::lane_positions(variables);
    for (std::size_t i = 0; i < variables.size(); ++i)
      if (variables[i].name == name)
        return is_real(variables[i].type)
                   ? values.reals[lane[i]]
                   : static_cast<double>(std::get<std::int64_t>(values.discretes[lane[i]]));
    throw std::out_of_range(name);
  }

  // To `until`, from the start; a second call goes on.
  ode::MarchEnd march(double until, double tolerance = 1e-9, const std::string& method = "dopri5",
                      std::optional<double> stop = {}) {
    if (marching == nullptr) {
      ode::Setup setup;
      setup.start = time;
      setup.stop = stop.value_or(until);
      setup.tolerance.relative = tolerance;
      setup.tolerance.absolute = tolerance;
      marching = std::make_unique<ode::EventMarch>(*model, *ode::find_method(method), setup);
      marching->start({}, x, first);
    }
    const ode::MarchEnd end = marching->advance(until);
    x.assign(marching->state().begin(), marching->state().end());
    time = marching->time();
    return end;
  }

  Bells bells;
  std::shared_ptr<const equation::EquationBlueprint> blueprint;
  std::unique_ptr<model::Model> model;
  std::unique_ptr<ode::EventMarch> marching;
  model::Signals values;
  std::vector<double> x;
  model::EventUpdate first;
  double time = 0;
};

}  // namespace bw::test
