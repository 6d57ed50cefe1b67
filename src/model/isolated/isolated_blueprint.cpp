#include "model/isolated/isolated_blueprint.h"

#include <utility>
#include <vector>

#include "base/value.h"
#include "model/component.h"
#include "model/isolated/host.h"
#include "model/isolated/isolated_model.h"
#include "model/isolated/letter.h"
#include "model/model.h"
#include "model/variable.h"

namespace bw::model {
namespace {

// A host that only finds out whether the library loads.
class IdleServant final : public Servant {
 public:
  void introduce(Letter& /*answer*/) override {}
  void serve(Verb /*verb*/, OpenedLetter& /*request*/, Letter& /*answer*/) override {}
};

class IsolatedBlueprint final : public Blueprint {
 public:
  IsolatedBlueprint(std::shared_ptr<const Blueprint> inner, std::string name, Isolation how,
                    Copies copies)
      : inner_(std::move(inner)), name_(std::move(name)), how_(std::move(how)), copies_(copies) {}

  const std::vector<Variable>& variables() const override { return inner_->variables(); }
  const Experiment& experiment() const override { return inner_->experiment(); }
  const std::vector<Interface>& interfaces() const override { return inner_->interfaces(); }

  Capabilities capabilities(Interface interface) const override {
    Capabilities can = inner_->capabilities(interface);
    can.one_instance_only = can.one_instance_only && copies_ == Copies::for_rollback;
    can.can_roll_back = can.can_roll_back || copies_ != Copies::unused;
    can.can_serialise = false;  // its state stays in its process
    return can;
  }

  void prepare(Interface interface, Bells& bells) const override {
    if (copies_ == Copies::for_rollback) return inner_->prepare(interface, bells);
    (void)inner_->files(interface, bells);  // unpacked and compiled before there is a host
    const MakeServant make = [this, interface](Bells& in_host) {
      inner_->prepare(interface, in_host);
      return std::make_unique<IdleServant>();
    };
    const Link link(name_, make, how_, bells);
  }
  std::vector<std::filesystem::path> files(Interface interface, Bells& bells) const override {
    return inner_->files(interface, bells);
  }
  bool is_foreign() const override { return true; }

  std::shared_ptr<const Blueprint> resized(
      const std::vector<std::pair<std::size_t, Value>>& structural) const override {
    return std::make_shared<IsolatedBlueprint>(inner_->resized(structural), name_, how_, copies_);
  }
  std::vector<double> special_times(const ComponentRequest& request) const override {
    return inner_->special_times(request);
  }

  std::unique_ptr<Component> make(const ComponentRequest& request, Bells& bells) const override {
    if (is_left_here(request)) return inner_->make(request, bells);
    return make_isolated_component(inner_, request, copies_, how_, bells);
  }
  std::unique_ptr<Model> make_model(const ComponentRequest& request, Bells& bells) const override {
    if (is_left_here(request)) return inner_->make_model(request, bells);
    return make_isolated_model(inner_, request, copies_, how_, bells);
  }

  const Blueprint& inner() const { return *inner_; }
  Copies copies() const { return copies_; }

 private:
  bool is_left_here(const ComponentRequest& request) const {
    return copies_ == Copies::for_rollback && !request.may_roll_back;
  }

  std::shared_ptr<const Blueprint> inner_;
  std::string name_;
  Isolation how_;
  Copies copies_;
};

}  // namespace

std::shared_ptr<const Blueprint> make_isolated_blueprint(std::shared_ptr<const Blueprint> inner,
                                                         std::string name, const Isolation& how,
                                                         Copies copies) {
  if (const auto* isolated = dynamic_cast<const IsolatedBlueprint*>(inner.get()))
    inner = {inner, &isolated->inner()};  // shares the ownership of both
  return std::make_shared<IsolatedBlueprint>(std::move(inner), std::move(name), how, copies);
}

const Blueprint* isolated_inner(const Blueprint& blueprint) {
  const auto* isolated = dynamic_cast<const IsolatedBlueprint*>(&blueprint);
  return isolated != nullptr ? &isolated->inner() : nullptr;
}

bool rolls_back_by_copies(const Blueprint& blueprint) {
  const auto* isolated = dynamic_cast<const IsolatedBlueprint*>(&blueprint);
  return isolated != nullptr && isolated->copies() != Copies::unused;
}

}  // namespace bw::model
