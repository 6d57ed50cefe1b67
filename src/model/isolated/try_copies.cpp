// Whether copies of a component's process are copies of the component.

#include <cstring>
#include <optional>
#include <vector>

#include "base/bell.h"
#include "base/error.h"
#include "model/blueprint.h"
#include "model/component.h"
#include "model/isolated/isolated_blueprint.h"
#include "model/isolated/isolated_component.h"
#include "model/isolated/isolated_model.h"
#include "model/isolated/link.h"
#include "model/isolated/trial_inputs.h"
#include "model/model.h"
#include "model/signals.h"
#include "model/sized_signals.h"
#include "model/variable.h"

namespace bw::model {
namespace {

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}
bool same_bits(const Signals& a, const Signals& b) {
  return same_bits(a.reals, b.reals) && a.discretes == b.discretes;
}

SignalsOut all_places(Signals& signals) { return {signals.reals, signals.discretes}; }

constexpr const char* differs = "a step that is repeated from a copy gives other values";

std::string try_component(Component& component, const CopyTrial& trial) {
  Signals u = inputs_at_start(component.shape().inputs);
  Signals first = sized_for(component.shape().outputs), again = first;
  Signals records = sized_for(component.shape().records), records_again = records;
  const SignalsIn in{u.reals, u.discretes};
  component.begin(trial.start, trial.stop);
  component.evaluate(in, all_places(first));
  component.start();
  std::unique_ptr<Snapshot> snapshot;
  component.save(snapshot);
  const auto step = [&](Signals& y, Signals& recorded) {
    const Advance moved = component.advance(in, trial.start, trial.step, all_places(y));
    component.get_records(all_places(recorded));
    return moved.status;
  };
  const Advance::Status status = step(first, records);
  component.restore(*snapshot);
  const bool same = step(again, records_again) == status && same_bits(first, again) &&
                    same_bits(records, records_again);
  return same ? "" : differs;
}

std::string try_model(Model& model, const CopyTrial& trial) {
  const Signals u = inputs_at_start(model.shape().inputs);
  Signals y = sized_for(model.shape().outputs);
  std::vector<double> x(model.shape().states.size());
  model.begin(trial.start, trial.stop, {});
  model.evaluate({u.reals, u.discretes}, all_places(y));
  (void)model.start(x);
  std::unique_ptr<Snapshot> snapshot;
  model.save(snapshot);
  const double t = trial.start + trial.step;
  const auto event = [&](std::vector<double> at, Signals& outputs) {
    (void)model.handle_event(t, at);
    std::vector<double> values(at.size());
    model.derivatives(t, at, values);
    model.outputs(t, at, all_places(outputs));
    values.insert(values.end(), at.begin(), at.end());
    return values;
  };
  Signals first = y, again = y;
  const std::vector<double> values = event(x, first);
  model.restore(*snapshot);
  return same_bits(values, event(x, again)) && same_bits(first, again) ? "" : differs;
}

}  // namespace

std::string try_copies(const std::shared_ptr<const Blueprint>& inner,
                       const ComponentRequest& request, const CopyTrial& trial,
                       const Isolation& how) {
  Bells bells;  // what it reports it will report in the run
  try {
    if (request.interface == Interface::model_exchange)
      return try_model(*make_isolated_model(inner, request, Copies::used, how, bells), trial);
    return try_component(*make_isolated_component(inner, request, Copies::used, how, bells), trial);
  } catch (const NoCopy& refused) {
    return refused.reason;
  } catch (const ComponentFailure& failure) {
    if (failure.code == BellCode::component_hung) throw;  // so would the first step of the run
    return "";  // with inputs that the system would not give it
  }
}

}  // namespace bw::model
