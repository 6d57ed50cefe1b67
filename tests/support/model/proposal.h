#pragma once
// A blueprint that proposes an experiment, has capabilities and variables, and is never built.

#include <memory>
#include <utility>
#include <vector>

#include "model/blueprint.h"

namespace bw::test {

class Proposal final : public model::Blueprint {
 public:
  Proposal(model::Experiment experiment, model::Capabilities capabilities,
           std::size_t variables = 0)
      : variables_(variables), experiment_(experiment), capabilities_(capabilities) {}
  const std::vector<model::Variable>& variables() const override { return variables_; }
  const model::Experiment& experiment() const override { return experiment_; }
  const std::vector<model::Interface>& interfaces() const override { return interfaces_; }
  model::Capabilities capabilities(model::Interface) const override { return capabilities_; }
  std::shared_ptr<const model::Blueprint> resized(
      const std::vector<std::pair<std::size_t, Value>>&) const override {
    return nullptr;
  }
  std::unique_ptr<model::Component> make(const model::ComponentRequest&, Bells&) const override {
    return nullptr;
  }
  std::unique_ptr<model::Model> make_model(const model::ComponentRequest&, Bells&) const override {
    return nullptr;
  }

 private:
  std::vector<model::Variable> variables_;
  std::vector<model::Interface> interfaces_ = {model::Interface::co_simulation};
  model::Experiment experiment_;
  model::Capabilities capabilities_;
};

}  // namespace bw::test
