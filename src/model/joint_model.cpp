#include "model/joint_model.h"

#include <algorithm>
#include <set>

#include "base/error.h"
#include "base/text.h"

namespace bw::model {
namespace {

constexpr int most_rounds = 100;  // of an event
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

Discrete discrete_of(const Value& value) {
  return std::visit(
      [](const auto& v) -> Discrete {
        if constexpr (std::is_same_v<std::decay_t<decltype(v)>, std::string>)
          return v;
        else
          return static_cast<std::int64_t>(v);
      },
      value);
}

class JointModel final : public Model {
 public:
  JointModel(std::string name, std::vector<std::unique_ptr<Model>> models,
             const std::vector<JointWire>& wires, const JointFace& face)
      : models_(std::move(models)), face_(face), signals_(shapes_of(models_), wires) {
    shape_.name = std::move(name);
    describe();
    describe_face();
    describe_sparsity(wires);
  }

  const ModelShape& shape() const override { return shape_; }

  void begin(double start, double stop, std::optional<double> tolerance) override {
    time_ = start;
    for (auto& model : models_) model->begin(start, stop, tolerance);
    // Their own start values, until a wire says otherwise: a model without inputs asks for none.
    for (std::size_t m = 0; m < models_.size(); ++m) take_starts(m);
  }

  void evaluate(const SignalsIn& u, const SignalsOut& y) override {
    take(u);
    for (int round = 0; round < most_rounds; ++round) {
      const bool settled = signals_.settle(
          [this](std::size_t m) { models_[m]->evaluate(signals_.in(m), signals_.out(m)); });
      if (!settled) fail(time_, signals_.why());
      // Those without wires have something to tell, too.
      for (std::size_t m = 0; m < models_.size(); ++m)
        models_[m]->evaluate(signals_.in(m), signals_.out(m));
      if (!signals_.pass_discretes()) {
        give(y);
        return;
      }
    }
    fail(time_, "discrete signals between them change again and again before the run begins");
  }

  EventUpdate start(std::span<double> x) override {
    Signals ignored;
    ignored.reals.resize(count_reals(shape_.outputs));
    ignored.discretes.resize(shape_.outputs.size() - ignored.reals.size());
    evaluate({}, {ignored.reals, ignored.discretes});
    EventUpdate all;
    for (std::size_t m = 0; m < models_.size(); ++m) add(models_[m]->start(part_of(x, m)), m, all);
    return iterate(time_, x, all);
  }

  void set_inputs(const SignalsIn& u) override { take(u); }

  void derivatives(double t, std::span<const double> x, std::span<double> dx) override {
    if (!settle(t, x)) return std::fill(dx.begin(), dx.end(), not_a_number);
    for (std::size_t m = 0; m < models_.size(); ++m) {
      models_[m]->set_inputs(signals_.in(m));
      models_[m]->derivatives(t, part_of(x, m), part_of(dx, m));
    }
  }

  void outputs(double t, std::span<const double> x, const SignalsOut& y) override {
    look(t, x);
    give(y);
  }

  void records(double t, std::span<const double> x, const SignalsOut& values) override {
    look(t, x);
    for (std::size_t m = 0; m < models_.size(); ++m)
      if (!models_[m]->shape().records.empty())
        models_[m]->records(t, part_of(x, m), {recorded_[m].reals, recorded_[m].discretes});
    std::size_t real = 0, discrete = 0;
    for (const Place& place : record_places_) {
      const Signals& from =
          place.from_outputs ? signals_.outputs(place.model) : recorded_[place.model];
      copy_one(from, place, values, real, discrete);
    }
  }

  void nominals(std::span<double> sizes) override {
    for (std::size_t m = 0; m < models_.size(); ++m) models_[m]->nominals(part_of(sizes, m));
  }

  void indicators(double t, std::span<const double> x, std::span<double> z) override {
    if (!settle(t, x)) return std::fill(z.begin(), z.end(), not_a_number);
    std::size_t first = 0;
    for (std::size_t m = 0; m < models_.size(); ++m) {
      const std::size_t count = models_[m]->shape().indicators;
      models_[m]->set_inputs(signals_.in(m));
      if (count > 0) models_[m]->indicators(t, part_of(x, m), z.subspan(first, count));
      first += count;
    }
  }

  EventUpdate handle_event(double t, std::span<double> x) override {
    look(t, x);
    signals_.pass_discretes();
    EventUpdate all;
    for (std::size_t m = 0; m < models_.size(); ++m) handle(t, x, m, all);
    return iterate(t, x, all);
  }

  StepEnd completed_step(double t, std::span<const double> x) override {
    settle(t, x);
    StepEnd all;
    for (std::size_t m = 0; m < models_.size(); ++m) {
      models_[m]->set_inputs(signals_.in(m));
      const StepEnd end = models_[m]->completed_step(t, part_of(x, m));
      all.event = all.event || end.event;
      all.ends = all.ends || end.ends;
    }
    return all;
  }

