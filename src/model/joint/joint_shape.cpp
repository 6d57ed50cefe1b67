#include "model/joint/joint_shape.h"

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
  std::vector<std::vector<std::size_t>> inputs, outputs, records;  // lanes
  for (const ModelShape* own : shapes) {
    inputs.push_back(lane_positions(own->inputs));
    outputs.push_back(lane_positions(own->outputs));
    records.push_back(lane_positions(own->records));
  }
  const auto add = [&](const std::vector<Variable>& list, std::size_t lane, JointEnd end,
                       bool from_outputs, std::vector<Variable>& variables,
                       std::vector<JointShape::Place>& places) {
    Variable& variable = variables.emplace_back(list[end.position]);
    variable.name = shapes[end.model]->name + "." + variable.name;
    variable.direct_inputs.reset();  // through connections, any input may have direct feedthrough
    places.push_back({end.model, lane, is_real(variable.type), from_outputs});
  };
  ModelShape& whole = made.whole;
  for (const JointEnd& end : face.inputs)
    add(shapes[end.model]->inputs, inputs[end.model][end.position], end, false, whole.inputs,
        made.inputs);
  for (const JointEnd& end : face.outputs)
    add(shapes[end.model]->outputs, outputs[end.model][end.position], end, true, whole.outputs,
        made.outputs);
  for (const auto& [end, from_outputs] : face.records)
    add(from_outputs ? shapes[end.model]->outputs : shapes[end.model]->records,
        (from_outputs ? outputs : records)[end.model][end.position], end, from_outputs,
        whole.records, made.records);
}

}  // namespace

JointShape make_joint_shape(std::string name, const std::vector<const ModelShape*>& shapes,
                            const JointReach& reach, const JointFace& face) {
  JointShape made;
  made.whole.name = std::move(name);
  add_states(shapes, made);
  add_face(shapes, face, made);
  made.whole.sparsity = reach.sparsity();
  return made;
}

}  // namespace bw::model
