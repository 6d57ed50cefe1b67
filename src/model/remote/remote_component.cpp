// A stepped component of another program: (y, state) = step(t, h, u, state).

#include <span>
#include <string>

#include "model/blueprint.h"
#include "model/component.h"
#include "model/remote/remote_blueprint.h"
#include "model/remote/remote_description.h"
#include "model/remote/remote_instance.h"
#include "model/remote/remote_link.h"
#include "model/signals.h"

namespace bw::model {
namespace {

class RemoteComponent final : public Component {
 public:
  RemoteComponent(const RemoteDescription& description, const ComponentRequest& request)
      : remote_(description, request) {
    shape_.name = request.name;
    shape_.inputs = remote_.chosen(request.inputs);
    shape_.outputs = remote_.chosen(request.outputs);
    shape_.records = remote_.chosen(request.records);
    shape_.can_roll_back = true;
  }

  const ComponentShape& shape() const override { return shape_; }

  void begin(double start, double /*stop*/) override { start_ = start; }
  void evaluate(const SignalsIn& u, const SignalsOut& y) override {
    remote_.set_inputs(u);
    ask(remote_.link().request(RemoteVerb::evaluate).put(start_), y);
  }
  void start() override {
    remote_.link().request(RemoteVerb::start).put(start_).put(remote_.inputs()).ask(1);
  }
  Advance advance(const SignalsIn& u, double t, double h, const SignalsOut& y) override {
    remote_.set_inputs(u);
    ask(remote_.link().request(RemoteVerb::advance).put(t).put(h), y);
    return {Advance::Status::completed, t + h};
  }
  std::string reason() const override { return ""; }

  void get_outputs(const SignalsOut& y) override { remote_.read_outputs(y); }
  void get_records(const SignalsOut& values) override { remote_.read_records(values); }
  void save(std::unique_ptr<Snapshot>& into) override { remote_.save(into); }
  void restore(const Snapshot& from) override { remote_.restore(from); }
  void finish() override {}

 private:
  void ask(RemoteLink& request, const SignalsOut& y) {
    remote_.set_outputs(request.put(remote_.inputs()).ask(remote_.description().outputs()));
    remote_.read_outputs(y);
  }

  RemoteInstance remote_;
  ComponentShape shape_;
  double start_ = 0;
};

}  // namespace

std::unique_ptr<Component> make_remote_component(const RemoteDescription& description,
                                                 const ComponentRequest& request) {
  return std::make_unique<RemoteComponent>(description, request);
}

}  // namespace bw::model
