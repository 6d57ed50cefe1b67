// Whether the state that a component saves brings it back.

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/bell.h"
#include "base/error.h"
#include "base/run_control.h"
#include "base/text.h"
#include "model/blueprint.h"
#include "model/component.h"
#include "model/isolated/isolated_blueprint.h"
#include "model/isolated/isolated_component.h"
#include "model/isolated/link.h"
#include "model/isolated/trial_inputs.h"
#include "model/signals.h"
#include "model/sized_signals.h"
#include "model/variable.h"

namespace bw::model {
namespace {

// At most the work of two runs over the simulated time. No clock ends it: what is chosen by it must
// not depend on the load of the machine.
constexpr int most_trials = 100, steps_of_a_trial = 2;
constexpr double flaw = 1e-6;  // a solver that restarts after a rollback makes other small errors

bool is_close(const Signals& a, const Signals& b, const std::vector<Variable>& variables) {
  std::size_t real = 0;
  for (const Variable& v : variables) {
    if (!is_real(v.type)) continue;
    const double x = a.reals[real], y = b.reals[real++];
    if (!(std::abs(x - y) <= flaw * (std::max(std::abs(x), std::abs(y)) + v.nominal))) return false;
  }
  return a.discretes == b.discretes;
}

class StateTrial {
 public:
  StateTrial(Component& component, const CopyTrial& trial)
      : component_(component),
        trial_(trial),
        inputs_(inputs_at_start(component.shape().inputs)),
        first_(steps_of_a_trial,
               {sized_for(component.shape().outputs), sized_for(component.shape().records)}),
        again_(first_) {}

  // Over the whole simulated time: what a state lacks shows where an event has occurred.
  std::string run() {
    component_.begin(trial_.start, trial_.stop);
    component_.evaluate(in(), places(first_[0].outputs));
    component_.start();
    const double span = trial_.stop - trial_.start;
    const double h =
        component_.shape().variable_steps ? span / (most_trials * steps_of_a_trial) : trial_.step;
    const double trials = std::min<double>(most_trials, std::floor(span / h / steps_of_a_trial));
    for (int k = 0; k < trials; ++k) {
      throw_if_interrupted();
      const double t = trial_.start + k * steps_of_a_trial * h;
      component_.save(snapshot_);
      if (!advance(t, h, first_) || !is_finite()) return "";  // with these steps or inputs
      component_.restore(*snapshot_);
      if (!advance(t, h, again_) || !is_same())
        return "steps from t = " + brief(t) + " on that are repeated from it give other values";
    }
    return "";
  }

 private:
  struct Seen {
    Signals outputs, records;
  };

  SignalsIn in() const { return {inputs_.reals, inputs_.discretes}; }
  static SignalsOut places(Signals& signals) { return {signals.reals, signals.discretes}; }
  bool advance(double t, double h, std::vector<Seen>& all) {
    for (int j = 0; j < steps_of_a_trial; ++j) {
      Seen& seen = all[static_cast<std::size_t>(j)];
      if (component_.advance(in(), t + j * h, h, places(seen.outputs)).status !=
          Advance::Status::completed)
        return false;
      component_.get_records(places(seen.records));
    }
    return true;
  }
  bool is_finite() const {  // else the run will say so
    for (const Seen& seen : first_)
      for (const Signals* all : {&seen.outputs, &seen.records})
        if (!std::ranges::all_of(all->reals, [](double x) { return std::isfinite(x); }))
          return false;
    return true;
  }
  bool is_same() const {
    for (std::size_t j = 0; j < first_.size(); ++j)
      if (!is_close(first_[j].outputs, again_[j].outputs, component_.shape().outputs) ||
          !is_close(first_[j].records, again_[j].records, component_.shape().records))
        return false;
    return true;
  }

  Component& component_;
  const CopyTrial& trial_;
  Signals inputs_;
  std::vector<Seen> first_, again_;
  std::unique_ptr<Snapshot> snapshot_;
};

}  // namespace

std::optional<std::string> try_state(const std::shared_ptr<const Blueprint>& inner,
                                     const ComponentRequest& request, const CopyTrial& trial,
                                     const Isolation& how) {
  Bells bells;  // what it reports it will report in the run
  ComponentRequest rolled_back = request;
  rolled_back.may_roll_back = true;
  try {
    const auto component = make_isolated_component(inner, rolled_back, Copies::unused, how, bells);
    return StateTrial(*component, trial).run();
  } catch (const ComponentFailure& failure) {  // with inputs that the system would not give it
    if (failure.code == BellCode::component_hung) return {};
    return "";
  }
}

}  // namespace bw::model
