#include "model/table/table_model.h"

#include "model/port_derivatives.h"
#include "model/table/table_period.h"

namespace bw::model {
namespace {

class TableModel final : public Model, public PortDerivatives {
 public:
  TableModel(ModelShape shape, const TableColumns& columns, Bells& bells)
      : bells_(bells),
        shape_(std::move(shape)),
        outputs_(columns.outputs),
        records_(columns.records) {
    shape_.can_roll_back = true;
    shape_.sparsity.emplace();
    for (std::size_t i = 0; i < count_reals(shape_.outputs); ++i) {
      ports_.c.close_row();
      ports_.d.close_row();
    }
  }

  const ModelShape& shape() const override { return shape_; }

  void begin(double start, double stop, std::optional<double> /*tolerance*/) override {
    event_ = start;
    check_period(outputs_.table(), start, stop, shape_.name, "the table", bells_);
  }
  void evaluate(const SignalsIn& /*u*/, const SignalsOut& y) override {
    outputs_.read(event_, Side::after, y);
  }
  EventUpdate start(std::span<double> /*x*/) override { return until_next_jump(); }

  void set_inputs(const SignalsIn& /*u*/) override {}
  void derivatives(double /*t*/, std::span<const double> /*x*/, std::span<double> /*dx*/) override {
  }
  void outputs(double t, std::span<const double> /*x*/, const SignalsOut& y) override {
    outputs_.read(t, side(t), y);
  }
  void records(double t, std::span<const double> /*x*/, const SignalsOut& values) override {
    records_.read(t, side(t), values);
  }
  EventUpdate handle_event(double t, std::span<double> /*x*/) override {
    event_ = t;
    return until_next_jump();
  }
  const PortPattern* port_pattern() const override { return &ports_; }
  bool knows_port_derivatives() const override { return true; }
  bool port_derivatives(double /*t*/, std::span<const double> /*x*/, PortMatrices& into) override {
    into = {};
    return true;
  }
  double next_kink(double t) override { return outputs_.next_knot(t); }

  void save(std::unique_ptr<Snapshot>& into) override {
    if (into == nullptr) into = std::make_unique<SavedEvent>();
    dynamic_cast<SavedEvent&>(*into).event = event_;
  }
  void restore(const Snapshot& from) override {
    event_ = dynamic_cast<const SavedEvent&>(from).event;
  }

 private:
  struct SavedEvent final : Snapshot {
    double event = 0;
  };

  // A step that ends at a jump uses the value before it until the event is handled.
  Side side(double t) const { return t > event_ ? Side::before : Side::after; }
  EventUpdate until_next_jump() { return {.next_time_event = outputs_.next_jump(event_)}; }

  Bells& bells_;
  ModelShape shape_;
  PortPattern ports_;  // nothing depends on anything
  TableReader outputs_, records_;
  double event_ = 0;  // the last one that was handled
};

}  // namespace

std::unique_ptr<Model> make_table_model(ModelShape shape, const TableColumns& columns,
                                        Bells& bells) {
  return std::make_unique<TableModel>(std::move(shape), columns, bells);
}

}  // namespace bw::model
