#include "model/joint/joint_blueprint.h"

#include <algorithm>
#include <stdexcept>

#include "model/joint/joint_model.h"
#include "model/table/driven_model.h"

namespace bw::model {
namespace {

class JointBlueprint final : public Blueprint {
 public:
  explicit JointBlueprint(JointPlan plan) : plan_(std::move(plan)) {
    for (const JointEnd& end : plan_.face.inputs)
      add(end.model, plan_.requests[end.model].inputs[end.position], Causality::input);
    for (const JointEnd& end : plan_.face.outputs)
      add(end.model, plan_.requests[end.model].outputs[end.position], Causality::output);
    for (const auto& [end, from_outputs] : plan_.face.records) {
      const ComponentRequest& request = plan_.requests[end.model];
      add(end.model, (from_outputs ? request.outputs : request.records)[end.position],
          Causality::local);
    }
  }

  const std::vector<Variable>& variables() const override { return variables_; }
  const Experiment& experiment() const override { return experiment_; }
  const std::vector<Interface>& interfaces() const override { return interfaces_; }
  Capabilities capabilities(Interface /*interface*/) const override {
    Capabilities all{.can_roll_back = true};
    for (std::size_t m = 0; m < plan_.blueprints.size(); ++m) {
      const Capabilities can = plan_.blueprints[m]->capabilities(plan_.requests[m].interface);
      all.can_roll_back = all.can_roll_back && can.can_roll_back;
      all.reports_events = all.reports_events || can.reports_events;
      all.one_instance_only = all.one_instance_only || can.one_instance_only;
    }
    return all;
  }
  std::shared_ptr<const Blueprint> resized(
      const std::vector<std::pair<std::size_t, Value>>& /*structural*/) const override {
    throw std::logic_error("Sizes must be set before models are joined.");
  }
  std::vector<double> special_times(const ComponentRequest& /*request*/) const override {
    std::vector<double> times;
    for (std::size_t m = 0; m < plan_.blueprints.size(); ++m) {
      const auto own = plan_.blueprints[m]->special_times(plan_.requests[m]);
      times.insert(times.end(), own.begin(), own.end());
      if (plan_.tables[m] == nullptr) continue;
      const auto driven = plan_.tables[m]->special_times();
      times.insert(times.end(), driven.begin(), driven.end());
    }
    std::ranges::sort(times);
    return times;
  }
  std::unique_ptr<Component> make(const ComponentRequest& /*request*/,
                                  Bells& /*bells*/) const override {
    throw std::logic_error("Joined models are for model exchange.");
  }
  std::unique_ptr<Model> make_model(const ComponentRequest& /*request*/,
                                    Bells& bells) const override {
    std::vector<std::unique_ptr<Model>> models;
    for (std::size_t m = 0; m < plan_.blueprints.size(); ++m) {
      auto model = plan_.blueprints[m]->make_model(plan_.requests[m], bells);
      if (plan_.tables[m] != nullptr)
        model = make_driven_model(std::move(model), plan_.tables[m], bells);
      models.push_back(std::move(model));
    }
    return make_joint_model(plan_.name, std::move(models), plan_.connections, plan_.face);
  }

 private:
  void add(std::size_t m, std::size_t index, Causality causality) {
    Variable& made = variables_.emplace_back(plan_.blueprints[m]->variables()[index]);
    made.name = plan_.requests[m].name + "." + made.name;
    made.causality = causality;
    made.direct_inputs.reset();  // they refer to another list
  }

  JointPlan plan_;
  std::vector<Variable> variables_;
  Experiment experiment_;  // the time range is chosen before
  std::vector<Interface> interfaces_{Interface::model_exchange};
};

}  // namespace

std::shared_ptr<const Blueprint> make_joint_blueprint(JointPlan plan) {
  return std::make_shared<JointBlueprint>(std::move(plan));
}

}  // namespace bw::model
