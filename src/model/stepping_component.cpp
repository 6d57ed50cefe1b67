#include "model/stepping_component.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bw::model {
namespace {

class SteppingComponent final : public Component {
 public:
  SteppingComponent(std::unique_ptr<Component> inner, double step)
      : inner_(std::move(inner)), shape_(inner_->shape()), step_(step) {
    shape_.takes_slopes = false;  // they would be valid for the first step only
  }

  const ComponentShape& shape() const override { return shape_; }
  void begin(double start, double stop) override { inner_->begin(start, stop); }
  void evaluate(const SignalsIn& u, const SignalsOut& y) override { inner_->evaluate(u, y); }
  void start() override { inner_->start(); }

  Advance advance(const SignalsIn& u, double t, double h, const SignalsOut& y) override {
    const auto count = std::max<std::int64_t>(1, std::llround(h / step_));
    Advance moved{Advance::Status::completed, t};
    for (std::int64_t k = 0; k < count && moved.status == Advance::Status::completed; ++k) {
      const double from = t + static_cast<double>(k) * step_;
      moved = inner_->advance(u, from, step_, y);
    }
    if (moved.status == Advance::Status::completed) moved.reached = t + h;
    return moved;
  }
  std::string reason() const override { return inner_->reason(); }

  void get_outputs(const SignalsOut& y) override { inner_->get_outputs(y); }
  void get_records(const SignalsOut& values) override { inner_->get_records(values); }
  void get_slopes(std::span<double> slopes) override { inner_->get_slopes(slopes); }
  void get_partials(std::span<double> columns) override { inner_->get_partials(columns); }
  void save(std::unique_ptr<Snapshot>& into) override { inner_->save(into); }
  void restore(const Snapshot& from) override { inner_->restore(from); }
  Work statistics() const override { return inner_->statistics(); }
  std::span<const MethodChoice> method_choices() const override { return inner_->method_choices(); }
  std::span<const EventMark> event_marks() const override { return inner_->event_marks(); }
  std::optional<NearEvent> near_event() override { return inner_->near_event(); }
  void finish() override { inner_->finish(); }

 private:
  std::unique_ptr<Component> inner_;
  ComponentShape shape_;
  double step_;
};

}  // namespace

std::unique_ptr<Component> make_stepping_component(std::unique_ptr<Component> inner, double step) {
  return std::make_unique<SteppingComponent>(std::move(inner), step);
}

}  // namespace bw::model
