#include "fmi/fmu_part.h"

#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "fmi/surroundings.h"
#include "fmi/variable_group.h"

namespace bw::fmi {
namespace {

// An FMU that takes one step size only sees exactly that size, although our own differences of
// times vary in the last digit.
constexpr double same_step = 1e-9;

class State final : public model::Snapshot {
 public:
  explicit State(std::shared_ptr<Instance2> instance) : instance_(std::move(instance)) {}
  ~State() override { instance_->free_state(value); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  fmi2FMUstate value = nullptr;

 private:
  std::shared_ptr<Instance2> instance_;  // a state dies before its instance
};

class FmuPart final : public model::Part {
 public:
  FmuPart(const Description& description, Instance2::Setup setup,
          const model::PartRequest& request)
      : bells_(*setup.bells),
        tolerance_(request.tolerance),
        may_roll_back_(request.may_roll_back),
        inputs_(description, request.inputs),
        outputs_(description, request.outputs),
        records_(description, request.records) {
    shape_.name = request.name;
    shape_.can_roll_back = description.co_simulation->get_and_set_state;
    shape_.variable_steps = description.co_simulation->variable_steps;
    const auto pick = [&](const std::vector<std::size_t>& list, auto& into) {
      for (const std::size_t v : list) into.push_back(description.variables[v]);
    };
    pick(request.inputs, shape_.inputs);
    pick(request.outputs, shape_.outputs);
    pick(request.records, shape_.records);
    guarded("instantiation", [&] { instance_ = std::make_shared<Instance2>(std::move(setup)); });
    set_starts(description, request);
  }

  ~FmuPart() override {
    guarded("the end", [&] { instance_.reset(); });
  }

  const model::PartShape& shape() const override { return shape_; }

  void begin(double start, double stop) override {
    guarded("initialisation", [&] { instance_->enter_initialisation(tolerance_, start, stop); });
  }

  void start() override {
    guarded("initialisation", [&] { instance_->exit_initialisation(); });
  }

  void set_inputs(model::SignalsIn u) override { inputs_.set(*instance_, u); }
  void get_outputs(model::SignalsOut y) override { outputs_.get(*instance_, y); }
  void get_records(model::SignalsOut values) override { records_.get(*instance_, values); }

  model::Advance advance(double t, double h) override {
    if (!shape_.variable_steps) [[unlikely]] {
      if (fixed_step_ == 0) fixed_step_ = h;
      if (std::abs(h - fixed_step_) > same_step * fixed_step_)
        throw PartFailure(shape_.name, "part '" + shape_.name +
                                           "' accepts one step size only: it was " +
                                           shortest(fixed_step_) + " and would be " + shortest(h) +
                                           " at t = " + shortest(t) + ".");
      h = fixed_step_;
    }
    return instance_->do_step(t, h, may_roll_back_);
  }

  void save(std::unique_ptr<model::Snapshot>& into) override {
    if (into == nullptr) into = std::make_unique<State>(instance_);
    instance_->get_state(static_cast<State&>(*into).value);
  }

  void restore(const model::Snapshot& from) override {
    instance_->set_state(static_cast<const State&>(from).value);
  }

  void finish() override {
    guarded("the end", [&] { instance_->terminate(); });
  }

 private:
  template <class Work>
  void guarded(const char* phase, Work&& work) {
    struct Guard {
      FmuPart& part;
      const char* phase;
      Surroundings surroundings{};
      ~Guard() { part.put_back(surroundings, phase); }
    } guard{*this, phase};
    work();
  }

  void put_back(Surroundings& surroundings, const char* phase) {
    const std::string changed = surroundings.restore();
    if (!changed.empty())
      bells_.ring(BellCode::fmu_environment, 0, shape_.name,
                  "part '" + shape_.name + "' changed during " + phase + ": " + changed +
                      ". It was put back.");
  }

  void set_starts(const Description& description, const model::PartRequest& request) {
    for (const auto& [v, value] : request.starts) {
      const std::size_t list[] = {v};
      VariableGroup one(description, list);
      model::Signals signal;
      if (const auto* real = std::get_if<double>(&value))
        signal.reals.push_back(*real);
      else if (const auto* integer = std::get_if<std::int64_t>(&value))
        signal.discretes.emplace_back(*integer);
      else if (const auto* boolean = std::get_if<bool>(&value))
        signal.discretes.emplace_back(static_cast<std::int64_t>(*boolean));
      else
        signal.discretes.emplace_back(std::get<std::string>(value));
      one.set(*instance_, {signal.reals, signal.discretes});
    }
  }

  Bells& bells_;
  model::PartShape shape_;
  double tolerance_;
  bool may_roll_back_;
  double fixed_step_ = 0;
  std::shared_ptr<Instance2> instance_;
  VariableGroup inputs_, outputs_, records_;
};

}  // namespace

std::unique_ptr<model::Part> make_fmu_part(const Description& description, Instance2::Setup setup,
                                           const model::PartRequest& request) {
  return std::make_unique<FmuPart>(description, std::move(setup), request);
}

}  // namespace bw::fmi
