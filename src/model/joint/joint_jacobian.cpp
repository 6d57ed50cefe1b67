#include "model/joint/joint_jacobian.h"

#include <algorithm>
#include <limits>

namespace bw::model {
namespace {

// Above these, finite differences along a pattern are cheaper.
constexpr std::size_t most_connections = 200, most_entries = 4'000'000;

}  // namespace

JointJacobian::JointJacobian(std::span<Model* const> models, const JointShape& shape,
                             const std::vector<JointConnection>& connections)
    : models_(models.begin(), models.end()), shape_(shape), matrices_(models.size()) {
  for (Model* model : models_) {
    const ModelShape& own = model->shape();
    auto* const ports = dynamic_cast<PortDerivatives*>(model);
    ports_.push_back(ports);
    if (ports == nullptr || !ports->knows_port_derivatives()) return;
    if (!own.has_jacobian && !own.states.empty()) return;
    std::size_t entries = own.states.size() * own.states.size();
    if (own.sparsity) {
      entries = 0;
      for (const auto& row : *own.sparsity) entries += row.size();
    }
    own_.emplace_back(entries);
    inputs_.push_back(count_reals(own.inputs));
  }
  for (const JointConnection& w : connections) {
    const auto& target = models_[w.to]->shape().inputs;
    if (!is_real(target[w.input].type)) continue;
    connections_.push_back({w.from, lane_positions(models_[w.from]->shape().outputs)[w.output],
                            w.to, lane_positions(target)[w.input], w.gain});
  }
  const std::size_t n = shape.whole.states.size();
  exists_ = connections_.size() <= most_connections && connections_.size() * n <= most_entries;
  through_ = math::Matrix(connections_.size());
  moved_.resize(connections_.size() * n);
  row_.resize(n);
}

bool JointJacobian::fill_models(double t, std::span<const double> x) {
  for (std::size_t m = 0; m < models_.size(); ++m) {
    const auto own = shape_.component_of(x, m);
    if (!own.empty()) models_[m]->jacobian(t, own, own_[m]);
    if (!ports_[m]->port_derivatives(t, own, matrices_[m])) return false;
  }
  return true;
}

// du/dx, one column per state.
bool JointJacobian::solve_connections() {
  const std::size_t count = connections_.size();
  for (std::size_t k = 0; k < count; ++k)
    for (std::size_t l = 0; l < count; ++l) {
      const Lane &to = connections_[k], &from = connections_[l];
      const double passed =
          from.to == to.from
              ? to.gain * matrices_[to.from].d[to.output * inputs_[to.from] + from.input]
              : 0.0;
      through_.at(k, l) = (k == l ? 1.0 : 0.0) - passed;
    }
  if (count > 0 && !factors_.compute(through_)) return false;
  for (std::size_t m = 0; m < models_.size(); ++m) {
    const std::size_t states = shape_.first[m + 1] - shape_.first[m];
    for (std::size_t j = 0; j < states; ++j) {
      const std::span<double> column(moved_.data() + (shape_.first[m] + j) * count, count);
      for (std::size_t k = 0; k < count; ++k)
        column[k] = connections_[k].from == m
                        ? connections_[k].gain * matrices_[m].c[connections_[k].output * states + j]
                        : 0.0;
      if (count > 0 && !factors_.solve(column)) return false;
    }
  }
  return true;
}

void JointJacobian::compute(double t, std::span<const double> x, std::span<double> j) {
  if (!fill_models(t, x) || !solve_connections())
    return std::fill(j.begin(), j.end(), std::numeric_limits<double>::quiet_NaN());
  const std::size_t n = shape_.whole.states.size(), count = connections_.size();
  std::size_t next = 0;
  for (std::size_t m = 0; m < models_.size(); ++m) {
    const std::size_t first = shape_.first[m], states = shape_.first[m + 1] - first;
    const auto& pattern = models_[m]->shape().sparsity;
    std::size_t entry = 0;
    for (std::size_t i = 0; i < states; ++i) {
      std::fill(row_.begin(), row_.end(), 0.0);
      const std::size_t own = pattern ? (*pattern)[i].size() : states;
      for (std::size_t e = 0; e < own; ++e)
        row_[first + (pattern ? (*pattern)[i][e] : e)] = own_[m][entry++];
      for (std::size_t k = 0; k < count; ++k) {
        if (connections_[k].to != m) continue;
        const double b = matrices_[m].b[i * inputs_[m] + connections_[k].input];
        for (std::size_t s = 0; b != 0 && s < n; ++s) row_[s] += b * moved_[s * count + k];
      }
      if (!shape_.whole.sparsity) {
        std::copy(row_.begin(), row_.end(), j.begin() + static_cast<std::ptrdiff_t>(next));
        next += n;
      } else {
        for (const std::size_t s : (*shape_.whole.sparsity)[first + i]) j[next++] = row_[s];
      }
    }
  }
}

}  // namespace bw::model
