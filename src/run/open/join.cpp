#include "run/open/join.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "model/joint/joint_blueprint.h"
#include "model/joint/joint_shape.h"
#include "run/open/table_blueprint.h"

namespace bw::run {
namespace {

using model::Interface;

constexpr std::size_t alone = static_cast<std::size_t>(-1);
constexpr std::size_t names_in_name = 3;

bool is_table(const Components& components, std::size_t component) {
  return dynamic_cast<const TableBlueprint*>(components[component].blueprint.get()) != nullptr;
}

// Per component: the lowest number in its group; `alone`: it is not joined.
class Groups {
 public:
  explicit Groups(const Components& components) : all_(components), of_(components.size()) {
    std::iota(of_.begin(), of_.end(), 0);
    for (const cosim::Connection& c : components.connections)
      if (components[c.from].is_model() && components[c.to].is_model()) unite(c.from, c.to);
    if (all_are_models()) unite_all();
    join_tables();
    std::vector<std::size_t> sizes(of_.size(), 0);
    for (std::size_t component = 0; component < of_.size(); ++component) ++sizes[root(component)];
    std::vector<std::size_t> found(of_.size(), alone);
    for (std::size_t component = 0; component < of_.size(); ++component)
      if (sizes[root(component)] > 1) found[component] = root(component);
    of_ = std::move(found);
  }

  const std::vector<std::size_t>& of() const { return of_; }

 private:
  std::size_t root(std::size_t component) {
    while (of_[component] != component) component = of_[component] = of_[of_[component]];
    return component;
  }
  void unite(std::size_t a, std::size_t b) {
    a = root(a), b = root(b);
    of_[std::max(a, b)] = std::min(a, b);
  }
  bool all_are_models() const {
    for (std::size_t component = 0; component < of_.size(); ++component)
      if (!all_[component].is_model() && !is_table(all_, component)) return false;
    return true;
  }
  void unite_all() {
    std::size_t first = alone;
    for (std::size_t component = 0; component < of_.size(); ++component)
      if (all_[component].is_model()) {
        if (first == alone) first = component;
        unite(first, component);
      }
  }
  // Tables that drive one group and nothing else.
  void join_tables() {
    std::map<std::size_t, std::vector<std::size_t>> drives;
    for (const cosim::Connection& c : all_.connections)
      if (is_table(all_, c.from)) drives[c.from].push_back(c.to);
    for (const auto& [table, driven] : drives) {
      const std::size_t group = root(driven.front());
      if (std::ranges::all_of(driven, [&](std::size_t component) {
            return all_[component].is_model() && root(component) == group;
          }))
        unite(table, group);
    }
  }

  const Components& all_;
  std::vector<std::size_t> of_;
};

// Builds the Components in which each group is one component.
class Joiner {
 public:
  Joiner(const Components& old, const std::vector<std::size_t>& group)
      : old_(old), group_(group), place_(group.size()), member_(group.size()) {}

  Components join() {
    joined_.single = old_.single;
    seat();
    for (const cosim::Connection& c : old_.connections) connect(c);
    for (const Recorded& recorded : old_.recorded) joined_.recorded.push_back(moved(recorded));
    for (std::size_t p = 0; p < plans_.size(); ++p) {
      if (plans_[p].requests.empty()) continue;
      OpenedComponent& component = joined_.list[p];
      component.request.name = plans_[p].name = name_of(plans_[p]);
      request_all(plans_[p].face, component.request);
      component.blueprint = make_joint_blueprint(std::move(plans_[p]));
    }
    if (joined_.size() == 1) joined_.joined = old_.size();
    return std::move(joined_);
  }

 private:
  using Key = std::pair<std::size_t, std::size_t>;  // old component, position

  bool is_joined(std::size_t component) const { return group_[component] != alone; }

