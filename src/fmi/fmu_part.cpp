#include "fmi/fmu_part.h"

#include <cmath>
#include <optional>

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
  std::shared_ptr<Instance2> instance_;  // a state keeps its instance alive
};

class FmuPart final : public model::Part {
 public:
  FmuPart(const Description& description, const Instance2::Setup& setup,
          const model::PartRequest& request)
      : bells_(*setup.bells),
        surroundings_(setup.surroundings),
        tolerance_(request.tolerance ? request.tolerance : description.experiment.tolerance),
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
    guarded("instantiation", [&] {
      instance_ = std::make_shared<Instance2>(setup);
      set_starts(description, request);
    });
  }

  ~FmuPart() override {
    put_back("the steps", ", or another one,");
    guarded("the end", [&] { instance_.reset(); });
  }

  const model::PartShape& shape() const override { return shape_; }

  void begin(double start, double stop) override {
    guarded("initialisation", [&] { instance_->enter_initialisation(tolerance_, start, stop); });
  }

  void start() override {
    guarded("initialisation", [&] { instance_->exit_initialisation(); });
  }

  void evaluate(const model::SignalsIn& u, const model::SignalsOut& y) override {
    inputs_.set(*instance_, u);
    get_outputs(y);
  }

  void get_outputs(const model::SignalsOut& y) override {
    outputs_.get(*instance_, y);
    instance_->settle();
  }
  void get_records(const model::SignalsOut& values) override {
    records_.get(*instance_, values);
    instance_->settle();
  }

  model::Advance advance(const model::SignalsIn& u, double t, double h,
                         const model::SignalsOut& y) override {
    Instance2& instance = *instance_;
    inputs_.set(instance, u);
    if (!shape_.variable_steps) [[unlikely]]
      h = the_one_step(t, h);
    const model::Advance moved = instance.do_step(t, h, may_roll_back_);
    if (moved.status == model::Advance::Status::completed) [[likely]]
      outputs_.get(instance, y);
    instance.settle();
    return moved;
  }

  std::string reason() const override { return instance_->reason(); }

  void save(std::unique_ptr<model::Snapshot>& into) override {
    if (into == nullptr) into = std::make_unique<State>(instance_);
    instance_->get_state(static_cast<State&>(*into).value);
    instance_->settle();
  }

  void restore(const model::Snapshot& from) override {
    instance_->set_state(static_cast<const State&>(from).value);
    instance_->settle();
  }

  void finish() override {
    // Steps are too many for a look around after each, so what they changed is put back here; which
    // part did it nobody can tell any more.
    put_back("the steps", ", or another one,");
    guarded("the end", [&] { instance_->terminate(); });
  }

 private:
  double the_one_step(double t, double h) {
    if (fixed_step_ == 0) fixed_step_ = h;
    if (std::abs(h - fixed_step_) > same_step * fixed_step_)
      throw PartFailure(shape_.name, "part '" + shape_.name +
                                         "' accepts one step size only: it was " +
                                         shortest(fixed_step_) + " and would be " + shortest(h) +
                                         " at t = " + shortest(t) + ".");
    return fixed_step_;
  }

  template <class Work>
  void guarded(const char* phase, Work&& work) {
    struct Guard {
      FmuPart& part;
      const char* phase;
      ~Guard() { part.put_back(phase); }
    } guard{*this, phase};
    work();
  }

  void put_back(const char* phase, const char* others = "") {
    const std::string changed = surroundings_->restore();
    if (!changed.empty())
      bells_.ring(BellCode::fmu_environment, 0, shape_.name + ": " + changed,
                  "part '" + shape_.name + "'" + others + " changed during " + phase + ": " +
                      changed + ". It was put back.");
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
    instance_->settle();
  }

  Bells& bells_;
  model::PartShape shape_;
  std::shared_ptr<Surroundings> surroundings_;
  std::optional<double> tolerance_;
  bool may_roll_back_;
  double fixed_step_ = 0;
  std::shared_ptr<Instance2> instance_;
  VariableGroup inputs_, outputs_, records_;
};

}  // namespace

std::unique_ptr<model::Part> make_fmu_part(const Description& description,
                                           const Instance2::Setup& setup,
                                           const model::PartRequest& request) {
  return std::make_unique<FmuPart>(description, setup, request);
}

}  // namespace bw::fmi
