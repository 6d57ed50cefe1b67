#include "equation/live/equation_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "equation/enclosure/model_enclosure.h"
#include "equation/live/branch_watch.h"
#include "equation/live/loop_sampler.h"
#include "equation/live/port_reader.h"
#include "equation/live/run_state.h"
#include "model/enclosure.h"
#include "model/port_derivatives.h"

namespace bw::equation {
namespace {

constexpr double default_tolerance = 1e-4;
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

struct Memory final : model::Snapshot {
  RunState::Saved state;
  std::vector<double> inputs;
  bool is_over = false;
};

class EquationModel final : public model::Model, public model::PortDerivatives {
 public:
  EquationModel(std::shared_ptr<const Machine> machine,
                const std::vector<model::Variable>& variables,
                const model::ComponentRequest& request, Bells& bells)
      : machine_(std::move(machine)),
        bells_(bells),
        state_(*machine_),
        branches_(*machine_, state_),
        request_(request),
        port_reader_(*machine_, request.inputs, request.outputs),
        sampler_(*machine_, state_, reals_of(request.inputs)),
        enclosure_(*machine_, state_.memory(),
                   {reals_of(request.inputs), reals_of(request.outputs)},
                   [this](double t, std::span<const double> x, std::span<const double> u,
                          const ModelEnclosure::Unknowns& which,
                          std::span<double> z) { return sampler_.solve(t, x, u, which, z); }) {
    describe(variables);
    take_starts();
    const std::vector<Deed>& deeds = machine_->system().deeds;
    has_assertions_ =
        std::any_of(deeds.begin(), deeds.end(), [](const Deed& d) { return d.fires == no_node; });
    shape_.checks_steps = looks_at_steps();
  }

  const model::ModelShape& shape() const override { return shape_; }

  void begin(double start, double stop, std::optional<double> tolerance) override {
    tolerance_ = tolerance.value_or(default_tolerance);
    branches_.forget();
    enclosure_.forget_known();
    state_.begin(start, settings_);
    waiting_.clear();
    for (const std::size_t i : request_.inputs)
      waiting_.push_back(state_.input(static_cast<std::uint32_t>(i)));
    last_time_ = start;
    stop_ = stop;
    is_over_ = false;
    note_assumed_starts(start);
  }

  void evaluate(const model::SignalsIn& u, const model::SignalsOut& y) override {
    take(u);
    apply_all();
    state_.initialise(shape_.name);
    read(outputs_, state_.initial_states(), y);
  }

  model::EventUpdate start(std::span<double> x) override {
    enclosure_.forget_known();
    apply_all();
    const model::EventUpdate update = reported(state_.start(x, shape_.name));
    report_homotopy();
    for (const OtherSolution& found : state_.other_solutions()) report(found);
    remember(last_time_, x);
    return update;
  }

  void set_inputs(const model::SignalsIn& u) override {
    take(u);
    for (std::size_t i = 0; i < waiting_.size(); ++i)
      if (inputs_[i].is_smooth) input(i) = waiting_[i];
  }

  // Where a loop has no solution the derivatives are NaN, and the integrator reduces its step.
  void derivatives(double t, std::span<const double> x, std::span<double> dx) override {
    if (state_.derivatives(t, x, dx)) return;
    std::fill(dx.begin(), dx.end(), not_a_number);
    bells_.ring({.code = BellCode::not_converged,
                 .severity = Severity::note,
                 .time = t,
                 .subject = shape_.name,
                 .message = fmt::format(
                     "{}: at t = {} {}. The integrator repeats the step with a smaller one.",
                     shape_.name, brief(t), state_.why_not_solved())});
  }

  void outputs(double t, std::span<const double> x, const model::SignalsOut& y) override {
    compute(outputs_need_work_, t, x);
    read(outputs_, x, y);
  }
  void records(double t, std::span<const double> x, const model::SignalsOut& values) override {
    compute(records_need_work_, t, x);
    if (!is_solved_)
      throw ComponentFailure(
          shape_.name, BellCode::not_converged, shape_.name, t,
          fmt::format("{}: at t = {} {}.", shape_.name, brief(t), state_.why_not_solved()));
    read(records_, x, values);
  }

  void nominals(std::span<double> sizes) override {
    for (std::size_t i = 0; i < sizes.size(); ++i)
      sizes[i] = state_.nominal(machine_->system().states[i]);
  }

