#include "model/isolated/isolated_component.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "model/isolated/host.h"
#include "model/isolated/letter.h"
#include "model/isolated/news.h"
#include "model/isolated/snapshots.h"
#include "model/signals.h"
#include "model/solver_report.h"
#include "model/variable.h"

namespace bw::model {
namespace {

using Status = Advance::Status;

constexpr char one_lane = 0;  // its address

// In the host.
class ComponentServant final : public Servant {
 public:
  explicit ComponentServant(std::unique_ptr<Component> component)
      : component_(std::move(component)) {}

  void introduce(Letter& answer) override {
    const ComponentShape& shape = component_->shape();
    answer.put(shape.can_roll_back);
    answer.put(shape.variable_steps);
    answer.put(shape.takes_slopes);
    answer.put(shape.gives_partials);
  }

  void serve(Verb verb, OpenedLetter& request, Letter& answer) override {
    switch (verb) {
      case Verb::advance: return advance(request, answer);
      case Verb::begin: {
        const auto start = request.get<double>(), stop = request.get<double>();
        return component_->begin(start, stop);
      }
      case Verb::evaluate: {
        request.get(u_);
        const SignalsOut y = places(request, y_);
        component_->evaluate({u_.reals, u_.discretes}, y);
        return answer.put(y);
      }
      case Verb::start: return component_->start();
      case Verb::outputs: {
        const SignalsOut y = places(request, y_);
        component_->get_outputs(y);
        return answer.put(y);
      }
      case Verb::records: {
        const SignalsOut values = places(request, records_);
        component_->get_records(values);
        return answer.put(values);
      }
      case Verb::partials:
        columns_.resize(request.get<std::uint32_t>());
        component_->get_partials(columns_);
        return answer.put(std::span<const double>(columns_));
      case Verb::save: return states_.save(*component_, request);
      case Verb::restore: return states_.restore(*component_, request);
      case Verb::report: {
        const auto probing = request.get<Probing>();
        return answer.put(std::string_view(report_bytes(component_->report(probing))));
      }
      case Verb::finish: return component_->finish();
      default: throw Garbled();
    }
  }

 private:
  void advance(OpenedLetter& request, Letter& answer) {
    const auto t = request.get<double>(), h = request.get<double>();
    request.get(u_);
    const SignalsOut y = places(request, y_);
    if (request.get<bool>()) {
      request.get(slopes_);
      component_->set_slopes(slopes_);
    }
    const bool with_records = request.get<bool>();
    const SignalsOut records = places(request, records_);
    const Advance moved = component_->advance({u_.reals, u_.discretes}, t, h, y);
    const bool completed = moved.status == Status::completed;
    answer.put(moved.status);
    answer.put(moved.reached);
    answer.put(moved.has_outputs);
    if (!completed) answer.put(std::string_view(component_->reason()));
    if (completed || moved.has_outputs) answer.put(y);
    if (!completed || !with_records) return;
    component_->get_records(records);
    answer.put(records);
  }

  std::unique_ptr<Component> component_;
  KeptStates<Component> states_;
  Signals u_, y_, records_;
  std::vector<double> slopes_, columns_;
};

// Here.
class IsolatedComponent final : public Component {
 public:
  IsolatedComponent(ComponentShape shape, MakeServant make, Copies copies, const Isolation& how,
                    Bells& bells)
      : link_(std::make_shared<Link>(shape.name, std::move(make), how, bells)),
        shape_(std::move(shape)),
        snapshots_(link_, false) {
    OpenedLetter said = link_->introduction();
    shape_.can_roll_back = said.get<bool>();
    shape_.variable_steps = said.get<bool>();
    shape_.takes_slopes = said.get<bool>();
    shape_.gives_partials = said.get<bool>();
    shape_.is_elsewhere = true;
    shape_.kin = &one_lane;  // their steps overlap without threads of ours
    if (copies == Copies::unused) return;
    shape_.can_roll_back = true;
    snapshots_ = Snapshots(link_, true);
  }
  ~IsolatedComponent() override { link_->end(); }  // snapshots may hold the link for longer

  const ComponentShape& shape() const override { return shape_; }

  void begin(double start, double stop) override {
    link_->set_time(start);
    Letter& letter = request(Verb::begin);
    letter.put(start);
    letter.put(stop);
    link_->ask();
  }
  void evaluate(const SignalsIn& u, const SignalsOut& y) override {
    Letter& letter = request(Verb::evaluate);
    letter.put(u);
    put_places(letter, y);
    link_->ask().get(y);
  }
  void start() override {
    request(Verb::start);
    link_->ask();
  }

