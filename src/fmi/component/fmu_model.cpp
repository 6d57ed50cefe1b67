// An FMU for model exchange, of any version, as a Model. Time, states and smooth inputs are set
// before every evaluation that depends on them, unless they are unchanged: integrators evaluate
// several quantities at one point. Some FMUs (OpenModelica until 1.12) update their outputs only
// when derivatives or event indicators are read, so that one of both is read before rows are;
// before the outputs that connections read at every evaluation only where the FMU was found to need
// it. Others (OpenModelica 1.24) update them when a variable is read, and no longer once
// derivatives or indicators were read: there a variable is read first. fmi/instance/events handles
// events.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

#include "fmi/component/fmu_component.h"
#include "fmi/component/port_dependencies.h"
#include "fmi/description/description.h"
#include "fmi/description/layout.h"
#include "fmi/instance/events.h"
#include "fmi/instance/host.h"
#include "fmi/instance/instance.h"
#include "fmi/instance/variable_group.h"
#include "math/colours.h"
#include "math/pattern.h"
#include "model/blueprint.h"
#include "model/component.h"
#include "model/model.h"
#include "model/port_derivatives.h"
#include "model/signals.h"
#include "model/sized_signals.h"

namespace bw::fmi {
namespace {

// No description says what an evaluation costs. The calls alone take about 0.3 microseconds, what
// engineers put behind them mostly more: a Jacobian is kept for several steps.
constexpr double typical_rhs_seconds = 5e-6;

// A state, as a variable of the description with its derivative; several where it is an array.
struct StateVariable {
  std::size_t state, derivative;
};

std::vector<StateVariable> state_variables(const Description& description) {
  std::vector<StateVariable> found;
  for (const Unknown& unknown : description.structure.derivatives)
    if (const auto state = description.variables[unknown.variable].derivative_of)
      found.push_back({*state, unknown.variable});
  return found;
}

class FmuModel final : public model::Model, public model::PortDerivatives {
 public:
  FmuModel(const Layout& layout, const Instance::Setup& setup,
           const model::ComponentRequest& request)
      : layout_(layout),
        watch_(request.name, *setup.bells, setup.surroundings),
        tolerance_(request.tolerance),
        may_roll_back_(request.may_roll_back),
        variables_(state_variables(layout.description())),
        inputs_(layout, request.inputs),
        outputs_(layout, request.outputs),
        records_(layout, request.records) {
    describe(request);
    shape_.kin = setup.library;
    watch_.over("instantiation", [&] {
      instance_ = Instance::make(setup);
      events_.emplace(layout, *instance_, request.inputs);
      set_starts(*instance_, layout, request);
    });
    u_ = model::sized_for(shape_.inputs);
    lags_ = layout.description().generation_tool.find("OpenModelica") != std::string::npos;
    if (lags_ || model::count_reals(shape_.outputs) == 0) trials_left_ = repeats_left_ = 0;
    touches_ = lags_;
    choose_touched(request);
  }

  ~FmuModel() override {
    watch_.undo_changes_after_steps();
    watch_.over("the end", [&] {
      events_.reset();
      instance_.reset();
    });
  }

  const model::ModelShape& shape() const override { return shape_; }

  void begin(double start, double stop, std::optional<double> tolerance) override {
    start_ = start;
    if (!tolerance_) tolerance_ = tolerance;
    watch_.over("initialisation",
                [&] { instance_->enter_initialisation(tolerance_, start, stop); });
  }

  void evaluate(const model::SignalsIn& u, const model::SignalsOut& y) override {
    if (!u.reals.empty() || !u.discretes.empty()) {
      inputs_.set(*instance_, u);
      remember(u);
    }
    read(outputs_, y);
  }

  model::EventUpdate start(std::span<double> x) override {
    EventInfo info;
    watch_.over("initialisation", [&] {
      instance_->exit_initialisation();
      info = events_->begin(start_, {u_.reals, u_.discretes});
      if (!info.ends) instance_->enter_continuous_time_mode();
      if (!x.empty()) instance_->get_states(x);
      instance_->settle();
    });
    if (info.ends) {  // it stays in event mode, where states cannot be set
      placed_at_ = start_;
      placed_.assign(x.begin(), x.end());
    }
    return {true, info.ends, info.next_time_event};
  }

