#include "model/table/driven_model.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "model/enclosure.h"
#include "model/forwarding_model.h"
#include "model/signals.h"
#include "model/table/driven_inputs.h"

namespace bw::model {
namespace {

// The inputs are lines between the knots of the table, where steps end.
class DrivenEnclosure final : public Enclosure {
 public:
  explicit DrivenEnclosure(DrivenInputs& inputs) : inputs_(inputs) {}
  void set_inner(Enclosure* inner) { inner_ = inner; }

  std::span<const std::size_t> derivatives() const override { return inner_->derivatives(); }
  std::span<const std::size_t> indicators() const override { return inner_->indicators(); }
  bool has_narrow_outputs() const override { return inner_->has_narrow_outputs(); }
  bool survey(const CurveBox& box, std::span<Bound> indicators) override {
    return inner_->survey(driven(box), indicators);
  }
  Bound bound(const CurveBox& box, std::span<Bound> derivatives) override {
    return inner_->bound(driven(box), derivatives);
  }

 private:
  CurveBox driven(CurveBox box) {
    const SignalsIn begin = inputs_.at(box.lo, Side::after);
    curves_.resize(begin.reals.size());
    for (std::size_t i = 0; i < curves_.size(); ++i) curves_[i].c = begin.reals[i];
    const SignalsIn end = inputs_.at(box.hi, Side::before);
    for (std::size_t i = 0; i < curves_.size(); ++i)
      curves_[i] = {.c = curves_[i].c / 2 + end.reals[i] / 2,
                    .s = end.reals[i] / 2 - curves_[i].c / 2};
    const SignalsIn middle = inputs_.at(box.lo / 2 + box.hi / 2, Side::after);
    for (std::size_t i = 0; i < curves_.size(); ++i)
      curves_[i].r = 2 * std::abs(middle.reals[i] - curves_[i].c);
    std::copy(box.u.begin(), box.u.end(), curves_.begin());  // those from outside come first
    box.u = curves_;
    return box;
  }

  DrivenInputs& inputs_;
  Enclosure* inner_ = nullptr;
  std::vector<Curve> curves_;
};

class DrivenModel final : public ForwardingModel {
 public:
  DrivenModel(std::unique_ptr<Model> model, const std::shared_ptr<const Timetable>& table,
              Bells& bells)
      : ForwardingModel(std::move(model)),
        bells_(bells),
        shape_(inner().shape()),
        inputs_(shape_.inputs, table) {
    shape_.inputs = DrivenInputs::outer(inner().shape().inputs, *table);
  }

  const ModelShape& shape() const override { return shape_; }

  void begin(double start, double stop, std::optional<double> tolerance) override {
    event_ = start;
    inputs_.check_period(start, stop, shape_.name, bells_);
    inner().begin(start, stop, tolerance);
  }
  void evaluate(const SignalsIn& u, const SignalsOut& y) override {
    inputs_.set_outer(u);
    inner().evaluate(inputs_.at(event_, Side::after), y);
  }
  EventUpdate start(Out x) override { return with_jumps(inner().start(x)); }

  void set_inputs(const SignalsIn& u) override { inputs_.set_outer(u); }
  void derivatives(double t, In x, Out dx) override { driven(t).derivatives(t, x, dx); }
  void outputs(double t, In x, const SignalsOut& y) override { driven(t).outputs(t, x, y); }
  void records(double t, In x, const SignalsOut& values) override {
    driven(t).records(t, x, values);
  }

  void indicators(double t, In x, Out z) override { driven(t).indicators(t, x, z); }
  EventUpdate handle_event(double t, Out x) override {
    event_ = t;  // from now on the value after the jump
    return with_jumps(driven(t).handle_event(t, x));
  }
  StepEnd completed_step(double t, In x) override { return driven(t).completed_step(t, x); }
  double next_kink(double t) override {
    return std::min(inner().next_kink(t), inputs_.reader().next_knot(t));
  }
  void jacobian(double t, In x, Out j) override { driven(t).jacobian(t, x, j); }
  Enclosure* enclosure() override {
    Enclosure* const known = inner().enclosure();
    enclosure_.set_inner(known);
    return known == nullptr ? nullptr : &enclosure_;
  }

  void save(std::unique_ptr<Snapshot>& into) override {
    if (into == nullptr) into = std::make_unique<Memory>();
    auto& memory = dynamic_cast<Memory&>(*into);
    memory.event = event_;
    memory.inputs = inputs_.values();
    inner().save(memory.inner);
  }
  void restore(const Snapshot& from) override {
    const auto& memory = dynamic_cast<const Memory&>(from);
    event_ = memory.event;
    inputs_.values() = memory.inputs;
    inner().restore(*memory.inner);
  }

 private:
  struct Memory final : Snapshot {
    double event = 0;
    Signals inputs;
    std::unique_ptr<Snapshot> inner;
  };

  // A step that ends at a jump must not see beyond it before the event was handled.
  Model& driven(double t) {
    inner().set_inputs(inputs_.at(t, t > event_ ? Side::before : Side::after));
    return inner();
  }

  EventUpdate with_jumps(EventUpdate update) {
    update.next_time_event = std::min(update.next_time_event, inputs_.reader().next_jump(event_));
    return update;
  }

  Bells& bells_;
  ModelShape shape_;
  DrivenInputs inputs_;
  DrivenEnclosure enclosure_{inputs_};
  double event_ = 0;  // the last one that was handled
};

}  // namespace

std::unique_ptr<Model> make_driven_model(std::unique_ptr<Model> inner,
                                         const std::shared_ptr<const Timetable>& table,
                                         Bells& bells) {
  return std::make_unique<DrivenModel>(std::move(inner), table, bells);
}

}  // namespace bw::model
