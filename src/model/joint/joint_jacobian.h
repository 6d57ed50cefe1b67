#pragma once
// The exact Jacobian of a joint model, along its pattern.
//
//   dx' = A dx + B du,  dy = C dx + D du   block diagonal over the models
//   du  = G dy                             the connections
//   ->  dy/dx = C + D G dy/dx, output by output in the order of evaluation; those of an algebraic
//       loop together: (I - D G) dy/dx = C + what comes from outside
//   ->  J = A + B G dy/dx

#include <span>
#include <vector>

#include "math/linear.h"
#include "model/joint/joint_reach.h"
#include "model/joint/joint_shape.h"
#include "model/model.h"
#include "model/port_derivatives.h"

namespace bw::model {

class JointJacobian {
 public:
  // All of them must outlive this object.
  JointJacobian(std::span<Model* const> models, const JointShape& shape, const JointReach& reach);

  // Whether all models provide the derivatives and the matrix is small enough to be worth it.
  bool exists() const { return exists_; }
  // Along the pattern of the shape, or dense, with the inputs that were set. NaN where it does not
  // exist.
  void compute(double t, std::span<const double> x, std::span<double> j);

 private:
  bool fits() const;
  void lay();
  bool fill_models(double t, std::span<const double> x);
  bool solve_outputs();
  void gather(std::size_t node);
  bool solve_loop(std::size_t group);
  void add_row(std::size_t model, std::size_t state);
  std::span<double> slope(std::size_t node) {
    return {slopes_.data() + begins_[node], reach_.states_of(node).size()};
  }

  std::vector<Model*> models_;
  std::vector<PortDerivatives*> ports_;
  const JointShape& shape_;
  const JointReach& reach_;
  bool exists_ = false;
  std::vector<std::vector<double>> own_;  // A of each model, along its pattern or dense
  std::vector<std::size_t> entry_;        // of A: the next one of a model
  std::vector<PortMatrices> matrices_;
  std::vector<std::size_t> begins_;   // of each node in the slopes
  std::vector<double> slopes_;        // dy/dx of each node, along the states that it depends on
  std::vector<double> row_;           // by state; zero where nothing is being added up
  std::vector<std::uint32_t> place_;  // of each node in the loop that is being solved
};

}  // namespace bw::model
