#pragma once
// One component on its own, with the variables of a test FMU by name.

#include <filesystem>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "fmi/component/fmu.h"
#include "model/component.h"

namespace bw::test {

inline std::filesystem::path test_fmu(const std::string& name) {
  return std::filesystem::path(BW_TEST_FMUS) / (name + ".fmu");
}

inline std::size_t index_of(const model::Blueprint& blueprint, const std::string& name) {
  const auto& variables = blueprint.variables();
  for (std::size_t i = 0; i < variables.size(); ++i)
    if (variables[i].name == name) return i;
  throw std::invalid_argument("no variable " + name);
}

inline const model::Variable& variable_of(const model::Blueprint& blueprint,
                                          const std::string& name) {
  return blueprint.variables()[index_of(blueprint, name)];
}

struct ComponentSetup {
  std::vector<std::string> inputs{}, outputs{}, records{};
  std::vector<std::pair<std::string, Value>> starts{};
  bool may_roll_back = false;
};

class ComponentBench {
 public:
  ComponentBench(const std::string& fmu, const ComponentSetup& setup, const Log& log = {})
      : blueprint(fmi::open_fmu(test_fmu(fmu), bells, log)) {
    model::ComponentRequest request{.name = "bench"};
    request.may_roll_back = setup.may_roll_back;
    for (const auto& name : setup.inputs) request.inputs.push_back(index_of(*blueprint, name));
    for (const auto& name : setup.outputs) request.outputs.push_back(index_of(*blueprint, name));
    for (const auto& name : setup.records) request.records.push_back(index_of(*blueprint, name));
    for (const auto& [name, value] : setup.starts)
      request.starts.emplace_back(index_of(*blueprint, name), value);
    component = blueprint->make(request, bells);
    u = room_for(component->shape().inputs);
    y = room_for(component->shape().outputs);
    records = room_for(component->shape().records);
  }

  void initialise(double start = 0, double stop = 1) {
    component->begin(start, stop);
    component->evaluate(in(u), out(y));
    component->start();
  }
  model::Advance step(double t, double h) { return component->advance(in(u), t, h, out(y)); }
  void read_records() { component->get_records(out(records)); }

  static model::SignalsIn in(const model::Signals& s) { return {s.reals, s.discretes}; }
  static model::SignalsOut out(model::Signals& s) { return {s.reals, s.discretes}; }

  Bells bells;
  std::shared_ptr<const model::Blueprint> blueprint;
  std::unique_ptr<model::Component> component;
  model::Signals u, y, records;

 private:
  static model::Signals room_for(const std::vector<model::Variable>& variables) {
    model::Signals signals;
    signals.reals.resize(model::count_reals(variables));
    for (const model::Variable& v : variables)
      if (v.type == Type::string)
        signals.discretes.emplace_back(std::string());
      else if (!is_real(v.type))
        signals.discretes.emplace_back(std::int64_t{0});
    return signals;
  }
};

// misbehaving.fmu (or a sister) with input u and output y, which does `misdeed` at `place` from the
// time `when` on.
inline ComponentSetup misdeed(const std::string& deed, const std::string& place = "step",
                              double when = 0.5) {
  return {.inputs = {"u"},
          .outputs = {"y"},
          .starts = {{"misdeed", deed}, {"place", place}, {"when", when}}};
}

}  // namespace bw::test