  void indicators(double t, std::span<const double> x, std::span<double> z) override {
    if (!state_.indicators(t, x, z)) std::fill(z.begin(), z.end(), not_a_number);
  }

  model::EventUpdate handle_event(double t, std::span<double> x) override {
    apply_all();
    is_over_ = uses_terminal_ && t >= stop_;
    branches_.forget();
    enclosure_.forget_known();
    const EventOutcome outcome = state_.event(t, x, shape_.name, is_over_);
    if (outcome.has_other_values)
      bells_.ring(
          BellCode::solution_jumps, t, shape_.name,
          fmt::format("{}: at t = {} the solution of the model's equations ends at an event, "
                      "and there may be several others. The run continued with the first "
                      "that was found.",
                      shape_.name, brief(t)));
    const model::EventUpdate update = reported(outcome);
    remember(t, x);
    return update;
  }

  model::StepEnd completed_step(double t, std::span<const double> x) override {
    remember(t, x);
    if (!looks_at_steps()) return {};
    EventOutcome outcome;
    compute(true, t, x);
    state_.check_assertions(t, x, outcome.said);
    for (const Said& said : outcome.said) outcome.ends = outcome.ends || !said.deed->warning;
    return {.event = state_.needs_other_states(t, x), .ends = reported(outcome).ends};
  }

  void jacobian(double t, std::span<const double> x, std::span<double> j) override {
    if (!state_.jacobian(t, x, j)) std::fill(j.begin(), j.end(), not_a_number);
  }

  model::Enclosure* enclosure() override { return enclosure_.is_idle() ? nullptr : &enclosure_; }

  const model::PortPattern* port_pattern() const override { return port_reader_.pattern(); }
  bool knows_port_derivatives() const override { return port_reader_.knows(); }
  bool port_derivatives(double t, std::span<const double> x, model::PortMatrices& into) override {
    return port_reader_.read(state_, t, x, into);
  }

  void save(std::unique_ptr<model::Snapshot>& into) override {
    if (into == nullptr) into = std::make_unique<Memory>();
    auto& memory = dynamic_cast<Memory&>(*into);
    state_.save(memory.state);
    memory.inputs = waiting_;
    memory.is_over = is_over_;
  }
  void restore(const model::Snapshot& from) override {
    branches_.forget();
    enclosure_.forget_known();
    const auto& memory = dynamic_cast<const Memory&>(from);
    state_.restore(memory.state);
    waiting_ = memory.inputs;
    is_over_ = memory.is_over;
  }

  // terminal() is true once: in an event at the stop time, or here, where the run ended before it.
  void finish() override {
    report_uncertain_loops();
    if (last_x_.size() == shape_.states.size() && uses_terminal_ && !is_over_)
      (void)reported(state_.event(last_time_, last_x_, shape_.name, true));  // nothing follows it
  }

 private:
  void describe(const std::vector<model::Variable>& variables) {
    const System& system = machine_->system();
    shape_.name = request_.name;
    const auto pick = [&](const std::vector<std::size_t>& wanted) {
      std::vector<model::Variable> chosen;
      for (const std::size_t i : wanted) chosen.push_back(variables[i]);
      return chosen;
    };
    shape_.inputs = pick(request_.inputs);
    shape_.outputs = pick(request_.outputs);
    shape_.records = pick(request_.records);
    point_into(request_.inputs, shape_.outputs);
    point_into(request_.inputs, shape_.records);
    for (const std::uint32_t state : system.states)
      shape_.states.push_back(system.variables[state].name);
    shape_.indicators = machine_->indicators;
    shape_.can_roll_back = true;
    shape_.has_formulas = machine_->loops.empty();  // what is in loops is not bounded
    shape_.rhs_seconds = machine_->rhs_seconds;
    shape_.has_jacobian = machine_->programs.has_jacobian;
    if (shape_.has_jacobian) {
      const math::Pattern& pattern = machine_->programs.jacobian;
      std::vector<std::vector<std::size_t>> rows;
      for (std::size_t i = 0; i < pattern.size(); ++i)
        rows.emplace_back(pattern.row(i).begin(), pattern.row(i).end());
      shape_.sparsity = std::move(rows);
    }
    inputs_ = ports(request_.inputs, shape_.inputs);
    outputs_ = ports(request_.outputs, shape_.outputs);
    records_ = ports(request_.records, shape_.records);
    outputs_need_work_ = std::ranges::any_of(outputs_, &Port::needs_work);
    records_need_work_ = std::ranges::any_of(records_, &Port::needs_work);
    for (Node node = 0; node < system.graph.size(); ++node)
      uses_terminal_ = uses_terminal_ || (system.graph[node].op == Op::memory &&
                                          system.graph[node].index == system.terminal_memory);
  }