  double next_kink(double t) override {
    double next = std::numeric_limits<double>::infinity();
    for (auto& model : models_) next = std::min(next, model->next_kink(t));
    return next;
  }

  void save(std::unique_ptr<Snapshot>& into) override {
    if (into == nullptr) into = std::make_unique<Memory>();
    auto& memory = dynamic_cast<Memory&>(*into);
    memory.models.resize(models_.size());
    for (std::size_t m = 0; m < models_.size(); ++m) models_[m]->save(memory.models[m]);
    memory.next_events = next_events_;
    signals_.save(memory.signals);
  }
  void restore(const Snapshot& from) override {
    const auto& memory = dynamic_cast<const Memory&>(from);
    for (std::size_t m = 0; m < models_.size(); ++m) models_[m]->restore(*memory.models[m]);
    next_events_ = memory.next_events;
    signals_.restore(memory.signals);
  }

  void finish() override {
    for (auto& model : models_) model->finish();
  }

 private:
  struct Memory final : Snapshot {
    std::vector<std::unique_ptr<Snapshot>> models;
    std::vector<double> next_events;
    JointSignals::Saved signals;
  };
  struct Place {
    std::size_t model, at;
    bool is_real, from_outputs;
  };

  static std::vector<const ModelShape*> shapes_of(
      const std::vector<std::unique_ptr<Model>>& models) {
    std::vector<const ModelShape*> shapes;
    for (const auto& model : models) shapes.push_back(&model->shape());
    return shapes;
  }

  void describe() {
    shape_.can_roll_back = true;
    first_.push_back(0);
    next_events_.assign(models_.size(), std::numeric_limits<double>::infinity());
    for (const auto& model : models_) {
      const ModelShape& own = model->shape();
      for (const std::string& state : own.states) shape_.states.push_back(own.name + "." + state);
      first_.push_back(shape_.states.size());
      shape_.indicators += own.indicators;
      shape_.can_roll_back = shape_.can_roll_back && own.can_roll_back;
      if (own.kin != nullptr) shape_.kin = own.kin;
      Signals& recorded = recorded_.emplace_back();
      recorded.reals.resize(count_reals(own.records));
      recorded.discretes.resize(own.records.size() - recorded.reals.size());
    }
  }

  void describe_face() {
    const auto named = [this](const Variable& variable, std::size_t m) {
      Variable made = variable;
      made.name = models_[m]->shape().name + "." + variable.name;
      made.direct_inputs.reset();  // through wires, any may act
      return made;
    };
    const auto place = [](const std::vector<Variable>& list, JointEnd end, bool from_outputs) {
      return Place{end.model, lane_positions(list)[end.position], is_real(list[end.position].type),
                   from_outputs};
    };
    for (const JointEnd& end : face_.inputs) {
      const auto& list = models_[end.model]->shape().inputs;
      shape_.inputs.push_back(named(list[end.position], end.model));
      input_places_.push_back(place(list, end, false));
    }
    for (const JointEnd& end : face_.outputs) {
      const auto& list = models_[end.model]->shape().outputs;
      shape_.outputs.push_back(named(list[end.position], end.model));
      output_places_.push_back(place(list, end, true));
    }
    for (const auto& [end, from_outputs] : face_.records) {
      const ModelShape& own = models_[end.model]->shape();
      const auto& list = from_outputs ? own.outputs : own.records;
      shape_.records.push_back(named(list[end.position], end.model));
      record_places_.push_back(place(list, end, from_outputs));
    }
  }

  // Each model: those whose states act on its inputs at once.
  std::vector<std::set<std::size_t>> who_reaches(const std::vector<JointWire>& wires) const {
    std::vector<std::vector<const JointWire*>> into(models_.size());
    for (const JointWire& w : wires) into[w.to].push_back(&w);
    std::vector<std::set<std::size_t>> reaches(models_.size());
    for (std::size_t m = 0; m < models_.size(); ++m) {
      std::vector<std::size_t> open{m};
      std::set<std::size_t> passed{m};
      while (!open.empty()) {
        const std::size_t to = open.back();
        open.pop_back();
        for (const JointWire* w : into[to]) {
          reaches[m].insert(w->from);
          if (may_follow_at_once(models_[w->from]->shape().outputs[w->output]) &&
              passed.insert(w->from).second)
            open.push_back(w->from);
        }
      }
    }
    return reaches;
  }

  // A derivative depends on what its own model says, and on all states of the models whose signals
  // reach it at once.
  void describe_sparsity(const std::vector<JointWire>& wires) {
    const std::size_t n = shape_.states.size(), count = models_.size();
    const std::vector<std::set<std::size_t>> reaches = who_reaches(wires);
    std::vector<std::vector<std::size_t>> rows;
    std::size_t entries = 0;
    for (std::size_t m = 0; m < count; ++m) {
      const auto& own = models_[m]->shape().sparsity;
      for (std::size_t i = 0; i < first_[m + 1] - first_[m]; ++i) {
        std::vector<std::size_t>& row = rows.emplace_back();
        for (std::size_t other = 0; other < count; ++other) {
          if (reaches[m].contains(other) || (other == m && !own))
            for (std::size_t j = first_[other]; j < first_[other + 1]; ++j) row.push_back(j);
          else if (other == m)
            for (const std::size_t j : (*own)[i]) row.push_back(first_[m] + j);
        }
        entries += row.size();
      }
    }
    if (entries < n * n) shape_.sparsity = std::move(rows);
  }

