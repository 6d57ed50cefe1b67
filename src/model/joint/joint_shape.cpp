#include "model/joint/joint_shape.h"

#include <set>

namespace bw::model {
namespace {

using Shapes = std::vector<const ModelShape*>;

void add_states(const Shapes& shapes, JointShape& made) {
  ModelShape& whole = made.whole;
  whole.can_roll_back = true;
  whole.has_formulas = shapes.size() == 1;  // outputs that drive others are not bounded
  made.first.push_back(0);
  for (const ModelShape* own : shapes) {
    for (const std::string& state : own->states) whole.states.push_back(own->name + "." + state);
    made.first.push_back(whole.states.size());
    whole.indicators += own->indicators;
    whole.rhs_seconds += own->rhs_seconds;
    whole.can_roll_back = whole.can_roll_back && own->can_roll_back;
    whole.has_formulas = whole.has_formulas && own->has_formulas;
    whole.checks_steps = whole.checks_steps || own->checks_steps;
    if (own->kin != nullptr) whole.kin = own->kin;
  }
}

void add_face(const Shapes& shapes, const JointFace& face, JointShape& made) {
  const auto add = [&](const std::vector<Variable>& list, JointEnd end, bool from_outputs,
                       std::vector<Variable>& variables, std::vector<JointShape::Place>& places) {
    Variable& variable = variables.emplace_back(list[end.position]);
    variable.name = shapes[end.model]->name + "." + variable.name;
    variable.direct_inputs.reset();  // through connections, any input may have direct feedthrough
    places.push_back(
        {end.model, lane_positions(list)[end.position], is_real(variable.type), from_outputs});
  };
  ModelShape& whole = made.whole;
  for (const JointEnd& end : face.inputs)
    add(shapes[end.model]->inputs, end, false, whole.inputs, made.inputs);
  for (const JointEnd& end : face.outputs)
    add(shapes[end.model]->outputs, end, true, whole.outputs, made.outputs);
  for (const auto& [end, from_outputs] : face.records)
    add(from_outputs ? shapes[end.model]->outputs : shapes[end.model]->records, end, from_outputs,
        whole.records, made.records);
}

// Each model: the models whose states reach its inputs by direct feedthrough.
std::vector<std::set<std::size_t>> who_reaches(const Shapes& shapes,
                                               const std::vector<JointConnection>& connections) {
  std::vector<std::vector<const JointConnection*>> into(shapes.size());
  for (const JointConnection& w : connections) into[w.to].push_back(&w);
  std::vector<std::set<std::size_t>> reaches(shapes.size());
  for (std::size_t m = 0; m < shapes.size(); ++m) {
    std::vector<std::size_t> open{m};
    std::set<std::size_t> passed{m};
    while (!open.empty()) {
      const std::size_t to = open.back();
      open.pop_back();
      for (const JointConnection* w : into[to]) {
        reaches[m].insert(w->from);
        if (may_feed_through(shapes[w->from]->outputs[w->output]) && passed.insert(w->from).second)
          open.push_back(w->from);
      }
    }
  }
  return reaches;
}

// A derivative depends on the states given by its own model, and on all states of the models that
// reach its inputs by direct feedthrough.
void add_sparsity(const Shapes& shapes, const std::vector<JointConnection>& connections,
                  JointShape& made) {
  const std::size_t n = made.whole.states.size();
  const std::vector<std::set<std::size_t>> reaches = who_reaches(shapes, connections);
  std::vector<std::vector<std::size_t>> rows;
  std::size_t entries = 0;
  for (std::size_t m = 0; m < shapes.size(); ++m) {
    const auto& own = shapes[m]->sparsity;
    std::set<std::size_t> all = reaches[m];
    if (!own) all.insert(m);
    for (std::size_t i = 0; i < made.first[m + 1] - made.first[m]; ++i) {
      std::set<std::size_t> row;
      for (const std::size_t other : all)
        for (std::size_t j = made.first[other]; j < made.first[other + 1]; ++j) row.insert(j);
      if (!all.contains(m))
        for (const std::size_t j : (*own)[i]) row.insert(made.first[m] + j);
      entries += row.size();
      rows.emplace_back(row.begin(), row.end());
    }
    if (entries >= n * n) return;  // a full pattern does not help
  }
  if (entries < n * n) made.whole.sparsity = std::move(rows);
}

}  // namespace

JointShape make_joint_shape(std::string name, const std::vector<const ModelShape*>& shapes,
                            const std::vector<JointConnection>& connections,
                            const JointFace& face) {
  JointShape made;
  made.whole.name = std::move(name);
  add_states(shapes, made);
  add_face(shapes, face, made);
  add_sparsity(shapes, connections, made);
  return made;
}

}  // namespace bw::model
