#include "support/cosim/block_component.h"

#include <cmath>
#include <utility>

#include "support/cosim/exponential.h"
#include "support/cosim/hybrid.h"
#include "support/cosim/inexact.h"

namespace bw::test {
namespace {

std::vector<model::Variable> variables(const std::vector<Port>& ports, model::Causality causality,
                                       const BlockOptions& options) {
  std::vector<model::Variable> all;
  for (const Port& port : ports) {
    model::Variable v;
    v.name = port.name;
    v.type = port.type;
    v.causality = causality;
    if (port.type != Type::real) v.variability = model::Variability::discrete;
    if (causality == model::Causality::output) v.direct_inputs = stated_inputs(port, options);
    all.push_back(std::move(v));
  }
  return all;
}

class BlockComponent final : public model::Component {
 public:
  BlockComponent(Block block, const BlockOptions& options)
      : block_(std::move(block)),
        options_(options),
        hybrid_(block_),
        state_(Hybrid<double>::start(block_)),
        u_(block_.inputs.size()),
        y_(block_.outputs.size()) {
    shape_.name = block_.name;
    shape_.inputs = variables(block_.inputs, model::Causality::input, options);
    shape_.outputs = variables(block_.outputs, model::Causality::output, options);
    shape_.can_roll_back = options.can_roll_back;
    shape_.variable_steps = options.step_unit == 0 && !options.constant_step;
    if (block_.linear) linear_.emplace(*block_.linear, block_.x.size(), u_.size());
  }

  const model::ComponentShape& shape() const override { return shape_; }
  void begin(double start, double) override { state_.t = start; }
  void start() override {}
  void finish() override {}
  std::string reason() const override { return "it does not take steps of this size."; }

  void evaluate(const model::SignalsIn& u, const model::SignalsOut& y) override {
    hear(u);
    get_outputs(y);
  }

  model::Advance advance(const model::SignalsIn& u, double t, double h,
                         const model::SignalsOut& y) override {
    if (!takes(h)) return {model::Advance::Status::discarded, t};
    hear(u);
    state_.t = t;
    try {
      move(h);
    } catch (const HopelessSystem&) {
      state_.x.assign(state_.x.size(), std::numeric_limits<double>::quiet_NaN());
    }
    state_.t = t + h;
    get_outputs(y);
    return {model::Advance::Status::completed, t + h};
  }

  void get_outputs(const model::SignalsOut& y) override {
    if (std::all_of(state_.x.begin(), state_.x.end(), [](double v) { return std::isfinite(v); }))
      hybrid_.settle(state_, u_);
    block_.answer({state_.t, state_.x, state_.m, u_}, y_);
    std::size_t real = 0, discrete = 0;
    for (std::size_t i = 0; i < y_.size(); ++i) {
      if (block_.outputs[i].type == Type::real)
        y.reals[real++] = y_[i];
      else
        y.discretes[discrete++] = static_cast<std::int64_t>(y_[i]);
    }
  }
  void get_records(const model::SignalsOut&) override {}

  void save(std::unique_ptr<model::Snapshot>& into) override {
    if (into == nullptr) into = std::make_unique<Memory>();
    auto& memory = dynamic_cast<Memory&>(*into);
    memory.state = state_;
    memory.u = u_;
  }
  void restore(const model::Snapshot& from) override {
    const auto& memory = dynamic_cast<const Memory&>(from);
    state_ = memory.state;
    u_ = memory.u;
  }

 private:
  struct Memory final : model::Snapshot {
    HybridState<double> state;
    std::vector<double> u;
  };

  void hear(const model::SignalsIn& u) {
    std::size_t real = 0, discrete = 0;
    for (std::size_t i = 0; i < u_.size(); ++i)
      u_[i] = block_.inputs[i].type == Type::real
                  ? u.reals[real++]
                  : static_cast<double>(std::get<std::int64_t>(u.discretes[discrete++]));
  }

  bool takes(double h) {
    if (options_.constant_step) {
      if (first_step_ == 0) first_step_ = h;
      if (std::abs(h - first_step_) > 1e-9 * h) return false;
    }
    if (options_.step_unit == 0) return true;
    const double count = h / options_.step_unit;
    return count > 0.5 && std::abs(count - std::round(count)) <= 1e-9 * count;
  }

  void move(double h) {
    const auto slope = [&](double t, const std::vector<double>& x, std::vector<double>& dx) {
      block_.slope({t, x, state_.m, u_}, dx);
    };
    if (options_.solver == BlockOptions::Solver::heun)
      integrate_heun(slope, state_.t, h, options_.accuracy, state_.x);
    else if (options_.solver == BlockOptions::Solver::adaptive)
      integrate_adaptive(slope, state_.t, h, options_.accuracy, state_.x);
    else if (linear_)
      linear_->step(state_.x, u_, h);
    else if (block_.exact)
      block_.exact({state_.t, state_.x, state_.m, u_}, h, state_.x);
    else
      hybrid_.advance(state_, u_, state_.t + h, options_.ticks_at_end);
  }

  Block block_;
  BlockOptions options_;
  model::ComponentShape shape_;
  Hybrid<double> hybrid_;
  HybridState<double> state_;
  std::vector<double> u_, y_;
  std::optional<HeldLinear> linear_;
  double first_step_ = 0;
};

}  // namespace

std::optional<std::vector<std::size_t>> stated_inputs(const Port& output,
                                                      const BlockOptions& options) {
  using Stated = BlockOptions::Stated;
  if (options.direct_inputs == Stated::nothing) return {};
  return options.direct_inputs == Stated::lies ? std::vector<std::size_t>{} : output.direct;
}

std::unique_ptr<model::Component> make_component(const Block& block, const BlockOptions& options) {
  return std::make_unique<BlockComponent>(block, options);
}

}  // namespace bw::test
