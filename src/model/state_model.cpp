#include "model/state_model.h"

#include <algorithm>
#include <utility>

namespace bw::model {

StateModel::StateModel(std::string name, std::vector<State> states, std::size_t indicators)
    : states_(std::move(states)) {
  shape_.name = std::move(name);
  shape_.indicators = indicators;
  for (const State& state : states_) {
    shape_.states.push_back(state.name);
    Variable& output = shape_.outputs.emplace_back();
    output.name = state.name;
    output.causality = Causality::output;
    output.start = state.start;
    output.nominal = state.nominal;
    output.unit = state.unit;
    output.unit_meaning = parse_unit(state.unit);
    output.direct_inputs.emplace();  // there is none
  }
}

void StateModel::evaluate(const SignalsIn& /*u*/, const SignalsOut& y) {
  for (std::size_t i = 0; i < y.reals.size(); ++i) y.reals[i] = states_[i].start;
}

EventUpdate StateModel::start(std::span<double> x) {
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = states_[i].start;
  return restart(x);
}

void StateModel::outputs(double /*t*/, std::span<const double> x, const SignalsOut& y) {
  std::copy(x.begin(), x.end(), y.reals.begin());
}

void StateModel::nominals(std::span<double> sizes) {
  for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i] = states_[i].nominal;
}

}  // namespace bw::model
