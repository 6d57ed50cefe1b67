#include "model/joint/joint_reach.h"

#include <algorithm>
#include <numeric>

namespace bw::model {
namespace {

constexpr std::size_t most_states = 20'000'000;  // of all outputs; some hundred megabytes

}  // namespace

JointReach::JointReach(std::span<const JointPorts> models,
                       const std::vector<JointConnection>& connections)
    : models_(models.begin(), models.end()), first_state_{0}, first_input_{0} {
  for (const JointPorts& model : models_) {
    const ModelShape& shape = *model.shape;
    first_state_.push_back(first_state_.back() + static_cast<std::uint32_t>(shape.states.size()));
    first_input_.push_back(first_input_.back() +
                           static_cast<std::uint32_t>(count_reals(shape.inputs)));
  }
  seen_.resize(first_state_.back(), 0);
  feeds_.resize(first_input_.back());
  lay(connections);
  find_direct();
  find_states();
}

void JointReach::lay(const std::vector<JointConnection>& connections) {
  std::vector<std::vector<std::size_t>> inputs, outputs;
  std::vector<std::vector<std::uint32_t>> node_of;
  for (const JointPorts& model : models_) {
    inputs.push_back(lane_positions(model.shape->inputs));
    outputs.push_back(lane_positions(model.shape->outputs));
    node_of.emplace_back(model.shape->outputs.size(), nobody);
  }
  for (const JointConnection& w : connections) {
    if (!is_real(models_[w.to].shape->inputs[w.input].type)) continue;
    std::uint32_t& node = node_of[w.from][w.output];
    if (node == nobody) {
      node = static_cast<std::uint32_t>(nodes_.size());
      nodes_.push_back({static_cast<std::uint32_t>(w.from),
                        static_cast<std::uint32_t>(outputs[w.from][w.output])});
    }
    feeds_[first_input_[w.to] + inputs[w.to][w.input]] = {node, w.gain};
  }
}

// The real inputs with direct feedthrough to each node, and the order of nodes that follows.
void JointReach::find_direct() {
  std::vector<std::vector<const Variable*>> reals(models_.size());  // outputs
  std::vector<std::vector<std::size_t>> lanes(models_.size());      // of inputs
  for (std::size_t m = 0; m < models_.size(); ++m) {
    for (const Variable& output : models_[m].shape->outputs)
      if (is_real(output.type)) reals[m].push_back(&output);
    lanes[m] = lane_positions(models_[m].shape->inputs);
  }
  math::Rows needs;
  for (const Node& node : nodes_) {
    const ModelShape& shape = *models_[node.model].shape;
    std::vector<std::uint32_t> row;
    if (const PortPattern* const known = models_[node.model].pattern) {
      row.assign(known->d[node.output].begin(), known->d[node.output].end());
    } else if (const auto& direct = reals[node.model][node.output]->direct_inputs) {
      for (const std::size_t i : *direct)
        if (i < shape.inputs.size() && is_real(shape.inputs[i].type))
          row.push_back(static_cast<std::uint32_t>(lanes[node.model][i]));
    } else {
      row.resize(first_input_[node.model + 1] - first_input_[node.model]);
      std::iota(row.begin(), row.end(), 0U);
    }
    for (const std::uint32_t input : row) {
      direct_.values.push_back(input);
      if (const Feed& from = feed(node.model, input); from.node != nobody)
        needs.values.push_back(from.node);
    }
    direct_.close_row();
    needs.close_row();
  }
  groups_ = math::find_strong_components(needs);
  is_loop_.resize(groups_.count(), false);
  for (std::size_t node = 0; node < nodes_.size(); ++node)
    for (const std::uint32_t needed : needs[node])
      if (groups_.of[needed] == groups_.of[node]) is_loop_[groups_.of[node]] = true;
}

void JointReach::mark(std::uint32_t state, std::vector<std::uint32_t>& into) const {
  if (seen_[state] == round_) return;
  seen_[state] = round_;
  into.push_back(state);
}

void JointReach::collect(std::uint32_t group, std::vector<std::uint32_t>& into) {
  for (const std::uint32_t member : groups_.members[group]) {
    const Node& node = nodes_[member];
    const std::uint32_t first = first_state_[node.model];
    if (const PortPattern* const known = models_[node.model].pattern) {
      for (const std::uint32_t state : known->c[node.output]) mark(first + state, into);
    } else {
      for (std::uint32_t s = first; s < first_state_[node.model + 1]; ++s) mark(s, into);
    }
    for (const std::uint32_t input : direct_[member]) {
      const std::uint32_t from = feed(node.model, input).node;
      if (from == nobody || groups_.of[from] == group) continue;
      for (const std::uint32_t state : states_[groups_.of[from]]) mark(state, into);
    }
  }
}

void JointReach::find_states() {
  std::vector<std::uint32_t> row;
  for (std::uint32_t group = 0; group < groups_.count() && exists_; ++group) {
    row.clear();
    ++round_;
    collect(group, row);
    std::ranges::sort(row);
    states_.values.insert(states_.values.end(), row.begin(), row.end());
    states_.close_row();
    exists_ = states_.values.size() <= most_states;
  }
}

// Of a model that does not say which of its inputs a derivative depends on.
std::vector<std::uint32_t> JointReach::through_any_input(std::size_t m) const {
  std::vector<std::uint32_t> all;
  if (models_[m].pattern != nullptr) return all;
  ++round_;
  for (std::uint32_t i = first_input_[m]; i < first_input_[m + 1]; ++i)
    if (feeds_[i].node != nobody)
      for (const std::uint32_t s : states_of(feeds_[i].node)) mark(s, all);
  return all;
}

std::vector<std::uint32_t> JointReach::row_of(std::size_t m, std::size_t state,
                                              const std::vector<std::uint32_t>& through_any) const {
  std::vector<std::uint32_t> row;
  ++round_;
  const std::uint32_t first = first_state_[m];
  if (const auto& own = models_[m].shape->sparsity) {
    for (const std::size_t s : (*own)[state]) mark(first + static_cast<std::uint32_t>(s), row);
  } else {
    for (std::uint32_t s = first; s < first_state_[m + 1]; ++s) mark(s, row);
  }
  for (const std::uint32_t s : through_any) mark(s, row);
  if (const PortPattern* const known = models_[m].pattern)
    for (const std::uint32_t input : known->b[state])
      if (const std::uint32_t from = feed(m, input).node; from != nobody)
        for (const std::uint32_t s : states_of(from)) mark(s, row);
  std::ranges::sort(row);
  return row;
}

std::optional<JointReach::Sparsity> JointReach::sparsity() const {
  if (!exists_) return {};
  const std::size_t n = first_state_.back();
  Sparsity rows;
  std::size_t entries = 0;
  for (std::size_t m = 0; m < models_.size(); ++m) {
    const std::vector<std::uint32_t> through_any = through_any_input(m);
    for (std::size_t i = 0; i < models_[m].shape->states.size(); ++i) {
      const std::vector<std::uint32_t> row = row_of(m, i, through_any);
      entries += row.size();
      rows.emplace_back(row.begin(), row.end());
    }
  }
  if (entries >= n * n) return {};  // a full pattern does not help
  return rows;
}

}  // namespace bw::model
