#include "model/table/driven_model.h"

#include <algorithm>

#include "model/forwarding_model.h"
#include "model/signals.h"
#include "model/table/driven_inputs.h"

namespace bw::model {
namespace {

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
  double event_ = 0;  // the last one that was handled
};

}  // namespace

std::unique_ptr<Model> make_driven_model(std::unique_ptr<Model> inner,
                                         const std::shared_ptr<const Timetable>& table,
                                         Bells& bells) {
  return std::make_unique<DrivenModel>(std::move(inner), table, bells);
}

}  // namespace bw::model
