#pragma once
// The base of decorators: each call goes on to the component inside. A decorator overrides what it
// changes, and a new virtual function of Component is forwarded here and nowhere else.

#include <memory>
#include <span>
#include <string>
#include <utility>

#include "model/component.h"
#include "model/signals.h"
#include "model/solver_report.h"

namespace bw::model {

class ForwardingComponent : public Component {
 public:
  explicit ForwardingComponent(std::unique_ptr<Component> inner) : inner_(std::move(inner)) {}

  const ComponentShape& shape() const override { return inner_->shape(); }
  void begin(double start, double stop) override { inner_->begin(start, stop); }
  void evaluate(const SignalsIn& u, const SignalsOut& y) override { inner_->evaluate(u, y); }
  void start() override { inner_->start(); }
  Advance advance(const SignalsIn& u, double t, double h, const SignalsOut& y) override {
    return inner_->advance(u, t, h, y);
  }
  void set_slopes(std::span<const double> slopes) override { inner_->set_slopes(slopes); }
  std::string reason() const override { return inner_->reason(); }
  void get_outputs(const SignalsOut& y) override { inner_->get_outputs(y); }
  void get_records(const SignalsOut& values) override { inner_->get_records(values); }
  void get_partials(std::span<double> columns) override { inner_->get_partials(columns); }
  void save(std::unique_ptr<Snapshot>& into) override { inner_->save(into); }
  void restore(const Snapshot& from) override { inner_->restore(from); }
  std::string to_bytes(const Snapshot& snapshot) override { return inner_->to_bytes(snapshot); }
  void from_bytes(const std::string& bytes, std::unique_ptr<Snapshot>& into) override {
    inner_->from_bytes(bytes, into);
  }
  SolverReport report(Probing probing) override { return inner_->report(probing); }
  void finish() override { inner_->finish(); }

 protected:
  Component& inner() const { return *inner_; }

 private:
  std::unique_ptr<Component> inner_;
};

}  // namespace bw::model
