#pragma once
// The exact Jacobian of a joint model.
//
//   dx' = A dx + B du,  dy = C dx + D du   block diagonal over the models
//   du  = G dy                             the connections
//   ->  (I - G D) du = G C dx,   J = A + B (I - G D)^-1 G C

#include <span>
#include <vector>

#include "math/linear.h"
#include "model/joint/joint_shape.h"
#include "model/joint/joint_signals.h"
#include "model/model.h"
#include "model/port_derivatives.h"

namespace bw::model {

class JointJacobian {
 public:
  // The models must outlive this object.
  JointJacobian(std::span<Model* const> models, const JointShape& shape,
                const std::vector<JointConnection>& connections);

  // Whether all models provide the derivatives and the matrix is small enough to be worth it.
  bool exists() const { return exists_; }
  // Along the pattern of the shape, or dense, with the inputs that were set. NaN where it does not
  // exist.
  void compute(double t, std::span<const double> x, std::span<double> j);

 private:
  struct Lane {
    std::size_t from, output, to, input;
    double gain;
  };
  bool fill_models(double t, std::span<const double> x);
  bool solve_connections();

  std::vector<Model*> models_;
  std::vector<PortDerivatives*> ports_;
  const JointShape& shape_;
  std::vector<Lane> connections_;
  std::vector<std::size_t> inputs_;  // real ones of each model
  bool exists_ = false;
  std::vector<std::vector<double>> own_;  // A of each model, along its pattern or dense
  std::vector<PortMatrices> matrices_;
  math::Matrix through_{0};
  math::Factors factors_;
  std::vector<double> moved_;  // du/dx: column-major, one column per state
  std::vector<double> row_;
};

}  // namespace bw::model
