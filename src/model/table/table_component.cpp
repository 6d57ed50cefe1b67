#include "model/table/table_component.h"

#include <cmath>
#include <utility>

#include "base/pack.h"
#include "math/constants.h"
#include "model/table/table_period.h"

namespace bw::model {
namespace {

// t + h may differ from the time of a row by this relative rounding. Not more: a step that should
// end just before a jump is a few roundings away.

double rounded_up(double t) { return t + 4 * math::epsilon * std::abs(t); }

struct SavedTime final : Snapshot {
  double time = 0;
};

class TableComponent final : public Component {
 public:
  TableComponent(ComponentShape shape, const TableColumns& columns, double stops_at_jumps,
                 Bells& bells)
      : bells_(bells),
        shape_(std::move(shape)),
        outputs_(columns.outputs),
        records_(columns.records),
        stops_at_jumps_(stops_at_jumps) {
    shape_.can_roll_back = shape_.can_serialise = true;
    shape_.variable_steps = true;
  }

  const ComponentShape& shape() const override { return shape_; }

  void begin(double start, double stop) override {
    time_ = start;
    check_period(outputs_.table(), start, stop, shape_.name, "the table", bells_);
  }
  void evaluate(const SignalsIn& /*u*/, const SignalsOut& y) override { read(outputs_, y); }
  void start() override {}

  Advance advance(const SignalsIn& /*u*/, double t, double h, const SignalsOut& y) override {
    Advance moved{Advance::Status::completed, t + h};
    if (stops_at_jumps_ > 0) {
      const double jump = outputs_.next_jump(t + stops_at_jumps_);
      if (jump <= rounded_up(t + h)) moved = {Advance::Status::event, jump, true};
    }
    time_ = moved.reached;
    read(outputs_, y);
    return moved;
  }
  std::string reason() const override { return "the table jumps there"; }

  void get_outputs(const SignalsOut& y) override { read(outputs_, y); }
  void get_records(const SignalsOut& values) override { read(records_, values); }

  void save(std::unique_ptr<Snapshot>& into) override {
    if (into == nullptr) into = std::make_unique<SavedTime>();
    static_cast<SavedTime&>(*into).time = time_;
  }
  void restore(const Snapshot& from) override { time_ = static_cast<const SavedTime&>(from).time; }
  std::string to_bytes(const Snapshot& snapshot) override {
    Packer pack;
    pack(static_cast<const SavedTime&>(snapshot).time);
    return pack.take();
  }
  void from_bytes(const std::string& bytes, std::unique_ptr<Snapshot>& into) override {
    auto saved = std::make_unique<SavedTime>();
    Unpacker unpack(bytes);
    unpack(saved->time);
    into = std::move(saved);
  }
  void finish() override {}

 private:
  // A rounded time just before a jump means the jump itself.
  void read(TableReader& reader, const SignalsOut& values) const {
    const double jump = reader.next_jump(time_);
    reader.read(jump <= rounded_up(time_) ? jump : time_, Side::after, values);
  }

  Bells& bells_;
  ComponentShape shape_;
  TableReader outputs_, records_;
  double stops_at_jumps_;
  double time_ = 0;
};

}  // namespace

std::unique_ptr<Component> make_table_component(ComponentShape shape, const TableColumns& columns,
                                                double stops_at_jumps, Bells& bells) {
  return std::make_unique<TableComponent>(std::move(shape), columns, stops_at_jumps, bells);
}

}  // namespace bw::model