  std::vector<std::uint32_t> reals_of(const std::vector<std::size_t>& ports) const {
    std::vector<std::uint32_t> chosen;
    for (const std::size_t i : ports)
      if (machine_->system().variables[i].type == ScalarType::real)
        chosen.push_back(static_cast<std::uint32_t>(i));
    return chosen;
  }

  // What every evaluation needs to know of a variable: descriptions are a hundred times as long,
  // and a model may have 100,000 ports.
  struct Port {
    std::uint32_t variable = 0;
    bool is_real = false, is_smooth = false, needs_work = false;
  };
  std::vector<Port> ports(const std::vector<std::size_t>& wanted,
                          const std::vector<model::Variable>& described) const {
    std::vector<Port> made;
    for (std::size_t k = 0; k < wanted.size(); ++k)
      made.push_back({static_cast<std::uint32_t>(wanted[k]), is_real(described[k].type),
                      is_smooth(described[k]), needs_work(wanted[k])});
    return made;
  }

  // Neither a state, an input, a parameter nor discrete.
  bool needs_work(std::size_t i) const {
    const System& system = machine_->system();
    const std::uint32_t kept = system.aliases[i].kept;
    return !system.is_known(kept) && !system.is_input(kept) && !system.is_discrete[kept] &&
           system.state_of[kept] == unmatched;
  }

  bool looks_at_steps() const {
    return has_assertions_ || !branches_.is_idle() || !machine_->system().sets.empty();
  }

  void take_starts() {
    const System& system = machine_->system();
    for (const auto& [i, value] : request_.starts) {
      const auto variable = static_cast<std::uint32_t>(i);
      const Alias alias = system.aliases[variable];
      const double number = number_of(value);
      if (system.is_known(variable))
        settings_.parameters[variable] = number;
      else
        settings_.starts[alias.kept] = alias.opposite ? -number : number;
    }
  }

  void note_assumed_starts(double start) {
    std::vector<std::string> names;
    for (const std::uint32_t i : machine_->plan.started)
      if (!settings_.starts.contains(i)) names.push_back(machine_->system().variables[i].name);
    if (!names.empty())
      bells_.ring(BellCode::start_assumed, start, shape_.name,
                  fmt::format("{}: no initial equation and no fixed start value; the run starts at "
                              "the start {} of {}.",
                              shape_.name, names.size() == 1 ? "value" : "values",
                              listed(names, {.most = most_names})));
  }

  void report_homotopy() {
    if (state_.homotopy_end().empty()) return;
    bells_.ring(
        {.code = BellCode::not_converged,
         .severity = Severity::warning,
         .time = last_time_,
         .subject = shape_.name,
         .message = state_.homotopy_end() +
                    ". The run starts with a solution of the actual equations that was "
                    "found from the start values. Simplify less, or leave homotopy() out."});
  }

  void report(const OtherSolution& found) {
    bells_.ring(BellCode::several_start_solutions, last_time_, shape_.name + "." + found.variable,
                fmt::format("{}: the equations at the start have several solutions, and nothing "
                            "decides between them: the run starts with {} = {}, but {} would do as "
                            "well. Give {} a start value close to the intended one, or use "
                            "homotopy().",
                            shape_.name, found.variable, brief(found.used), brief(found.other),
                            found.variable));
  }

  double& input(std::size_t i) { return state_.input(inputs_[i].variable); }

  void take(const model::SignalsIn& u) {
    if (u.reals.empty() && u.discretes.empty()) return;
    std::size_t real = 0, discrete = 0;
    for (std::size_t i = 0; i < waiting_.size(); ++i)
      waiting_[i] = inputs_[i].is_real
                        ? u.reals[real++]
                        : static_cast<double>(std::get<std::int64_t>(u.discretes[discrete++]));
  }

  void apply_all() {
    for (std::size_t i = 0; i < waiting_.size(); ++i) input(i) = waiting_[i];
  }

