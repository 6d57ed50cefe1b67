// Equations, functions and sampled functions of another program. Outputs are computed there only
// when something that they depend on has changed.

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "model/blueprint.h"
#include "model/component.h"
#include "model/model.h"
#include "model/remote/remote_blueprint.h"
#include "model/remote/remote_description.h"
#include "model/remote/remote_instance.h"
#include "model/remote/remote_link.h"
#include "model/signals.h"

namespace bw::model {
namespace {

using Kind = RemoteDescription::Kind;
constexpr double usual_seconds = 3e-5;  // of a request

// The last answer to one kind of request. Masters and integrators ask again where nothing has
// changed, and a request is a message to another program and back.
class LastAnswer {
 public:
  using In = std::span<const double>;

  bool is_for(double t, In u, In x) const {
    return is_known_ && t == t_ && std::ranges::equal(u, u_) && std::ranges::equal(x, x_);
  }
  void keep(double t, In u, In x) {
    t_ = t;
    u_.assign(u.begin(), u.end());
    x_.assign(x.begin(), x.end());
    is_known_ = true;
  }
  void forget() { is_known_ = false; }
  bool is_known() const { return is_known_; }

 private:
  bool is_known_ = false;
  double t_ = 0;
  std::vector<double> u_, x_;
};

class RemoteModel final : public Model {
 public:
  using In = std::span<const double>;
  using Out = std::span<double>;

  RemoteModel(const RemoteDescription& description, const ComponentRequest& request)
      : remote_(description, request) {
    shape_.name = request.name;
    shape_.inputs = remote_.chosen(request.inputs);
    shape_.outputs = remote_.chosen(request.outputs);
    shape_.records = remote_.chosen(request.records);
    for (std::size_t i = 0; i < description.states; ++i)
      shape_.states.push_back(description.variables[description.inputs + i].name);
    shape_.indicators = description.indicators;
    shape_.has_jacobian = description.has_jacobian;
    shape_.can_roll_back = true;
    shape_.rhs_seconds = usual_seconds;
    if (description.states == 0) shape_.sparsity.emplace();
  }

  const ModelShape& shape() const override { return shape_; }

  void begin(double start, double /*stop*/, std::optional<double> /*tolerance*/) override {
    start_ = start;
  }
  void evaluate(const SignalsIn& u, const SignalsOut& y) override {
    remote_.set_inputs(u);
    outputs_at(RemoteVerb::evaluate, start_, remote_.states());
    remote_.read_outputs(y);
  }
  EventUpdate start(Out x) override {
    std::ranges::copy(remote_.states(), x.begin());
    EventUpdate update;
    forget();
    z_.resize(shape_.indicators);
    remote_.memory() = signs(start_, x);
    if (remote_.description().kind == Kind::sampled)
      update.next_time_event =
          remote_.link().request(RemoteVerb::start).put(start_).put(remote_.inputs()).ask(1)[0];
    return update;
  }

  void set_inputs(const SignalsIn& u) override { remote_.set_inputs(u); }
  void derivatives(double t, In x, Out dx) override { compute(RemoteVerb::derivatives, t, x, dx); }
  void indicators(double t, In x, Out z) override {
    update_indicators(t, x);
    std::ranges::copy(z_, z.begin());
  }
  void jacobian(double t, In x, Out j) override { compute(RemoteVerb::jacobian, t, x, j); }
  void outputs(double t, In x, const SignalsOut& y) override {
    update_outputs(t, x);
    remote_.read_outputs(y);
  }
  void records(double t, In x, const SignalsOut& values) override {
    update_outputs(t, x);
    remote_.read_records(values);
  }
  void nominals(Out sizes) override {
    const RemoteDescription& description = remote_.description();
    for (std::size_t i = 0; i < sizes.size(); ++i)
      sizes[i] = description.variables[description.inputs + i].nominal;
  }

  // Whether an indicator has crossed zero in this step.
  StepEnd completed_step(double t, In x) override {
    if (z_.empty()) return {};
    if (has_crossed(t, x)) crossed_at_ = t;
    return {};
  }

  // Connected models are called at the events of all of them: a model only at its own.
  EventUpdate handle_event(double t, Out x) override {
    outputs_.forget();
    EventUpdate update;
    const Kind kind = remote_.description().kind;
    if (kind == Kind::function) return update;
    if (kind == Kind::model) {
      const bool crosses_now = has_crossed(t, x);
      if (!crosses_now && crossed_at_ != t) return update;
      crossed_at_ = std::numeric_limits<double>::quiet_NaN();
    }
    const In answer = place(RemoteVerb::event, t, x).ask(2 + x.size());
    indicators_.forget();  // the other program may remember what happened
    update.states_changed = answer[0] != 0;
    update.next_time_event = answer[1];
    std::copy(answer.begin() + 2, answer.end(), x.begin());
    if (kind == Kind::model) remote_.memory() = signs(t, x);
    return update;
  }

  void save(std::unique_ptr<Snapshot>& into) override { remote_.save(into); }
  void restore(const Snapshot& from) override {
    remote_.restore(from);
    forget();
  }

 private:
  std::vector<double> signs(double t, In x) {
    update_indicators(t, x);
    std::vector<double> all;
    for (const double z : z_) all.push_back(z > 0 ? 1 : z < 0 ? -1 : 0);
    return all;
  }
  // From one side of zero to another; what begins at zero only leaves it.
  bool has_crossed(double t, In x) {
    if (z_.empty()) return false;
    const std::vector<double> now = signs(t, x);
    std::vector<double>& before = remote_.memory();
    bool any = false;
    for (std::size_t i = 0; i < now.size(); ++i)
      any = any || (before[i] != 0 && now[i] != before[i]);
    before = now;
    return any;
  }

  RemoteLink& place(RemoteVerb verb, double t, In x) {
    return remote_.link().request(verb).put(t).put(remote_.inputs()).put(x);
  }
  void compute(RemoteVerb verb, double t, In x, Out values) {
    if (values.empty()) return;
    std::ranges::copy(place(verb, t, x).ask(values.size()), values.begin());
  }

  // Those of a sampled function change at its events only.
  void update_outputs(double t, In x) {
    std::ranges::copy(x, remote_.states().begin());
    if (remote_.description().kind == Kind::sampled ? outputs_.is_known()
                                                    : outputs_.is_for(t, remote_.inputs(), x))
      return;
    outputs_.forget();  // a request may throw
    outputs_at(RemoteVerb::outputs, t, x);
    outputs_.keep(t, remote_.inputs(), x);
  }
  void update_indicators(double t, In x) {
    if (z_.empty() || indicators_.is_for(t, remote_.inputs(), x)) return;
    indicators_.forget();
    compute(RemoteVerb::indicators, t, x, z_);
    indicators_.keep(t, remote_.inputs(), x);
  }
  void forget() {
    outputs_.forget();
    indicators_.forget();
  }
  void outputs_at(RemoteVerb verb, double t, In x) {
    const std::size_t count = remote_.description().outputs();
    if (count > 0) remote_.set_outputs(place(verb, t, x).ask(count));
  }

  RemoteInstance remote_;
  ModelShape shape_;
  double start_ = 0;
  LastAnswer outputs_, indicators_;
  std::vector<double> z_;  // the last indicators
  double crossed_at_ = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace

std::unique_ptr<Model> make_remote_model(const RemoteDescription& description,
                                         const ComponentRequest& request) {
  return std::make_unique<RemoteModel>(description, request);
}

}  // namespace bw::model
