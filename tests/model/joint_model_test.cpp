// Connected models as one: what cannot be solved between them is reported wherever it shows.

#include "model/joint/joint_model.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "equation/check/read_model.h"
#include "equation/live/equation_blueprint.h"
#include "support/contains.h"
#include "support/refusal.h"

namespace bw::model::joint_model_test {
namespace {

std::unique_ptr<Model> model_of(const std::string& body, const std::string& name, Bells& bells) {
  const auto text = equation::read_model("model M\n" + body + "\nend M;", "m.mo");
  const auto blueprint = equation::make_equation_blueprint(text.model);
  ComponentRequest request;
  request.name = name;
  request.interface = Interface::model_exchange;
  for (std::size_t i = 0; i < blueprint->variables().size(); ++i) {
    const Causality causality = blueprint->variables()[i].causality;
    if (causality == Causality::input) request.inputs.push_back(i);
    if (causality == Causality::output) request.outputs.push_back(i);
  }
  return blueprint->make_model(request, bells);
}

// The loop y = u^2 + 1 + x, u = y has solutions for x <= -0.75 only.
TEST(JointModel, AStepThatEndsWithoutASolutionOfALoopFails) {
  Bells bells;
  std::vector<std::unique_ptr<Model>> models;
  models.push_back(
      model_of("input Real u; output Real y; Real x(start=-2, fixed=true);"
               "equation der(x) = 1; y = u^2 + 1 + x;",
               "a", bells));
  models.push_back(model_of("input Real u; output Real y; equation y = u;", "b", bells));
  const std::vector<JointConnection> loop = {{0, 0, 1, 0, 1.0, 0.0}, {1, 0, 0, 0, 1.0, 0.0}};
  const auto joint = make_joint_model("a+b", std::move(models), loop, {});
  std::vector<double> x(1);
  joint->begin(0, 10, {});
  joint->start(x);
  EXPECT_FALSE(joint->completed_step(0, x).ends);
  const std::vector<double> beyond{1.0};
  EXPECT_TRUE(test::contains(
      test::outcome<ComponentFailure>([&] { (void)joint->completed_step(3, beyond); }),
      "a+b: at t = 3 "));
}

}  // namespace
}  // namespace bw::model::joint_model_test
