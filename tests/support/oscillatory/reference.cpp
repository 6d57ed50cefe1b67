#include "support/oscillatory/reference.h"

namespace bw::test::oscillatory {

ReferenceState::ReferenceState(const OscillatoryModel& of)
    : model(of), n(of.states.size() + of.held.size()), slopes(n), outputs(n) {
  for (const auto& state : model.states) {
    slopes.add(state.derivative);
    x.push_back(state.start);
    sizes.push_back(1e-6L * state.nominal);
  }
  for (const auto& variable : model.held) {
    slopes.add(0.0);
    x.push_back(variable.start);
    sizes.push_back(1);
  }
  for (const auto& output : model.outputs) outputs.add(output.value);
}

void ReferenceState::enter(double time) {
  model.update(time, x);
  slopes.enter(time);
  outputs.enter(time);
}

std::vector<double> ReferenceState::row(long double time, std::span<const long double> at) {
  std::vector<double> all;
  for (std::size_t i = 0; i < model.states.size(); ++i) all.push_back(static_cast<double>(at[i]));
  std::vector<long double> values(outputs.size());
  outputs.evaluate(time, at, values);
  for (const long double value : values) all.push_back(static_cast<double>(value));
  return all;
}

}  // namespace bw::test::oscillatory
