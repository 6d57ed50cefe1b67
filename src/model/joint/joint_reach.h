#pragma once
// Which states each connected real output of a joint model depends on, through the connections.
//
//   dy = C dx + D du,  du = G dy          S(y) = the states in row y of C,
//                                         and S(y') of every y' that feeds an input in row y of D
//
// Outputs that feed each other (an algebraic loop) depend on the same states. Loops come in the
// order of evaluation, and so does an output on its own; memory grows with the entries of S.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "math/rows.h"
#include "math/strong_components.h"
#include "model/joint/joint_signals.h"
#include "model/model.h"
#include "model/port_derivatives.h"

namespace bw::model {

// A model as the connections see it.
struct JointPorts {
  const ModelShape* shape = nullptr;
  const PortPattern* pattern = nullptr;  // null: what has direct feedthrough is in the shape, and
                                         // states and derivatives may depend on anything
};

class JointReach {
 public:
  JointReach(std::span<const JointPorts> models, const std::vector<JointConnection>& connections);

  static constexpr std::uint32_t nobody = static_cast<std::uint32_t>(-1);
  struct Node {  // an output that has connections, among the real ones of its model
    std::uint32_t model, output;
  };
  struct Feed {  // of a real input
    std::uint32_t node = nobody;
    double gain = 1.0;
  };

  // False: they depend on too many states to be worth it.
  bool exists() const { return exists_; }
  const std::vector<Node>& nodes() const { return nodes_; }
  const Feed& feed(std::size_t model, std::size_t input) const {
    return feeds_[first_input_[model] + input];
  }
  // Those of D in the row of the output.
  std::span<const std::uint32_t> inputs_of(std::size_t node) const { return direct_[node]; }
  const math::StrongComponents& groups() const { return groups_; }
  bool is_loop(std::size_t group) const { return is_loop_[group]; }
  std::span<const std::uint32_t> states_of(std::size_t node) const {
    return states_[groups_.of[node]];
  }
  std::span<const std::uint32_t> states_of_group(std::size_t group) const { return states_[group]; }

  // Row by row: the states that a derivative depends on; nothing: all, or it is not known.
  using Sparsity = std::vector<std::vector<std::size_t>>;
  std::optional<Sparsity> sparsity() const;

 private:
  void lay(const std::vector<JointConnection>& connections);
  void find_direct();
  void find_states();
  void collect(std::uint32_t group, std::vector<std::uint32_t>& into);
  void mark(std::uint32_t state, std::vector<std::uint32_t>& into) const;
  std::vector<std::uint32_t> through_any_input(std::size_t model) const;
  std::vector<std::uint32_t> row_of(std::size_t model, std::size_t state,
                                    const std::vector<std::uint32_t>& through_any) const;

  std::vector<JointPorts> models_;
  std::vector<std::uint32_t> first_state_, first_input_;  // of each model, and the end
  std::vector<Node> nodes_;
  std::vector<Feed> feeds_;
  math::Rows direct_;
  math::StrongComponents groups_;
  std::vector<bool> is_loop_;
  math::Rows states_;  // of each group, rising
  bool exists_ = true;
  mutable std::vector<std::uint32_t> seen_;  // each state: the round in which it was marked last
  mutable std::uint32_t round_ = 0;
};

}  // namespace bw::model
