#include "equation/live/equation_blueprint.h"

#include <stdexcept>

#include "base/error.h"
#include "equation/code/machine.h"
#include "equation/live/describe.h"
#include "equation/live/equation_model.h"

namespace bw::equation {
namespace {

class Blueprint final : public EquationBlueprint {
 public:
  Blueprint(const FlatModel& model, CompilerChoice compiler, ReadAgain read_again)
      : machine_(make_machine(model, compiler)),
        variables_(describe_variables(*machine_)),
        structure_(describe_structure(*machine_)),
        name_(model.name),
        description_(model.description),
        read_again_(std::move(read_again)) {
    experiment_.start = model.experiment.start;
    experiment_.stop = model.experiment.stop;
    experiment_.tolerance = model.experiment.tolerance;
    experiment_.step = model.experiment.interval;
  }

  const std::string& name() const override { return name_; }
  const std::string& description() const override { return description_; }
  const Structure& structure() const override { return structure_; }
  const std::vector<model::Variable>& variables() const override { return variables_; }
  const model::Experiment& experiment() const override { return experiment_; }
  const std::vector<model::Interface>& interfaces() const override { return interfaces_; }
  model::Capabilities capabilities(model::Interface /*interface*/) const override {
    return {.can_roll_back = true};
  }
  std::shared_ptr<const model::Blueprint> resized(
      const std::vector<std::pair<std::size_t, Value>>& structural) const override {
    if (!read_again_)
      throw InputError(name_ + ": the sizes of its arrays were fixed when it was read.");
    std::map<std::string, double> values;
    for (const auto& [index, value] : structural) values[variables_[index].name] = number_of(value);
    return read_again_(values);
  }
  std::unique_ptr<model::Component> make(const model::ComponentRequest& /*request*/,
                                         Bells& /*bells*/) const override {
    throw std::logic_error("An equation model is for model exchange.");
  }
  std::unique_ptr<model::Model> make_model(const model::ComponentRequest& request,
                                           Bells& bells) const override {
    return make_equation_model(machine_, variables_, request, bells);
  }

 private:
  std::shared_ptr<const Machine> machine_;
  std::vector<model::Variable> variables_;
  Structure structure_;
  std::string name_, description_;
  ReadAgain read_again_;
  model::Experiment experiment_;
  std::vector<model::Interface> interfaces_{model::Interface::model_exchange};
};

}  // namespace

std::shared_ptr<const EquationBlueprint> make_equation_blueprint(const FlatModel& model,
                                                                 CompilerChoice compiler,
                                                                 ReadAgain read_again) {
  return std::make_shared<Blueprint>(model, compiler, std::move(read_again));
}

}  // namespace bw::equation