  template <class Number>
  std::span<Number> part_of(std::span<Number> x, std::size_t m) const {
    return x.subspan(first_[m], first_[m + 1] - first_[m]);
  }

  void take_starts(std::size_t m) {
    std::size_t real = 0, discrete = 0;
    Signals& in = signals_.inputs(m);
    for (const Variable& input : models_[m]->shape().inputs) {
      const bool given = input.start.has_value();
      if (is_real(input.type)) {
        if (given && std::holds_alternative<double>(*input.start))
          in.reals[real] = std::get<double>(*input.start);
        ++real;
      } else {
        if (given) in.discretes[discrete] = discrete_of(*input.start);
        ++discrete;
      }
    }
  }

  void take(const SignalsIn& u) {
    if (u.reals.empty() && u.discretes.empty()) return;
    std::size_t real = 0, discrete = 0;
    for (const Place& place : input_places_) {
      Signals& in = signals_.inputs(place.model);
      if (place.is_real)
        in.reals[place.at] = u.reals[real++];
      else
        in.discretes[place.at] = u.discretes[discrete++];
    }
  }

  static void copy_one(const Signals& from, const Place& place, const SignalsOut& to,
                       std::size_t& real, std::size_t& discrete) {
    if (place.is_real)
      to.reals[real++] = from.reals[place.at];
    else
      to.discretes[discrete++] = from.discretes[place.at];
  }

  void give(const SignalsOut& y) {
    std::size_t real = 0, discrete = 0;
    for (const Place& place : output_places_)
      copy_one(signals_.outputs(place.model), place, y, real, discrete);
  }

  // All wires of the moment.
  bool settle(double t, std::span<const double> x) {
    const JointSignals::Compute compute = [&](std::size_t m) {
      models_[m]->set_inputs(signals_.in(m));
      models_[m]->outputs(t, part_of(x, m), signals_.out(m));
    };
    return signals_.settle(compute);
  }

  // The same, and the outputs of all models.
  void look(double t, std::span<const double> x) {
    if (!settle(t, x)) fail(t, signals_.why());
    for (std::size_t m = 0; m < models_.size(); ++m) {
      models_[m]->set_inputs(signals_.in(m));
      models_[m]->outputs(t, part_of(x, m), signals_.out(m));
    }
  }

  void add(const EventUpdate& one, std::size_t m, EventUpdate& all) {
    all.states_changed = all.states_changed || one.states_changed;
    all.ends = all.ends || one.ends;
    next_events_[m] = one.next_time_event;
  }

  void handle(double t, std::span<double> x, std::size_t m, EventUpdate& all) {
    models_[m]->set_inputs(signals_.in(m));
    add(models_[m]->handle_event(t, part_of(x, m)), m, all);
  }

  // Whoever gets another signal than before looks again.
  EventUpdate iterate(double t, std::span<double> x, EventUpdate all) {
    for (int round = 0; round < most_rounds; ++round) {
      signals_.save(before_);
      look(t, x);
      signals_.pass_discretes();
      bool again = false;
      for (std::size_t m = 0; m < models_.size(); ++m) {
        const Signals& now = signals_.inputs(m);
        if (now.reals == before_.inputs[m].reals && now.discretes == before_.inputs[m].discretes)
          continue;
        handle(t, x, m, all);
        again = true;
      }
      if (again) continue;
      all.next_time_event = *std::min_element(next_events_.begin(), next_events_.end());
      return all;
    }
    fail(t, "the signals between them change again and again at the same time");
  }

  [[noreturn]] void fail(double t, const std::string& why) const {
    throw PartFailure(shape_.name, shape_.name + ": at t = " + shortest(t) + " " + why + ".");
  }

  std::vector<std::unique_ptr<Model>> models_;
  JointFace face_;
  ModelShape shape_;
  JointSignals signals_;
  std::vector<std::size_t> first_;  // state of each model, and the end
  std::vector<Place> input_places_, output_places_, record_places_;
  std::vector<Signals> recorded_;
  std::vector<double> next_events_;
  JointSignals::Saved before_;
  double time_ = 0;
};

}  // namespace

std::unique_ptr<Model> make_joint_model(std::string name,
                                        std::vector<std::unique_ptr<Model>> models,
                                        const std::vector<JointWire>& wires,
                                        const JointFace& face) {
  return std::make_unique<JointModel>(std::move(name), std::move(models), wires, face);
}

}  // namespace bw::model