  void set_inputs(const model::SignalsIn& u) override {
    if (shape_.inputs.empty()) return;
    remember(u);
    is_evaluated_ = false;
    events_->continuous_inputs().set(*instance_, events_->continuous_part(u));
    instance_->settle();
  }

  // Outside of the model's domain the derivatives are NaN, and the integrator reduces its step.
  void derivatives(double t, std::span<const double> x, std::span<double> dx) override {
    if (!place(t, x) || (touch(), !dx.empty() && !instance_->get_derivatives(dx)))
      std::fill(dx.begin(), dx.end(), std::numeric_limits<double>::quiet_NaN());
    else
      is_evaluated_ = true;
    instance_->settle();
  }

  void outputs(double t, std::span<const double> x, const model::SignalsOut& y) override {
    place(t, x);
    if (!is_evaluated_ && trials_left_ > 0) return read_and_compare(y);
    if (is_evaluated_ && !touches_ && repeats_left_ > 0) return read_and_place_again(t, x, y);
    if (lags_) bring_up_to_date();
    read(outputs_, y);
  }

  void records(double t, std::span<const double> x, const model::SignalsOut& values) override {
    place(t, x);
    bring_up_to_date();
    read(records_, values);
  }

  void nominals(std::span<double> sizes) override {
    if (sizes.empty()) return;
    instance_->get_nominals(sizes);
    instance_->settle();
    for (double& size : sizes) size = std::isfinite(size) && size != 0 ? std::abs(size) : 1.0;
  }

  void indicators(double t, std::span<const double> x, std::span<double> z) override {
    if (!place(t, x) || (touch(), !z.empty() && !instance_->get_indicators(z)))
      std::fill(z.begin(), z.end(), std::numeric_limits<double>::quiet_NaN());
    else
      is_evaluated_ = true;
    instance_->settle();
  }

  model::EventUpdate handle_event(double t, std::span<double> x) override {
    place(t, x);
    const EventInfo info = events_->handle(t, {u_.reals, u_.discretes});
    is_evaluated_ = false;
    if (!info.ends) instance_->enter_continuous_time_mode();
    if (info.states_changed && !x.empty()) {
      instance_->get_states(x);
      placed_.assign(x.begin(), x.end());
    }
    instance_->settle();
    return {info.states_changed, info.ends, info.next_time_event};
  }

  model::StepEnd completed_step(double t, std::span<const double> x) override {
    if (!instance_->offered().completed_step_needed) return {};
    place(t, x);
    const model::StepEnd end = instance_->completed_step(may_roll_back_);
    instance_->settle();
    // FMI 1.0: some FMUs (AMESim) accept other states after this call only if the time is set
    // again.
    needs_time_ = layout_.description().version == Version::fmi1;
    return end;
  }

  // One directional derivative for all columns of a colour; without sparsity one per column.
  void jacobian(double t, std::span<const double> x, std::span<double> j) override {
    place(t, x);
    const std::vector<Reference> unknowns = references(&StateVariable::derivative);
    const std::vector<Reference> knowns = references(&StateVariable::state);
    column_.resize(x.size());
    for (const std::vector<math::Place>& places : colours_) {
      seed_.assign(x.size(), 0.0);
      for (const math::Place& at : places) seed_[at.column] = 1.0;
      instance_->directional_derivative(unknowns, knowns, seed_, column_);
      for (const math::Place& at : places) j[at.entry] = column_[at.row];
    }
    instance_->settle();
  }

  const model::PortPattern* port_pattern() const override { return ports_ ? &*ports_ : nullptr; }
  bool knows_port_derivatives() const override { return false; }
  bool port_derivatives(double /*t*/, std::span<const double> /*x*/,
                        model::PortMatrices& /*into*/) override {
    return false;
  }

  void save(std::unique_ptr<model::Snapshot>& into) override {
    if (into == nullptr) into = std::make_unique<State>(instance_);
    auto& state = static_cast<State&>(*into);
    instance_->get_state(state.value);
    events_->save(state.events);
    instance_->settle();
  }

  void restore(const model::Snapshot& from) override {
    const auto& state = static_cast<const State&>(from);
    instance_->set_state(state.value);
    events_->restore(state.events);
    placed_at_ = std::numeric_limits<double>::quiet_NaN();
    is_evaluated_ = false;
    instance_->settle();
  }