  bool begin_advance(const SignalsIn& u, double t, double h) override {
    settle();
    link_->set_time(t);
    Letter& letter = request(Verb::advance);
    letter.put(t);
    letter.put(h);
    letter.put(u);
    letter.put(reals_);
    letter.put(discretes_);
    letter.put(!slopes_.empty());
    if (!slopes_.empty()) letter.put(std::span<const double>(slopes_));
    slopes_.clear();
    letter.put(with_records_ = reads_records_);
    put_places(letter, {known_records_.reals, known_records_.discretes});
    link_->send();
    is_under_way_ = true;
    t_ = t;
    h_ = h;
    return true;
  }
  Advance advance(const SignalsIn& u, double t, double h, const SignalsOut& y) override {
    if (!is_under_way_ || t != t_ || h != h_) (void)begin_advance(u, t, h);
    is_under_way_ = false;
    OpenedLetter answer = link_->wait();
    Advance moved;
    moved.status = answer.get<Status>();
    moved.reached = answer.get<double>();
    moved.has_outputs = answer.get<bool>();
    const bool completed = moved.status == Status::completed;
    if (!completed) [[unlikely]]
      reason_ = std::string(answer.text());
    if (completed || moved.has_outputs) answer.get(y);
    knows_records_ = completed && with_records_;
    reads_records_ = false;
    if (knows_records_) answer.get(known_records_);
    link_->set_time(moved.reached);
    return moved;
  }
  void set_slopes(std::span<const double> slopes) override {
    slopes_.assign(slopes.begin(), slopes.end());
  }
  std::string reason() const override { return reason_; }

  void get_outputs(const SignalsOut& y) override { read(Verb::outputs, y); }
  // Where they were read after the step before, they come with the step.
  void get_records(const SignalsOut& values) override {
    reads_records_ = true;
    if (!knows_records_) {
      known_records_.reals.resize(values.reals.size());
      known_records_.discretes.resize(values.discretes.size());
      return read(Verb::records, values);
    }
    std::ranges::copy(known_records_.reals, values.reals.begin());
    std::ranges::copy(known_records_.discretes, values.discretes.begin());
  }
  void get_partials(std::span<double> columns) override {
    request(Verb::partials).put(static_cast<std::uint32_t>(columns.size()));
    link_->ask().get(columns);
  }

  void save(std::unique_ptr<Snapshot>& into) override {
    settle();
    knows_records_ = false;
    snapshots_.save(into);
  }
  void restore(const Snapshot& from) override {
    settle();
    knows_records_ = false;
    snapshots_.restore(from);
  }

  SolverReport report(Probing probing) override {
    if (link_->is_broken()) return {};  // what it knew went with it
    request(Verb::report).put(probing);
    return report_from(link_->ask().text());
  }
  void finish() override {
    request(Verb::finish);
    link_->ask();
  }

 private:
  // A step that was begun and is not wanted, because another component could not make it.
  void settle() {
    if (!std::exchange(is_under_way_, false)) return;
    (void)link_->wait();
  }
  Letter& request(Verb verb) {
    settle();
    knows_records_ = false;
    return link_->request(verb);
  }
  void read(Verb verb, const SignalsOut& values) {
    put_places(request(verb), values);
    link_->ask().get(values);
  }

  std::shared_ptr<Link> link_;
  ComponentShape shape_;
  Snapshots snapshots_;
  std::uint32_t reals_ = static_cast<std::uint32_t>(count_reals(shape_.outputs));
  std::uint32_t discretes_ = static_cast<std::uint32_t>(shape_.outputs.size()) - reals_;
  bool is_under_way_ = false;
  // Records were read since the last step; the step that was begun brings them; they are known.
  bool reads_records_ = false, with_records_ = false, knows_records_ = false;
  Signals known_records_;
  double t_ = 0, h_ = 0;  // of that step
  std::vector<double> slopes_;
  std::string reason_;
};

}  // namespace

std::vector<Variable> chosen_variables(const Blueprint& blueprint, const ComponentRequest& request,
                                       const std::vector<std::size_t>& chosen) {
  std::vector<Variable> variables;
  for (const std::size_t index : chosen) variables.push_back(blueprint.variables()[index]);
  point_into(request.inputs, variables);
  return variables;
}

std::unique_ptr<Component> make_isolated_component(std::shared_ptr<const Blueprint> inner,
                                                   const ComponentRequest& request, Copies copies,
                                                   const Isolation& how, Bells& bells) {
  ComponentShape shape;
  shape.name = request.name;
  shape.inputs = chosen_variables(*inner, request, request.inputs);
  shape.outputs = chosen_variables(*inner, request, request.outputs);
  shape.records = chosen_variables(*inner, request, request.records);
  MakeServant make = [inner = std::move(inner), request](Bells& in_host) {
    return std::make_unique<ComponentServant>(inner->make(request, in_host));
  };
  return std::make_unique<IsolatedComponent>(std::move(shape), std::move(make), copies, how, bells);
}

}  // namespace bw::model
