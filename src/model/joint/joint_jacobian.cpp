#include "model/joint/joint_jacobian.h"

#include <algorithm>
#include <limits>

namespace bw::model {
namespace {

// Above these, finite differences along a pattern are cheaper.
constexpr std::size_t largest_loop = 200, most_entries = 4'000'000;

}  // namespace

JointJacobian::JointJacobian(std::span<Model* const> models, const JointShape& shape,
                             const JointReach& reach)
    : models_(models.begin(), models.end()),
      shape_(shape),
      reach_(reach),
      matrices_(models.size()) {
  for (Model* model : models_) {
    const ModelShape& own = model->shape();
    auto* const ports = dynamic_cast<PortDerivatives*>(model);
    ports_.push_back(ports);
    if (ports == nullptr || !ports->knows_port_derivatives()) return;
    if (!own.has_jacobian && !own.states.empty()) return;
  }
  exists_ = fits();
  if (exists_) lay();
}

bool JointJacobian::fits() const {
  if (!reach_.exists()) return false;
  std::size_t entries = 0;
  for (std::size_t group = 0; group < reach_.groups().count(); ++group) {
    const std::size_t outputs = reach_.groups().members[group].size();
    entries += outputs * reach_.states_of_group(group).size();
    if (reach_.is_loop(group) && outputs > largest_loop) return false;
  }
  return entries <= most_entries;
}

void JointJacobian::lay() {
  for (Model* model : models_) {
    const ModelShape& own = model->shape();
    std::size_t entries = own.states.size() * own.states.size();
    if (own.sparsity) {
      entries = 0;
      for (const auto& row : *own.sparsity) entries += row.size();
    }
    own_.emplace_back(entries);
  }
  std::size_t slopes = 0;
  for (std::size_t node = 0; node < reach_.nodes().size(); ++node) {
    begins_.push_back(slopes);
    slopes += reach_.states_of(node).size();
  }
  slopes_.resize(slopes);
  row_.resize(shape_.whole.states.size(), 0.0);
  place_.resize(reach_.nodes().size(), 0);
}

bool JointJacobian::fill_models(double t, std::span<const double> x) {
  for (std::size_t m = 0; m < models_.size(); ++m) {
    const auto own = shape_.component_of(x, m);
    if (!own.empty()) models_[m]->jacobian(t, own, own_[m]);
    if (!ports_[m]->port_derivatives(t, own, matrices_[m])) return false;
  }
  return true;
}

// C dx of the output, and what comes through its inputs from outputs that are known.
void JointJacobian::gather(std::size_t node) {
  const auto [m, output] = reach_.nodes()[node];
  const PortPattern& pattern = *ports_[m]->port_pattern();
  const std::size_t group = reach_.groups().of[node];
  const auto states = pattern.c[output];
  for (std::size_t e = 0; e < states.size(); ++e)
    row_[shape_.first[m] + states[e]] += matrices_[m].c[pattern.c.begins[output] + e];
  const auto inputs = reach_.inputs_of(node);
  for (std::size_t e = 0; e < inputs.size(); ++e) {
    const JointReach::Feed& from = reach_.feed(m, inputs[e]);
    const double d = matrices_[m].d[pattern.d.begins[output] + e];
    if (from.node == JointReach::nobody || d == 0 || reach_.groups().of[from.node] == group)
      continue;
    const auto reached = reach_.states_of(from.node);
    const auto known = slope(from.node);
    for (std::size_t s = 0; s < reached.size(); ++s) row_[reached[s]] += d * (from.gain * known[s]);
  }
  const auto reached = reach_.states_of(node);
  const auto made = slope(node);
  for (std::size_t s = 0; s < reached.size(); ++s) {
    made[s] = row_[reached[s]];
    row_[reached[s]] = 0;
  }
}

bool JointJacobian::solve_loop(std::size_t group) {
  const auto members = reach_.groups().members[group];
  const std::size_t size = members.size();
  math::Matrix through(size);
  for (std::size_t k = 0; k < size; ++k) place_[members[k]] = static_cast<std::uint32_t>(k);
  for (std::size_t k = 0; k < size; ++k) {
    const auto [m, output] = reach_.nodes()[members[k]];
    const auto inputs = reach_.inputs_of(members[k]);
    const std::size_t first = ports_[m]->port_pattern()->d.begins[output];
    through.at(k, k) += 1.0;
    for (std::size_t e = 0; e < inputs.size(); ++e) {
      const JointReach::Feed& from = reach_.feed(m, inputs[e]);
      if (from.node != JointReach::nobody && reach_.groups().of[from.node] == group)
        through.at(k, place_[from.node]) -= from.gain * matrices_[m].d[first + e];
    }
  }
  math::Factors factors;
  if (!factors.compute(through)) return false;
  std::vector<double> column(size);
  for (std::size_t s = 0; s < reach_.states_of_group(group).size(); ++s) {
    for (std::size_t k = 0; k < size; ++k) column[k] = slope(members[k])[s];
    if (!factors.solve(column)) return false;
    for (std::size_t k = 0; k < size; ++k) slope(members[k])[s] = column[k];
  }
  return true;
}

bool JointJacobian::solve_outputs() {
  for (std::size_t group = 0; group < reach_.groups().count(); ++group) {
    for (const std::uint32_t node : reach_.groups().members[group]) gather(node);
    if (reach_.is_loop(group) && !solve_loop(group)) return false;
  }
  return true;
}

void JointJacobian::add_row(std::size_t m, std::size_t state) {
  const auto& own = models_[m]->shape().sparsity;
  const std::size_t first = shape_.first[m], states = shape_.first[m + 1] - first;
  const std::size_t count = own ? (*own)[state].size() : states;
  for (std::size_t e = 0; e < count; ++e)
    row_[first + (own ? (*own)[state][e] : e)] = own_[m][entry_[m]++];
  const PortPattern& pattern = *ports_[m]->port_pattern();
  const auto inputs = pattern.b[state];
  for (std::size_t e = 0; e < inputs.size(); ++e) {
    const JointReach::Feed& from = reach_.feed(m, inputs[e]);
    const double b = matrices_[m].b[pattern.b.begins[state] + e];
    if (from.node == JointReach::nobody || b == 0) continue;
    const auto reached = reach_.states_of(from.node);
    const auto known = slope(from.node);
    for (std::size_t s = 0; s < reached.size(); ++s) row_[reached[s]] += b * (from.gain * known[s]);
  }
}

void JointJacobian::compute(double t, std::span<const double> x, std::span<double> j) {
  std::ranges::fill(row_, 0.0);
  if (!fill_models(t, x) || !solve_outputs())
    return std::fill(j.begin(), j.end(), std::numeric_limits<double>::quiet_NaN());
  entry_.assign(models_.size(), 0);
  std::size_t next = 0;
  const auto give = [&](std::size_t state) {
    j[next++] = row_[state];
    row_[state] = 0;
  };
  for (std::size_t m = 0; m < models_.size(); ++m)
    for (std::size_t i = shape_.first[m]; i < shape_.first[m + 1]; ++i) {
      add_row(m, i - shape_.first[m]);
      if (shape_.whole.sparsity)
        for (const std::size_t s : (*shape_.whole.sparsity)[i]) give(s);
      else
        for (std::size_t s = 0; s < row_.size(); ++s) give(s);
    }
}

}  // namespace bw::model
