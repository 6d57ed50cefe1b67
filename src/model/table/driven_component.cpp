#include "model/table/driven_component.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "model/forwarding_component.h"
#include "model/signals.h"
#include "model/table/driven_inputs.h"

namespace bw::model {
namespace {

constexpr double shortest_step = 1e-12;  // relative; no shorter piece is split off

class DrivenComponent final : public ForwardingComponent {
 public:
  DrivenComponent(std::unique_ptr<Component> component,
                  const std::shared_ptr<const Timetable>& table, Bells& bells, bool means)
      : ForwardingComponent(std::move(component)),
        bells_(bells),
        means_(means),
        shape_(inner().shape()),
        inputs_(shape_.inputs, table) {
    shape_.inputs = DrivenInputs::outer(inner().shape().inputs, *table);
    slopes_.resize(inputs_.values().reals.size());
  }

  const ComponentShape& shape() const override { return shape_; }

  void begin(double start, double stop) override {
    start_ = start;
    inputs_.check_period(start, stop, shape_.name, bells_);
    inner().begin(start, stop);
  }
  void evaluate(const SignalsIn& u, const SignalsOut& y) override {
    inputs_.set_outer(u);
    inner().evaluate(inputs_.at(start_, Side::after), y);
  }

  Advance advance(const SignalsIn& u, double t, double h, const SignalsOut& y) override;
  void set_slopes(std::span<const double> slopes) override {
    outer_slopes_.assign(slopes.begin(), slopes.end());
  }
  void get_partials(std::span<double> columns) override;

 private:
  Advance advance_piece(double from, double to, const SignalsOut& y);
  void ring_for_jump(double jump);

  Bells& bells_;
  bool means_;
  ComponentShape shape_;
  DrivenInputs inputs_;
  std::vector<double> outer_slopes_, slopes_, partials_;
  double start_ = 0;
};

Advance DrivenComponent::advance(const SignalsIn& u, double t, double h, const SignalsOut& y) {
  const double end = t + h;
  Advance moved{Advance::Status::completed, t};
  inputs_.set_outer(u);
  while (moved.reached < end && moved.status == Advance::Status::completed) {
    const double from = moved.reached;
    double to = end;
    if (const double jump = inputs_.reader().next_jump(from);
        jump < end - shortest_step * std::abs(end)) {
      if (shape_.variable_steps)
        to = jump;
      else
        ring_for_jump(jump);
    }
    moved = advance_piece(from, to, y);
    for (std::size_t i = 0; i < outer_slopes_.size(); ++i)
      inputs_.values().reals[i] = u.reals[i] + outer_slopes_[i] * (moved.reached - t);
  }
  outer_slopes_.clear();  // valid for one step
  return moved;
}

Advance DrivenComponent::advance_piece(double from, double to, const SignalsOut& y) {
  // With a linear slope the value in the middle is the mean.
  const bool mean = means_ && !shape_.takes_slopes;
  const SignalsIn u = inputs_.at(mean ? from + (to - from) / 2 : from, Side::after);
  if (shape_.takes_slopes) {
    std::fill(slopes_.begin(), slopes_.end(), 0.0);
    std::copy(outer_slopes_.begin(), outer_slopes_.end(), slopes_.begin());
    inputs_.reader().slopes(from, to, std::span(slopes_).subspan(inputs_.outer_reals()));
    inner().set_slopes(slopes_);
  }
  Advance moved = inner().advance(u, from, to - from, y);
  // The component's clock may round the sum; ours is the table's.
  if (moved.status == Advance::Status::completed) moved.reached = to;
  return moved;
}

// The table's inputs follow those from outside, and so do their columns.
void DrivenComponent::get_partials(std::span<double> columns) {
  partials_.resize(inputs_.values().reals.size() * count_reals(shape_.outputs));
  inner().get_partials(partials_);
  std::copy_n(partials_.begin(), columns.size(), columns.begin());
}

void DrivenComponent::ring_for_jump(double jump) {
  bells_.ring(BellCode::input_jump_inside_step, jump, shape_.name,
              "component '" + shape_.name +
                  "' accepts one step size only, and its table of inputs " +
                  "jumps at t = " + brief(jump) + " within a step; the jump acts one step late.",
              jump);
}

}  // namespace

std::unique_ptr<Component> make_driven_component(std::unique_ptr<Component> inner,
                                                 const std::shared_ptr<const Timetable>& table,
                                                 Bells& bells, bool means) {
  return std::make_unique<DrivenComponent>(std::move(inner), table, bells, means);
}

}  // namespace bw::model
