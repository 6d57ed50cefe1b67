#include "fmi/instance/host.h"

#include <map>

namespace bw::fmi {

Watch::~Watch() { report(surroundings_->end_life(), "the run", ", or another one,"); }

void Watch::undo_changes(const char* phase, const char* others) {
  const std::string part = std::to_string(++phases_) + " " + phase;
  report(surroundings_->restore(part), phase, others);
}

void Watch::report(const std::string& changed, const char* phase, const char* others) const {
  if (!changed.empty())
    bells_.ring(BellCode::fmu_environment, 0, component_ + ": " + changed,
                "component '" + component_ + "'" + others + " changed during " + phase + ": " +
                    changed + "; the change was undone.");
}

Readout::Readout(const Layout& layout, const std::vector<std::size_t>& scalars)
    : group_(layout, scalars) {
  std::size_t lane = 0;
  for (const std::size_t scalar : scalars) {
    if (is_real(layout.scalars()[scalar].type)) continue;
    if (layout.scalars()[scalar].type == Type::clock)
      clocks_.emplace_back(lane, layout.element(scalar).variable);
    ++lane;
  }
}

std::vector<model::Variable> pick(const Layout& layout, const std::vector<std::size_t>& scalars,
                                  const std::vector<std::size_t>& inputs) {
  std::vector<model::Variable> variables;
  for (const std::size_t scalar : scalars) variables.push_back(layout.scalars()[scalar]);
  point_into(inputs, variables);
  return variables;
}

namespace {

void add_to(model::Signals& signals, const Value& value) {
  if (const auto* real = std::get_if<double>(&value))
    signals.reals.push_back(*real);
  else if (const auto* integer = std::get_if<std::int64_t>(&value))
    signals.discretes.emplace_back(*integer);
  else if (const auto* boolean = std::get_if<bool>(&value))
    signals.discretes.emplace_back(static_cast<std::int64_t>(*boolean));
  else
    signals.discretes.emplace_back(std::get<std::string>(value));
}

void configure(Instance& instance, const Layout& layout) {
  if (layout.structural().empty()) return;
  instance.enter_configuration();
  for (const auto& [variable, value] : layout.structural()) {
    const Variable& parameter = layout.description().variables[variable];
    const auto number = static_cast<std::int64_t>(value);
    instance.set_numbers(parameter.type, {&parameter.reference, 1}, {&number, 1});
  }
  instance.exit_configuration();
}

}  // namespace

namespace {

// FMUs fill their memory with the numbers of the description, and some leave strings empty pointers
// until they are set (MapleSim saves its state with strlen of them).
void set_described_strings(Instance& instance, const Layout& layout) {
  for (const Variable& variable : layout.description().variables) {
    if (variable.type != DataType::string || !variable.face.takes_start ||
        variable.face.causality != model::Causality::parameter || variable.starts.empty() ||
        !variable.dimensions.empty())
      continue;
    const std::string start = std::get<std::string>(variable.starts.front());
    instance.set_texts(variable.type, {&variable.reference, 1}, {&start, 1});
  }
}

}  // namespace

void set_starts(Instance& instance, const Layout& layout, const model::ComponentRequest& request) {
  configure(instance, layout);
  set_described_strings(instance, layout);
  // Elements of one array are set together, so that none is set from uninitialised values.
  std::map<std::size_t, std::vector<std::size_t>> by_variable;
  for (std::size_t i = 0; i < request.starts.size(); ++i)
    by_variable[layout.element(request.starts[i].first).variable].push_back(i);
  for (const auto& [variable, places] : by_variable) {
    if (layout.description().variables[variable].face.causality ==
        model::Causality::structural_parameter)
      continue;
    std::vector<std::size_t> scalars;
    model::Signals signals;
    for (const std::size_t i : places) {
      scalars.push_back(request.starts[i].first);
      add_to(signals, request.starts[i].second);
    }
    VariableGroup(layout, scalars).set(instance, {signals.reals, signals.discretes});
  }
  instance.settle();
}

}  // namespace bw::fmi