  void compute(bool needs_work, double t, std::span<const double> x) {
    is_solved_ = !needs_work || state_.algebraics(t, x);
    if (!needs_work || !is_solved_) return;
    if (const auto jump = branches_.check(t, x))
      bells_.ring(BellCode::solution_jumps, jump->time, shape_.name,
                  fmt::format("{}: at t = {} the solution of the equations for {} jumps although "
                              "nothing it depends on does. The solution ended there, or there are "
                              "several; the run continued with another one.",
                              shape_.name, brief(jump->time), jump->names));
  }

  void report_undetermined_loops() {
    const auto loop = state_.loops().undetermined();
    if (!loop) return;
    const std::string& names = machine_->loops[*loop].names;
    bells_.ring(BellCode::several_start_solutions, last_time_, names,
                fmt::format("{}: the equations for {} follow from each other and do not determine "
                            "all of these; they change as little as possible. Add the equation "
                            "that is missing, such as the ground of a circuit.",
                            shape_.name, names));
  }

  void report_uncertain_loops() {
    report_undetermined_loops();
    const double uncertainty = state_.loops().uncertainty();
    if (!(uncertainty > tolerance_)) return;
    const std::string& names = machine_->loops[state_.loops().least_certain()].names;
    bells_.ring(BellCode::rounding_limit, state_.loops().least_certain_time(), names,
                fmt::format("{}: rounding leaves the solution of the equations for {} uncertain by "
                            "{:.1g} (relative): nearly equal numbers are subtracted, or two "
                            "solutions are close to each other.",
                            shape_.name, names, uncertainty),
                uncertainty, tolerance_);
  }

  void read(const std::vector<Port>& wanted, std::span<const double> x,
            const model::SignalsOut& y) const {
    std::size_t real = 0, discrete = 0;
    for (const Port& port : wanted) {
      const double value = state_.value(port.variable, x);
      if (port.is_real)
        y.reals[real++] = is_solved_ || !port.needs_work ? value : not_a_number;
      else
        y.discretes[discrete++] = static_cast<std::int64_t>(std::llround(value));
    }
  }

  void remember(double t, std::span<const double> x) {
    if (!uses_terminal_) return;
    last_time_ = t;
    last_x_.assign(x.begin(), x.end());
  }

  model::EventUpdate reported(const EventOutcome& outcome) {
    for (const Said& said : outcome.said) {
      const Deed& deed = *said.deed;
      const bool is_end = deed.kind == Deed::Kind::terminate;
      const BellCode code = is_end ? BellCode::model_terminated : BellCode::assertion_failed;
      const std::string where = deed.where.line > 0 ? " (" + deed.where.text() + ")" : "";
      bells_.ring({.code = code,
                   .severity = deed.warning ? Severity::warning : kind(code).severity,
                   .time = said.time,
                   .subject = shape_.name,
                   .message = fmt::format(
                       "{}: {}: {}{}", shape_.name,
                       is_end ? "the model terminated the run" : "an assertion does not hold",
                       deed.message, where)});
    }
    const double end = uses_terminal_ && !is_over_ ? stop_ : outcome.next_time_event;
    return {outcome.states_changed, outcome.ends, std::min(end, outcome.next_time_event)};
  }

  std::shared_ptr<const Machine> machine_;
  Bells& bells_;
  RunState state_;
  BranchWatch branches_;
  double tolerance_ = default_tolerance;
  model::ComponentRequest request_;
  std::vector<Port> inputs_, outputs_, records_;
  PortReader port_reader_;
  LoopSampler sampler_;
  ModelEnclosure enclosure_;
  model::ModelShape shape_;
  Settings settings_;
  std::vector<double> waiting_;  // inputs as set last; discrete ones wait for the next event
  bool outputs_need_work_ = false, records_need_work_ = false;
  bool has_assertions_ = false, uses_terminal_ = false, is_solved_ = true, is_over_ = false;
  double last_time_ = 0, stop_ = std::numeric_limits<double>::infinity();
  std::vector<double> last_x_;
};

}  // namespace

double number_of(const Value& value) {
  return std::visit(
      [](const auto& v) {
        if constexpr (std::is_same_v<std::decay_t<decltype(v)>, std::string>)
          return not_a_number;
        else
          return static_cast<double>(v);
      },
      value);
}

std::unique_ptr<model::Model> make_equation_model(std::shared_ptr<const Machine> machine,
                                                  const std::vector<model::Variable>& variables,
                                                  const model::ComponentRequest& request,
                                                  Bells& bells) {
  return std::make_unique<EquationModel>(std::move(machine), variables, request, bells);
}

}  // namespace bw::equation