  void seat() {
    for (std::size_t component = 0; component < group_.size(); ++component) {
      const bool first = !is_joined(component) || group_[component] == component ||
                         !seats_.contains(group_[component]);
      if (first) add_place(component);
      place_[component] = is_joined(component) ? seats_.at(group_[component]) : plans_.size() - 1;
      if (!is_joined(component)) continue;
      model::JointPlan& plan = plans_[place_[component]];
      member_[component] = plan.requests.size();
      plan.blueprints.push_back(old_[component].blueprint);
      plan.requests.push_back(old_[component].request);
      plan.requests.back().interface = Interface::model_exchange;
      plan.tables.push_back(old_[component].table);
    }
  }

  void add_place(std::size_t component) {
    if (is_joined(component)) seats_[group_[component]] = plans_.size();
    plans_.emplace_back();
    OpenedComponent& added = joined_.list.emplace_back(old_[component]);
    if (!is_joined(component)) return;
    added.table = nullptr;
    added.request.starts.clear();
    added.request.interface = Interface::model_exchange;
  }

  void connect(cosim::Connection c) {
    if (is_joined(c.from) && place_[c.from] == place_[c.to]) {
      plans_[place_[c.from]].connections.push_back(
          {member_[c.from], c.output, member_[c.to], c.input, c.gain, c.offset, c.map});
      return;
    }
    if (is_joined(c.from)) c.output = output_of(c.from, c.output);
    if (is_joined(c.to)) {
      auto& inputs = plans_[place_[c.to]].face.inputs;
      inputs.push_back({member_[c.to], c.input});
      c.input = inputs.size() - 1;
    }
    c.from = place_[c.from];
    c.to = place_[c.to];
    joined_.connections.push_back(c);
  }

  std::size_t output_of(std::size_t component, std::size_t output) {
    auto& outputs = plans_[place_[component]].face.outputs;
    const auto [found, is_new] = outputs_.emplace(Key(component, output), outputs.size());
    if (is_new) outputs.push_back({member_[component], output});
    return found->second;
  }

  Recorded moved(Recorded recorded) {
    const std::size_t component = recorded.component;
    recorded.component = place_[component];
    if (!is_joined(component)) return recorded;
    if (recorded.from_outputs)
      if (const auto seen = outputs_.find({component, recorded.place}); seen != outputs_.end()) {
        recorded.place = seen->second;
        return recorded;
      }
    auto& records = plans_[place_[component]].face.records;
    records.push_back({{member_[component], recorded.place}, recorded.from_outputs});
    recorded.from_outputs = false;
    recorded.place = records.size() - 1;
    return recorded;
  }

  static std::string name_of(const model::JointPlan& plan) {
    std::string name;
    for (std::size_t m = 0; m < plan.requests.size() && m < names_in_name; ++m)
      name += (m == 0 ? "" : "+") + plan.requests[m].name;
    return name + (plan.requests.size() > names_in_name ? "+…" : "");
  }

  // All variables of a joint blueprint: the inputs, outputs and records that are visible from
  // outside.
  static void request_all(const model::JointFace& face, model::ComponentRequest& request) {
    std::size_t next = 0;
    const auto count = [&](std::size_t many) {
      std::vector<std::size_t> list(many);
      std::iota(list.begin(), list.end(), next);
      next += many;
      return list;
    };
    request.inputs = count(face.inputs.size());
    request.outputs = count(face.outputs.size());
    request.records = count(face.records.size());
  }

  const Components& old_;
  const std::vector<std::size_t>& group_;
  Components joined_;
  std::vector<std::size_t> place_,
      member_;  // per old component: its new number; its number in a plan
  std::map<std::size_t, std::size_t> seats_;  // group: new component
  std::vector<model::JointPlan> plans_;       // per new component; empty: an old one, unchanged
  std::map<Key, std::size_t> outputs_;
};

}  // namespace

Components join_models(Components components) {
  if (components.size() < 2) return components;
  const Groups groups(components);
  const auto& of = groups.of();
  if (std::ranges::all_of(of, [](std::size_t group) { return group == alone; })) return components;
  return Joiner(components, of).join();
}

}  // namespace bw::run
