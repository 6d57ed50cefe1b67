#include "model/remote/remote_blueprint.h"

#include <stdexcept>
#include <utility>
#include <vector>

#include "base/value.h"
#include "model/variable.h"

namespace bw::model {
namespace {

class RemoteBlueprint final : public Blueprint {
 public:
  explicit RemoteBlueprint(RemoteDescription description)
      : description_(std::move(description)),
        interfaces_{is_stepped() ? Interface::co_simulation : Interface::model_exchange} {}

  const std::vector<Variable>& variables() const override { return description_.variables; }
  const Experiment& experiment() const override { return experiment_; }
  const std::vector<Interface>& interfaces() const override { return interfaces_; }
  Capabilities capabilities(Interface /*interface*/) const override {
    return {.can_roll_back = true};
  }
  std::shared_ptr<const Blueprint> resized(
      const std::vector<std::pair<std::size_t, Value>>& /*structural*/) const override {
    throw std::logic_error("A remote component has no structural parameters.");
  }
  std::unique_ptr<Component> make(const ComponentRequest& request,
                                  Bells& /*bells*/) const override {
    return make_remote_component(description_, request);
  }
  std::unique_ptr<Model> make_model(const ComponentRequest& request,
                                    Bells& /*bells*/) const override {
    return make_remote_model(description_, request);
  }

 private:
  bool is_stepped() const { return description_.kind == RemoteDescription::Kind::stepped; }

  RemoteDescription description_;
  std::vector<Interface> interfaces_;
  Experiment experiment_;
};

}  // namespace

std::shared_ptr<const Blueprint> make_remote_blueprint(const std::filesystem::path& file) {
  return std::make_shared<RemoteBlueprint>(read_remote(file));
}

}  // namespace bw::model