  void finish() override {
    watch_.undo_changes_after_steps();
    watch_.over("the end", [&] { instance_->end(); });
  }

 private:
  std::vector<Reference> references(std::size_t StateVariable::*which) const {
    std::vector<Reference> found;
    for (const StateVariable& v : variables_)
      found.push_back(layout_.description().variables[v.*which].reference);
    return found;
  }

  void describe(const model::ComponentRequest& request) {
    const Description& description = layout_.description();
    const InterfaceDescription& offered = *description.at(Interface::model_exchange);
    shape_.name = request.name;
    shape_.inputs = pick(layout_, request.inputs, request.inputs);
    shape_.outputs = pick(layout_, request.outputs, request.inputs);
    shape_.records = pick(layout_, request.records, request.inputs);
    shape_.can_roll_back = offered.get_and_set_state;
    shape_.checks_steps = offered.completed_step_needed;
    name_states(description);
    shape_.indicators = description.event_indicators;
    if (!description.structure.event_indicators.empty()) {
      shape_.indicators = 0;
      for (const Unknown& unknown : description.structure.event_indicators)
        shape_.indicators += layout_.size(unknown.variable);
    }
    const bool knows_all = !variables_.empty();
    shape_.rhs_seconds = typical_rhs_seconds;
    shape_.has_jacobian = knows_all && offered.directional_derivatives;
    if (knows_all) {
      find_sparsity(description);
      std::vector<std::size_t> states;
      for (const StateVariable& v : variables_) states.push_back(v.state);
      ports_ = port_dependencies(layout_, states, request);
    }
    if (shape_.has_jacobian) find_colours();
  }

  // One real variable that it computes.
  void choose_touched(const model::ComponentRequest& request) {
    for (const auto* list : {&request.outputs, &request.records})
      for (const std::size_t scalar : *list)
        if (!touched_ && is_real(layout_.scalars()[scalar].type)) {
          touched_.emplace(layout_, std::vector<std::size_t>{scalar});
          touched_values_.reals.resize(1);
        }
  }

  // FMI 1.0 gives the number of states, not their names.
  void name_states(const Description& description) {
    if (variables_.empty())
      for (std::size_t i = 0; i < description.continuous_states; ++i)
        shape_.states.push_back("state " + std::to_string(i + 1));
    std::vector<std::vector<std::size_t>> scalars(description.variables.size());
    for (std::size_t s = 0; s < layout_.scalars().size(); ++s) {
      auto& of_variable = scalars[layout_.element(s).variable];
      if (of_variable.size() < layout_.size(layout_.element(s).variable))  // no aliases
        of_variable.push_back(s);
    }
    for (const StateVariable& v : variables_)
      for (const std::size_t s : scalars[v.state])
        shape_.states.push_back(layout_.scalars()[s].name);
  }

  void find_sparsity(const Description& description) {
    constexpr auto none = static_cast<std::size_t>(-1);
    std::vector<std::size_t> first(description.variables.size(), none);  // state by variable
    std::size_t count = 0;
    for (const StateVariable& v : variables_) {
      first[v.state] = count;
      count += layout_.size(v.state);
    }
    std::vector<std::vector<std::size_t>> rows;
    for (const Unknown& unknown : description.structure.derivatives) {
      if (!description.variables[unknown.variable].derivative_of) continue;
      if (!unknown.dependencies) return;  // on any: the sparsity is unknown
      std::vector<std::size_t> row;
      for (const Dependency& d : *unknown.dependencies)
        if (first[d.variable] != none)
          for (std::size_t i = 0; i < layout_.size(d.variable); ++i)
            row.push_back(first[d.variable] + i);
      std::sort(row.begin(), row.end());
      row.erase(std::unique(row.begin(), row.end()), row.end());
      rows.insert(rows.end(), layout_.size(unknown.variable), row);
    }
    shape_.sparsity = std::move(rows);
  }

  void find_colours() {
    const std::size_t n = shape_.states.size();
    std::vector<std::size_t> all(n);
    std::iota(all.begin(), all.end(), std::size_t{0});
    math::Pattern pattern;
    for (std::size_t i = 0; i < n; ++i)
      pattern.add_row(shape_.sparsity ? (*shape_.sparsity)[i] : all);
    colours_ = math::colours(pattern);
  }

