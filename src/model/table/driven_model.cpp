#include "model/table/driven_model.h"

#include <algorithm>

#include "model/table/driven_inputs.h"

namespace bw::model {
namespace {

class DrivenModel final : public Model {
 public:
  DrivenModel(std::unique_ptr<Model> inner, const std::shared_ptr<const Timetable>& table,
              Bells& bells)
      : inner_(std::move(inner)),
        bells_(bells),
        shape_(inner_->shape()),
        inputs_(shape_.inputs, table) {
    shape_.inputs = DrivenInputs::outer(inner_->shape().inputs, *table);
  }

  const ModelShape& shape() const override { return shape_; }

  void begin(double start, double stop, std::optional<double> tolerance) override {
    event_ = start;
    inputs_.check_period(start, stop, shape_.name, bells_);
    inner_->begin(start, stop, tolerance);
  }
  void evaluate(const SignalsIn& u, const SignalsOut& y) override {
    inputs_.set_outer(u);
    inner_->evaluate(inputs_.at(event_, Side::after), y);
  }
  EventUpdate start(std::span<double> x) override { return with_jumps(inner_->start(x)); }

  void set_inputs(const SignalsIn& u) override { inputs_.set_outer(u); }
  void derivatives(double t, std::span<const double> x, std::span<double> dx) override {
    drive(t);
    inner_->derivatives(t, x, dx);
  }
  void outputs(double t, std::span<const double> x, const SignalsOut& y) override {
    drive(t);
    inner_->outputs(t, x, y);
  }
  void records(double t, std::span<const double> x, const SignalsOut& values) override {
    drive(t);
    inner_->records(t, x, values);
  }
  void nominals(std::span<double> sizes) override { inner_->nominals(sizes); }

  void indicators(double t, std::span<const double> x, std::span<double> z) override {
    drive(t);
    inner_->indicators(t, x, z);
  }
  EventUpdate handle_event(double t, std::span<double> x) override {
    event_ = t;  // from now on the value after the jump
    drive(t);
    return with_jumps(inner_->handle_event(t, x));
  }
  StepEnd completed_step(double t, std::span<const double> x) override {
    drive(t);
    return inner_->completed_step(t, x);
  }
  double next_kink(double t) override {
    return std::min(inner_->next_kink(t), inputs_.reader().next_knot(t));
  }
  void jacobian(double t, std::span<const double> x, std::span<double> j) override {
    drive(t);
    inner_->jacobian(t, x, j);
  }

  void save(std::unique_ptr<Snapshot>& into) override {
    if (into == nullptr) into = std::make_unique<Memory>();
    auto& memory = dynamic_cast<Memory&>(*into);
    memory.event = event_;
    memory.inputs = inputs_.values();
    inner_->save(memory.inner);
  }
  void restore(const Snapshot& from) override {
    const auto& memory = dynamic_cast<const Memory&>(from);
    event_ = memory.event;
    inputs_.values() = memory.inputs;
    inner_->restore(*memory.inner);
  }
  void finish() override { inner_->finish(); }

 private:
  struct Memory final : Snapshot {
    double event = 0;
    Signals inputs;
    std::unique_ptr<Snapshot> inner;
  };

  // A step that ends at a jump uses the value before it until the event is handled.
  void drive(double t) {
    inner_->set_inputs(inputs_.at(t, t > event_ ? Side::before : Side::after));
  }

  EventUpdate with_jumps(EventUpdate update) {
    update.next_time_event = std::min(update.next_time_event, inputs_.reader().next_jump(event_));
    return update;
  }

  std::unique_ptr<Model> inner_;
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
