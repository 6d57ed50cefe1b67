#include "run/session.h"

#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "base/value.h"
#include "model/blueprint.h"
#include "model/sized_signals.h"
#include "model/variable.h"
#include "ode/integrated_component.h"
#include "run/execute/columns.h"
#include "run/open/join.h"
#include "run/open/open_system.h"
#include "run/plan/process_copies.h"
#include "system/system.h"

namespace bw::run {
namespace {

const model::SignalsOut all_of(model::Signals& signals) {
  return {signals.reals, signals.discretes};
}

// Copies of a process are made for those that need them, as for a run that repeats steps.
Components with_rollback(const RunSpec& spec, const Period& period, const Components& components,
                         std::string& why_not) {
  RunSpec repeating = spec;
  repeating.events = "locate";
  try {
    return with_process_copies(repeating, period, components);
  } catch (const InputError& error) {
    why_not = error.what();
    return components;
  }
}

}  // namespace

Session::Session(const RunSpec& spec) {
  const system::System system = system::load(spec.target);
  OpenOptions options;
  options.set = spec.set;
  options.record = spec.record.empty() ? std::vector<std::string>{"*"} : spec.record;
  options.tolerance = spec.tolerance;
  options.interface = spec.interface;
  options.interface_wins = spec.interface.has_value();
  options.log = spec.log;
  components_ = join_models(open_system(system, options, bells_));
  if (components_.size() != 1)
    throw UsageError("'" + spec.target +
                     "' is a system with co-simulation components, which a master steps; connected "
                     "models and single components can be stepped from outside (--interface me).");
  spec_ = with_experiment(spec, components_);
  period_ = choose_period(spec_, components_);
  components_ = with_rollback(spec_, period_, components_, no_rollback_);
  for (const Recorded& recorded : components_.recorded) values_.push_back(recorded.column);
  request_inputs();
  make();
}

Session::~Session() {
  try {
    if (component_ != nullptr && has_started_) component_->finish();
  } catch (const std::exception&) {  // nobody is left to read it
  }
}

void Session::request_inputs() {
  OpenedComponent& one = components_.list.front();
  const auto& variables = one.blueprint->variables();
  std::vector<model::Variable> chosen;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (variables[i].causality != model::Causality::input) continue;
    one.request.inputs.push_back(i);
    chosen.push_back(variables[i]);
    inputs_.push_back({variables[i].name, variables[i].type, variables[i].unit});
  }
  lanes_ = lane_positions(chosen);
  u_ = model::sized_for(chosen);
  for (std::size_t k = 0; k < chosen.size(); ++k) {
    const Value start = chosen[k].start.value_or(Value(0.0));
    if (is_real(chosen[k].type)) {
      const auto* real = std::get_if<double>(&start);
      u_.reals[lanes_[k]] = real != nullptr ? *real : 0.0;
    } else if (const auto* text = std::get_if<std::string>(&start)) {
      u_.discretes[lanes_[k]] = *text;
    } else if (const auto* whole = std::get_if<std::int64_t>(&start)) {
      u_.discretes[lanes_[k]] = *whole;
    } else if (const auto* flag = std::get_if<bool>(&start)) {
      u_.discretes[lanes_[k]] = static_cast<std::int64_t>(*flag);
    }
  }
}

void Session::make() {
  OpenedComponent one = components_.list.front();
  one.request.may_roll_back = no_rollback_.empty();
  if (one.is_model())
    component_ = make_integrated_component(build_model(one, bells_), choose_integration(spec_));
  else
    component_ = one.blueprint->make(one.request, bells_);
  if (no_rollback_.empty() && !component_->shape().can_roll_back)
    no_rollback_ = "component '" + one.request.name + "' can neither save its state nor be copied" +
                   (one.no_copies.empty() ? "." : ": " + one.no_copies + ".");
  y_ = model::sized_for(component_->shape().outputs);
  time_ = period_.start;
  component_->begin(period_.start, period_.stop);
}

void Session::start() {
  if (std::exchange(has_started_, true)) return;
  component_->evaluate({u_.reals, u_.discretes}, all_of(y_));
  component_->start();
}

// What was read so far may have been other initial conditions.
void Session::begin_again() {
  if (!has_started_ || is_settled_) return;
  component_->finish();
  component_.reset();
  has_started_ = has_ended_ = false;
  make();
}

void Session::set(std::size_t input, const result::Cell& value) {
  const result::Column& column = inputs_.at(input);
  const std::size_t lane = lanes_[input];
  if (is_real(column.type)) {
    const double number = std::get<double>(value);
    if (!std::isfinite(number))
      throw InputError("'" + column.name + "' must be a finite number, not " + shortest(number) +
                       ".");
    u_.reals[lane] = number;
  } else {
    u_.discretes[lane] = std::get<Discrete>(value);
  }
  begin_again();
}

void Session::step(double h) {
  if (has_ended_)
    throw InputError("the component ended the simulation at t = " + brief(time_) + ".");
  if (!(h > 0) || !std::isfinite(h))
    throw InputError("a step must be a positive number, not " + shortest(h) + ".");
  constexpr double rounding = 1e-9;
  if (time_ + h > period_.stop + rounding * h)
    throw InputError("a step of " + brief(h) + " from t = " + brief(time_) +
                     " passes the stop time " + brief(period_.stop) + "; give a later stop.");
  start();
  is_settled_ = true;
  using Status = model::Advance::Status;
  const model::Advance done = component_->advance({u_.reals, u_.discretes}, time_, h, all_of(y_));
  time_ = done.status == Status::completed ? time_ + h : done.reached;
  if (done.status == Status::terminated) has_ended_ = true;
  if (done.status == Status::discarded || done.status == Status::interrupted)
    throw ComponentFailure(components_.name(0), component_->reason());
}

std::vector<result::Cell> Session::read() {
  start();
  const Columns columns(components_);
  std::vector<double> reals(columns.reals());
  std::vector<Discrete> discretes(columns.discretes());
  columns.read(*component_, reals, discretes);
  std::vector<result::Cell> cells;
  auto real = reals.begin();
  auto other = discretes.begin();
  for (const result::Column& column : values_)
    if (is_real(column.type))
      cells.emplace_back(*real++);
    else
      cells.emplace_back(*other++);
  return cells;
}

std::size_t Session::save() {
  if (!no_rollback_.empty()) throw InputError(no_rollback_);
  start();
  is_settled_ = true;
  Saved& saved = saved_[next_];
  component_->save(saved.state);
  saved.inputs = u_;
  saved.time = time_;
  saved.has_ended = has_ended_;
  return next_++;
}

void Session::restore(std::size_t saved) {
  const auto found = saved_.find(saved);
  if (found == saved_.end()) throw InputError("there is no such saved state any more.");
  component_->restore(*found->second.state);
  u_ = found->second.inputs;
  time_ = found->second.time;
  has_ended_ = found->second.has_ended;
}

void Session::drop(std::size_t saved) { saved_.erase(saved); }

}  // namespace bw::run