  void remember(const model::SignalsIn& u) {
    std::copy(u.reals.begin(), u.reals.end(), u_.reals.begin());
    std::copy(u.discretes.begin(), u.discretes.end(), u_.discretes.begin());
  }

  bool place(double t, std::span<const double> x) {
    const bool moved = placed_at_ != t;
    if (!moved && std::equal(x.begin(), x.end(), placed_.begin(), placed_.end())) return true;
    if (moved || needs_time_) instance_->set_time(t);
    needs_time_ = false;
    placed_at_ = t;
    is_evaluated_ = false;
    placed_.assign(x.begin(), x.end());
    const bool is_defined = x.empty() || instance_->set_states(x);
    if (!is_defined) placed_at_ = std::numeric_limits<double>::quiet_NaN();
    return is_defined;
  }

  // Before derivatives or indicators are read.
  void touch() {
    if (!touches_ || !touched_ || is_evaluated_) return;
    touched_->get(*instance_, {touched_values_.reals, touched_values_.discretes});
  }

  // Costs nothing where derivatives or indicators were read at this point already.
  void bring_up_to_date() {
    if (is_evaluated_) return;
    touch();
    is_evaluated_ = true;
    if (!shape_.states.empty()) {
      scratch_.resize(shape_.states.size());
      (void)instance_->get_derivatives(scratch_);  // outside of the domain outputs are as they are
    } else if (shape_.indicators > 0) {
      scratch_.resize(shape_.indicators);
      (void)instance_->get_indicators(scratch_);
    }
  }

  // The first readings of outputs show whether they follow by themselves.
  void read_and_compare(const model::SignalsOut& y) {
    read(outputs_, y);
    before_.assign(y.reals.begin(), y.reals.end());
    bring_up_to_date();
    read(outputs_, y);
    --trials_left_;
    if (std::memcmp(before_.data(), y.reals.data(), before_.size() * sizeof(double)) == 0) return;
    lags_ = true;
    trials_left_ = 0;
  }

  // The same where derivatives were read before: whether that kept them from following.
  void read_and_place_again(double t, std::span<const double> x, const model::SignalsOut& y) {
    read(outputs_, y);
    before_.assign(y.reals.begin(), y.reals.end());
    placed_at_ = std::numeric_limits<double>::quiet_NaN();
    place(t, x);
    read(outputs_, y);
    --repeats_left_;
    if (std::memcmp(before_.data(), y.reals.data(), before_.size() * sizeof(double)) != 0)
      touches_ = true;
  }

  void read(Readout& reading, const model::SignalsOut& values) {
    reading.get(*instance_, values);
    reading.add_ticks(events_->clocks(), values);
    instance_->settle();
  }

  const Layout& layout_;
  model::ModelShape shape_;
  std::optional<model::PortPattern> ports_;
  Watch watch_;
  std::optional<double> tolerance_;
  bool may_roll_back_;
  double start_ = 0;
  std::vector<StateVariable> variables_;
  std::shared_ptr<Instance> instance_;
  VariableGroup inputs_;
  Readout outputs_, records_;
  std::optional<Events> events_;
  model::Signals u_;  // as set last; discrete ones wait for the next event
  double placed_at_ = std::numeric_limits<double>::quiet_NaN();
  bool is_evaluated_ = false;       // derivatives or indicators were read where it was placed last
  bool needs_time_ = false;         // before states are set again
  int trials_left_ = 16;            // of read_and_compare
  bool lags_ = false;               // outputs follow when derivatives are read, and not before
  int repeats_left_ = 8;            // of read_and_place_again
  bool touches_ = false;            // derivatives that are read first keep outputs from following
  std::optional<Readout> touched_;  // is read before derivatives and indicators then
  model::Signals touched_values_;
  std::vector<double> placed_, seed_, column_, scratch_, before_;
  std::vector<std::vector<math::Place>> colours_;  // of the Jacobian
};

}  // namespace

std::unique_ptr<model::Model> make_fmu_model(const Layout& layout, const Instance::Setup& setup,
                                             const model::ComponentRequest& request) {
  return std::make_unique<FmuModel>(layout, setup, request);
}

}  // namespace bw::fmi
